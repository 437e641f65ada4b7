import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findCityDispatch } from '../../src/dispatch/index.ts';
import { checkBooks } from '../../src/wallet/index.ts';
import { makeDriver } from '../support/drivers.ts';
import { deliver } from '../support/orders.ts';
import { runCommand, saidBy } from '../support/program.ts';
import { createWorld, sharedWith, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const waybill = (...args: string[]) => runCommand(args, sharedWith(world));
const said = (...args: string[]) => saidBy(waybill(...args));
const city = (...further: string[]) => said('dispatch', 'city', '--city', 'hk hkg', ...further);

describe('waybill dispatch city', () => {
  test('shows how a city works, changes what is asked for, and keeps the rest', async () => {
    expect(await city()).toBe('HK HKG: open, POOL.\n');
    expect(await city('--pause', '--mode', 'broadcast')).toBe('HK HKG: paused, BROADCAST.\n');
    expect(await city('--pause-services', 'van,MOTORCYCLE')).toBe(
      'HK HKG: paused, BROADCAST, without VAN, MOTORCYCLE.\n',
    );
    expect(JSON.parse(await city('--resume', '--json'))).toEqual({
      city: 'HK HKG',
      mode: 'BROADCAST',
      paused: false,
      pausedServices: ['VAN', 'MOTORCYCLE'],
    });
    expect(await city('--pause-services', '', '--mode', 'POOL')).toBe('HK HKG: open, POOL.\n');
    expect(await findCityDispatch(world.foundations.database, 'HK HKG')).toEqual({
      mode: 'POOL',
      paused: false,
      pausedServices: [],
      notes: {},
    });
  });
});

describe('waybill driver pay', () => {
  /** A driver who has delivered; answers with what is due. */
  async function earn(): Promise<{ driverId: string; due: number }> {
    const { id: driverId } = await makeDriver(world);
    await deliver(world, driverId);
    return { driverId, due: await balanceOf(driverId) };
  }
  const balanceOf = async (driverId: string) => {
    const [row] = await world.foundations.database.query<{ balance: string }>(
      "select balance_minor as balance from ledger_accounts where driver_id = $1 and kind = 'driver'",
      [driverId],
    );
    return Number(row?.balance ?? 0);
  };
  const pay = (driverId: string, amount: number | string, ...further: string[]) =>
    waybill('driver', 'pay', '--driver', driverId, '--market', 'hk', '--amount', String(amount), ...further);

  test('books what was paid out until nothing is due, never more, and the books agree', async () => {
    const { driverId, due } = await earn();
    expect(due).toBeGreaterThan(20);
    expect(await pay(driverId, 20)).toMatchObject({
      code: 0,
      output: `${due - 20} HKD are still due to driver ${driverId}.\n`,
    });
    expect(await pay(driverId, due - 19)).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining(`Driver ${driverId} is due ${due - 20} HKD, less than ${due - 19} HKD.\n`),
    });
    expect(await balanceOf(driverId)).toBe(due - 20);
    const rest = await pay(driverId, due - 20, '--json');
    expect(JSON.parse(rest.output)).toEqual({ driverId, currency: 'HKD', due: '0', alreadyBooked: false });
    expect((await pay(driverId, 1)).code).toBe(1);
    const paid = await world.foundations.database.query<{ amount: string }>(
      `select amount_minor as amount from ledger_transfers where kind = 'payout'
         and from_account_id in (select id from ledger_accounts where driver_id = $1) order by id`,
      [driverId],
    );
    expect(paid.map(({ amount }) => Number(amount))).toEqual([20, due - 20]);
    expect((await checkBooks(world.foundations.database)).faults).toEqual([]);
  });

  test('books a reference once, also when less is due than was paid: another amount under it is refused', async () => {
    const { driverId, due } = await earn();
    const week = ['--reference', 'week 46'];
    expect((await pay(driverId, due - 5, ...week)).output).toBe(`5 HKD are still due to driver ${driverId}.\n`);
    expect(await pay(driverId, due - 5, ...week)).toMatchObject({
      code: 0,
      output: `This was booked before under the same reference. Nothing was booked now.\n5 HKD are still due to driver ${driverId}.\n`,
    });
    expect(await pay(driverId, 5, ...week)).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining(`Under this reference ${due - 5} HKD are booked already, not 5 HKD.`),
    });
    expect(await balanceOf(driverId)).toBe(5);
    expect((await checkBooks(world.foundations.database)).faults).toEqual([]);
  });
});

const PAY = ['driver', 'pay', '--driver', '999999'];
test.each([
  [['dispatch', 'city'], 2, '--city'],
  [['dispatch', 'city', '--city', 'XX XXX'], 1, 'There is no city XX XXX. Write it as "HK HKG".'],
  [['dispatch', 'city', '--city', 'HK HKG', '--mode', 'RANDOM'], 2, 'The mode must be POOL or BROADCAST.'],
  [['dispatch', 'city', '--city', 'HK HKG', '--pause', '--resume'], 2, 'Say --pause or --resume, not both.'],
  [['dispatch', 'city', '--city', 'HK HKG', '--pause-services', 'ROCKET'], 1, 'ROCKET is not offered in Hong Kong.'],
  [[...PAY, '--market', 'HK'], 2, '--amount'],
  [[...PAY, '--market', 'XX', '--amount', '5'], 1, 'There is no market XX.'],
  [[...PAY, '--market', 'HK', '--amount', '0'], 1, '"0" is not an amount in HKD such as 500.'],
  [[...PAY, '--market', 'HK', '--amount', '1.5'], 1, '"1.5" is not an amount in HKD such as 500.'],
  [[...PAY, '--market', 'HK', '--amount', '5'], 1, 'There is no driver 999999. See: waybill driver list'],
])('%j is refused with exit code %d and a clear line', async (args, code, line) => {
  const result = await waybill(...args);
  expect([result.code, result.output]).toEqual([code, '']);
  expect(result.errors).toContain(line);
});

test('a reason has 1 to 500 characters, wherever one is given', async () => {
  const lines = [
    'plus cancel --order 1571354659422392320',
    'person erase --phone +85256847124',
    'dispatch city --city HK',
  ];
  for (const line of lines)
    for (const reason of ['', ' ', '😀'.repeat(501)]) {
      const { code, errors } = await waybill(...line.split(' '), '--reason', reason);
      expect([code, errors]).toEqual([2, expect.stringContaining('It must have 1 to 500 characters.')]);
    }
  await city('--pause', '--reason', ` ${'😀'.repeat(500)} `);
  await city('--resume');
});

test.each([
  ['driver', 'driverId', ' --city "HK HKG"', () => makeDriver(world)],
  ['partner', 'partnerId', '', () => world.newPartner()],
] as const)('a list of %ss that goes on says so beside its records, and how', async (kind, id, filter, make) => {
  for (let made = 0; made < 51; made++) await make();
  const args = [kind, 'list', ...(filter === '' ? [] : ['--city', 'HK HKG']), '--json'];
  const first = await waybill(...args);
  const listed: Record<string, string>[] = JSON.parse(first.output);
  const last = listed.at(-1)?.[id] as string;
  expect([listed.length, first.errors]).toEqual([50, `More: waybill ${kind} list${filter} --before ${last}\n`]);
  const rest = await waybill(...args, '--before', last);
  expect([JSON.parse(rest.output).length > 0, rest.errors]).toEqual([true, '']);
});

test('both have help', async () => {
  for (const command of ['dispatch city', 'driver pay']) {
    expect(await said(...command.split(' '), '--help')).toContain(`Usage: waybill ${command}`);
  }
});
