import type { Instant } from '../../src/foundation/time.ts';
import { linksWith } from '../../src/main/compose.ts';
import { loadMarkets, readShippedDocuments } from '../../src/markets/index.ts';
import { assignParcels, importPrices, readStatement, writeCsv } from '../../src/plus/index.ts';
import type { DriverClient } from './driver-client.ts';
import { placePlus } from './parcels.ts';
import { STROKES } from './pictures.ts';
import type { World } from './world.ts';

type Partner = World['partner'];

/** Places a parcel, which the driver picks up and hands over at the time on the world's clock. */
export async function deliver(world: World, driver: DriverClient, terms: Parameters<typeof placePlus>[1] = {}) {
  const parcel = await placePlus(world, terms);
  await assign(world, driver, parcel.orderId);
  for (const [step, data] of [
    ['pick-up', {}],
    ['deliver', { proof: 'SIGNATURE', signature: { strokes: STROKES } }],
  ] as const) {
    const { status, text } = await driver.call('POST', `/parcels/${parcel.orderId}/${step}`, data);
    if (status !== 200) throw new Error(`no ${step}: ${text}`);
  }
  return parcel;
}

export function assign({ foundations, clock }: World, driver: DriverClient, orderId: string) {
  const deps = { linksAt: linksWith(foundations) };
  return foundations.database.inTransaction((tx) => assignParcels(deps, tx, [orderId], driver, clock.now()));
}

async function markets({ foundations: { database } }: World) {
  return (await loadMarkets(database, await readShippedDocuments())).map(({ market }) => market);
}

/** A list of the given prices for all cities of the market, imported at the time on the world's clock. */
export async function agreeOn(
  world: World,
  { partnerId }: Partner,
  market: string,
  [perParcel, perKm, perKg]: readonly [string, string, string],
  holdsFrom: Instant = world.clock.now(),
) {
  const text = JSON.stringify({ market, allCities: { perParcel, perKm, perKg } });
  const given = { text, source: 'prices.json', holdsFrom };
  const known = await markets(world);
  return world.foundations.database.inTransaction((tx) => importPrices(tx, known, partnerId, given, world.clock.now()));
}

export async function statementOf(
  world: World,
  { partnerId, name }: Partner,
  market: string,
  month: string,
  now: Instant,
) {
  const found = (await markets(world)).find((known) => known.market === market);
  if (found === undefined) throw new Error('no such market');
  const asked = { partner: { id: partnerId, name }, market: found, month };
  return readStatement(world.foundations.database, asked, now);
}

/** The records of a statement as CSV, split into their fields; none of the tests' values needs quotes. */
export async function csvOf(...asked: Parameters<typeof statementOf>): Promise<string[][]> {
  let text = '';
  await writeCsv(await statementOf(...asked), async (part) => {
    text += part;
  });
  return text
    .split('\r\n')
    .slice(1, -1)
    .map((record) => record.split(','));
}
