import { matchByHand } from '../../src/dispatch/index.ts';
import { createSimulatedDriver, type Driver, goOnline, recordPositions } from '../../src/drivers/index.ts';
import { SECOND_MS } from '../../src/foundation/time.ts';
import { readSettings } from '../../src/infrastructure/config/settings.ts';
import { prepareDataFolder } from '../../src/infrastructure/data-folder.ts';
import { startEmbeddedPostgres } from '../../src/infrastructure/database/embedded-postgres.ts';
import { runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { continueTrace } from '../../src/infrastructure/trace.ts';
import { composeJobs, composeSimulation } from '../../src/main/compose-worker.ts';
import { type Foundations, layFoundations } from '../../src/main/foundations.ts';
import { makePartner } from '../../src/main/make-partner.ts';
import { type Market, openMarketCatalogue } from '../../src/markets/index.ts';
import { placeOrder } from '../../src/orders/index.ts';
import { saveSimulation } from '../../src/partners/index.ts';
import { createQuotation } from '../../src/quotations/index.ts';
import { beginsAt, fleetNumber } from '../../src/sandbox/rules/fleet.ts';
import { standIn } from '../../src/sandbox/rules/stand-in.ts';
import { leaveSandboxJobs } from '../../src/sandbox/sandbox-jobs.ts';
import { silentLog, testClock } from '../../test/support/edges.ts';
import { CENTRAL, MONG_KOK, RECIPIENT, SENDER } from '../../test/support/orders.ts';
import type { Row } from '../row.ts';

export const SIMULATION_LOOK: Row = {
  row: 16,
  name: 'simulation-look',
  what: 'the time of a look at 300 simulated drivers, half of them on an order',
  against: 'the second between two looks',
  bar: 0.1,
  moonshot: 0.03,
  better: 'lower',
  async measure({ isShort, afterwards, dataFolder }) {
    const data = await dataFolder();
    await prepareDataFolder(data);
    const postgres = await startEmbeddedPostgres(data, () => {});
    afterwards(() => postgres.stop());
    const clock = testClock();
    const foundations = await layFoundations(readSettings({ WAYBILL_DATA: data }), postgres.connection, {
      clock,
      log: silentLog,
    });
    afterwards(() => foundations.close());
    await fillCity(foundations, isShort ? 10 : 300);
    const handlers = composeJobs(foundations);
    const tick = async () => {
      clock.advance(SECOND_MS);
      const begun = performance.now();
      while (await runDueJob({ ...foundations, handlers }));
      return (performance.now() - begun) / SECOND_MS;
    };
    const [ticks, warmUpTicks] = isShort ? [1, 1] : [40, 5];
    for (let count = 0; count < warmUpTicks; count++) await tick();
    const ratios: number[] = [];
    for (let count = 0; count < ticks; count++) ratios.push(await tick());
    return ratios;
  },
};

async function fillCity(foundations: Foundations, driverCount: number): Promise<void> {
  const { database, session, log, clock, random } = foundations;
  const catalogue = await openMarketCatalogue(database, session, log);
  const deps = await composeSimulation(foundations, catalogue);
  const market = catalogue.market('HK');
  const drivers = await makeDrivers(foundations, catalogue.all(), market.callingCode, driverCount);
  const request = {
    name: 'Bench',
    markets: ['HK'],
    platforms: ['ON_DEMAND'],
    sourceAddresses: [],
    limitFactor: 1,
  } as const;
  const { partnerId } = await database.inTransaction(async (tx) => {
    const made = await makePartner(foundations, tx, [market], request, [{ market, amountMinor: 1_000_000n }]);
    await saveSimulation(tx, made.partnerId, { drivers: 'AUTO', speed: 1, scenario: undefined });
    await leaveSandboxJobs(tx, clock.now());
    return made;
  });
  for (const driver of drivers.slice(0, driverCount / 2)) {
    const asker = { partnerId, market, now: clock.now() };
    const stops = [CENTRAL, MONG_KOK];
    const { id } = await createQuotation(deps, asker, { serviceType: 'MOTORCYCLE', language: 'en_HK', stops });
    const { order } = await placeOrder(
      deps,
      { ...asker, clockAheadMs: 0, trace: continueTrace(undefined, random), remember: () => undefined },
      { quotationId: id, sender: SENDER, recipients: [RECIPIENT], isPODEnabled: true },
    );
    await database.inTransaction((tx) => matchByHand(deps, tx, { orderId: order.id }, driver, clock.now()));
  }
}

async function makeDrivers(
  { database, clock }: Foundations,
  markets: readonly Market[],
  callingCode: string,
  count: number,
): Promise<readonly Driver[]> {
  const place = { callingCode, locode: 'HK HKG', service: 'MOTORCYCLE' };
  const area = markets.flatMap(({ cities }) => cities).find(({ locode }) => locode === place.locode)?.area ?? [];
  const near = { lat: Number(CENTRAL.coordinates.lat), lng: Number(CENTRAL.coordinates.lng) };
  const drivers: Driver[] = [];
  for (let nth = 0; nth < count; nth++) {
    const number = fleetNumber(place.locode, place.service, nth);
    const driver = await createSimulatedDriver(database, standIn(number, place), clock.now());
    if (driver === undefined) throw new Error('two drivers of the fleet have the same phone');
    await goOnline(database, driver.id, clock.now());
    const positions = [{ ...beginsAt(number, near, area), at: clock.now() }];
    await recordPositions(database, [
      { driverId: driver.id, orderId: undefined, positions, receivedAt: clock.now(), isSimulated: true },
    ]);
    drivers.push(driver);
  }
  return drivers;
}
