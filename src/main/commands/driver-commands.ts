import type { Command } from 'commander';
import {
  blockDriver,
  createDriver,
  type Driver,
  type DriverStatus,
  keepDriverFile,
  knownDriver,
  listDrivers,
  type NewDriver,
  requestSignInCode,
  setDriverPhoto,
  setDriverStatus,
  unblockDriver,
} from '../../drivers/index.ts';
import { formatAmount, parseAmount } from '../../foundation/money.ts';
import { formatInstant } from '../../foundation/time.ts';
import { listOf } from '../../infrastructure/config/readings.ts';
import { OperatorError } from '../../infrastructure/operator-error.ts';
import { toJpeg } from '../../infrastructure/pictures.ts';
import { type Market, phoneFault } from '../../markets/index.ts';
import { payOut } from '../../wallet/index.ts';
import type { Foundations } from '../foundations.ts';
import { example, type Json, print, printJson, tell } from './command.ts';
import { allMarkets, cityOf, knownCity, knownMarket, knownPartner } from './lookups.ts';
import { readNamed } from './named-files.ts';
import { noteAct } from './note-act.ts';
import { driverIdOption, inCapitals, listInCapitals, partnerIdOption, type Reasoned, withReason } from './options.ts';
import { ALREADY_BOOKED, type PaymentOptions, withPayment } from './payment.ts';
import { withFoundations, withFoundationsFromTheStart } from './with-foundations.ts';

const PAGE = 50;
const PHOTO_LIMITS = { mostPixels: 50_000_000, longestSide: 512 };
type CreateOptions = Reasoned & {
  name: string;
  phone: string;
  city: string;
  service: string;
  plate: string;
  language: string[];
  can: string[];
};

export function addDriverCommands(program: Command): void {
  const driver = program.command('driver').description('drivers').addHelpText('after', example('driver list'));
  addCreate(driver);
  addList(driver);
  addStatus(driver, 'suspend', 'suspended', 'take a driver out of service and keep every device out');
  addStatus(driver, 'resume', 'active', 'let a suspended driver work again');
  addBlock(driver, 'block', "keep a driver from a partner's orders");
  addBlock(driver, 'unblock', "let a driver have a partner's orders again");
  addPhoto(driver);
  addPay(driver);
}

function addPhoto(driver: Command): void {
  withReason(driver.command('photo'))
    .description("set a driver's photo, which partners see during a delivery")
    .addHelpText('after', example('driver photo --driver 7 --file mei-ling.jpg'))
    .requiredOption('--driver <driverId>', 'number of the driver', driverIdOption)
    .requiredOption('--file <file>', 'a JPEG, PNG or WebP picture')
    .option('--json', 'print JSON')
    .action(async (options: PhotoOptions & Json) => {
      await withFoundations((foundations) => setPhoto(foundations, options));
      if (options.json) return printJson({ driverId: options.driver, file: options.file });
      print(`Driver ${options.driver} has a new photo.`);
    });
}

type PhotoOptions = Reasoned & { driver: string; file: string };

async function setPhoto(foundations: Foundations, options: PhotoOptions) {
  const photo = await toJpeg(await readNamed(options.file), PHOTO_LIMITS);
  if (photo === undefined)
    throw new OperatorError(`${options.file} is not a JPEG, PNG or WebP picture that can be read.`);
  const { database, clock } = foundations;
  const { id, isErased } = await knownDriver(database, options.driver);
  if (isErased) throw new OperatorError(`What was known of driver ${id} is erased for good.`);
  const fileKey = await keepDriverFile(foundations, photo, 'jpg');
  await database.inTransaction(async (tx) => {
    await setDriverPhoto(tx, id, fileKey, clock.now());
    await noteAct(tx, foundations, { action: 'driver.photo', ...aboutDriver(id, options) });
  });
}

function aboutDriver(id: string, { reason }: Reasoned) {
  return { subject: { kind: 'driver', id }, reason };
}

function addPay(driver: Command): void {
  const pay = withReason(driver.command('pay'))
    .description('book what a driver was paid out')
    .addHelpText('after', example('driver pay --driver 7 --market HK --amount 500 --reference PAY-2026-11'))
    .requiredOption('--driver <driverId>', 'number of the driver', driverIdOption);
  withPayment(pay).action(async (options: PayOptions & Json) => {
    const result = await withFoundations((foundations) => bookPayment(foundations, options));
    if (options.json) return printJson(result);
    if (result.alreadyBooked) print(ALREADY_BOOKED);
    print(`${result.due} ${result.currency} are still due to driver ${result.driverId}.`);
  });
}

type PayOptions = PaymentOptions & Reasoned & { driver: string };

async function bookPayment(foundations: Foundations, options: PayOptions) {
  const { database } = foundations;
  const { currency, decimals } = await knownMarket(foundations, options.market);
  const amountMinor = parseAmount(options.amount, decimals);
  if (amountMinor === undefined || amountMinor === 0n)
    throw new OperatorError(`"${options.amount}" is not an amount in ${currency} such as 500.`);
  const { id } = await knownDriver(database, options.driver);
  const { balanceMinor, alreadyBooked } = await database.inTransaction(async (tx) => {
    const booked = await payOut(foundations, tx, { driverId: id, currency, decimals }, amountMinor, options.reference);
    const details = { amount: formatAmount(amountMinor, decimals), currency };
    if (!booked.alreadyBooked)
      await noteAct(tx, foundations, { action: 'driver.pay-out', ...aboutDriver(id, options), details });
    return booked;
  });
  return { driverId: options.driver, currency, due: formatAmount(balanceMinor, decimals), alreadyBooked };
}

function addCreate(driver: Command): void {
  withReason(driver.command('create'))
    .description('create a driver')
    .addHelpText(
      'after',
      example(
        'driver create --name "Mei Ling" --phone +85291234567 --city "HK HKG" --service MOTORCYCLE --plate "AB 1234"',
      ),
    )
    .requiredOption('--name <name>', 'name of the driver', (text) => text.trim())
    .requiredOption('--phone <phone>', 'to sign in with, for example +85256847123', (text) => text.trim())
    .requiredOption('--city <locode>', 'for example "HK HKG"')
    .requiredOption('--service <service>', 'for example MOTORCYCLE', inCapitals)
    .requiredOption('--plate <plate>', 'number plate', (text) => text.trim())
    .option('--language <languages>', 'languages of the market, for example en_HK,zh_HK', listOf, [])
    .option('--can <capabilities>', 'for example LOADING,HELPERS_1,THERMAL_BAG_1', listInCapitals, [])
    .option('--json', 'print JSON')
    .action(async (options: CreateOptions & Json) => {
      const created = await withFoundationsFromTheStart((foundations) => create(foundations, options));
      if (options.json) return printJson(created);
      print(`Driver        ${options.name} (${created.driverId}), ${options.service} in ${inCapitals(options.city)}`);
      if ('signInCode' in created) print(`Sign-in code  ${created.signInCode}  (for ten minutes)`);
    });
}

function addList(driver: Command): void {
  driver
    .command('list')
    .description('drivers, newest first')
    .addHelpText('after', example('driver list --city "HK HKG"'))
    .option('--city <locode>', 'of this city only')
    .option('--before <driverId>', 'go on after this one', driverIdOption)
    .option('--json', 'print JSON')
    .action(async ({ city, before, json }: { city?: string; before?: string } & Json) => {
      const { drivers, next } = await withFoundations(async (foundations) => {
        const page = await listDrivers(foundations.database, { locode: city && inCapitals(city), before, limit: PAGE });
        if (page.drivers.length === 0 && city !== undefined) await knownCity(foundations, city);
        return page;
      });
      if (json) printJson(drivers.map(recordOf));
      else if (drivers.length === 0)
        print(
          before === undefined
            ? `No drivers${city === undefined ? '' : ` in ${city}`}. Create one: waybill driver create --help`
            : `No drivers before ${before}.`,
        );
      else
        for (const { id, name, phone, plate, service, locode, status } of drivers)
          print(`${id}  ${name}  ${phone}  ${plate}  ${service}  ${locode}  ${status}`);
      if (next !== null)
        tell(`More: waybill driver list${city === undefined ? '' : ` --city "${city}"`} --before ${next}`);
    });
}

function addStatus(driver: Command, verb: 'suspend' | 'resume', status: DriverStatus, description: string): void {
  withReason(driver.command(verb))
    .description(description)
    .addHelpText('after', example(`driver ${verb} --driver 7`))
    .requiredOption('--driver <driverId>', 'id of the driver', driverIdOption)
    .option('--json', 'print JSON')
    .action(async (options: Reasoned & { driver: string } & Json) => {
      const changed = await withFoundations((foundations) =>
        foundations.database.inTransaction(async (tx) => {
          const driver = await setDriverStatus(tx, options.driver, status, foundations.clock.now());
          if (driver.statusBefore !== status)
            await noteAct(tx, foundations, { action: `driver.${verb}`, ...aboutDriver(driver.id, options) });
          return driver;
        }),
      );
      if (options.json) return printJson({ driverId: changed.id, status });
      print(`${changed.name} (${changed.id}) is ${status}.`);
    });
}

function addBlock(driver: Command, verb: 'block' | 'unblock', description: string): void {
  withReason(driver.command(verb))
    .description(description)
    .addHelpText('after', example(`driver ${verb} --driver 7 --partner 1571354659422392320`))
    .requiredOption('--driver <driverId>', 'id of the driver', driverIdOption)
    .requiredOption('--partner <partnerId>', 'id of the partner', partnerIdOption)
    .option('--json', 'print JSON')
    .action(async (options: BlockOptions & Json) => {
      const isBlocked = verb === 'block';
      const { name, ...pair } = await withFoundations((foundations) => setBlock(foundations, options, isBlocked));
      if (options.json) return printJson({ ...pair, blocked: isBlocked });
      print(
        `${name} (${options.driver}) ${isBlocked ? 'is kept from' : 'can have'} orders of partner ${options.partner}.`,
      );
    });
}

type BlockOptions = Reasoned & { driver: string; partner: string };

async function setBlock(foundations: Foundations, options: BlockOptions, isBlocked: boolean) {
  const { database, clock } = foundations;
  const { id: partnerId } = await knownPartner(foundations, options.partner);
  const pair = { driverId: options.driver, partnerId };
  const action = isBlocked ? 'driver.keep-from' : 'driver.allow-again';
  return database.inTransaction(async (tx) => {
    const { name } = await (isBlocked ? blockDriver(tx, pair, clock.now()) : unblockDriver(tx, pair));
    await noteAct(tx, foundations, { action, ...aboutDriver(options.driver, options), partnerId });
    return { name, ...pair };
  });
}

/** The code is shown in the sandbox only; in production it goes to the driver's phone. */
async function create(foundations: Foundations, options: CreateOptions) {
  const { settings, database, clock, random } = foundations;
  const policy = { strict: settings.environment === 'production', furtherCountries: settings.phoneCountries };
  const deps = {
    markets: await allMarkets(foundations),
    phoneFault: (phone: string, market: Market) => phoneFault(phone, market, policy),
  };
  return database.inTransaction(async (tx) => {
    const { id, phone } = await createDriver(deps, tx, newDriverFrom(options, deps.markets), clock.now());
    await noteAct(tx, foundations, { action: 'driver.create', ...aboutDriver(id, options) });
    if (settings.environment === 'production') return { driverId: id, phone };
    const asker = { address: 'waybill driver create', requestId: random.uuid() };
    const issued = await requestSignInCode(foundations, tx, phone, asker, clock.now());
    return { driverId: id, phone, signInCode: issued?.code };
  });
}

function newDriverFrom(
  { name, phone, city: named, service, plate, language, can }: CreateOptions,
  markets: readonly Market[],
): NewDriver {
  const locode = cityOf(markets, named)?.city.locode ?? named;
  const languages = [...new Set(language)];
  return { name, phone, plate, service, locode, languages, capabilities: [...new Set(can)] };
}

function recordOf({ id, locode, createdAt, photoKey, ...rest }: Driver) {
  return { driverId: id, ...rest, city: locode, createdAt: formatInstant(createdAt) };
}
