import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { findPriceLists, writePdf } from '../../src/plus/index.ts';
import { agreeOn, assign, csvOf, deliver, statementOf } from '../support/billing.ts';
import { type DriverClient, driverOf } from '../support/driver-client.ts';
import { callPlus, placePlus } from '../support/parcels.ts';
import { openPdf } from '../support/pdf.ts';
import { createWorld, type World } from '../support/world.ts';

/** Midnight between March and April in Hong Kong and Singapore. */
const MIDNIGHT = Date.UTC(2025, 2, 31, 16);
const LATER = MIDNIGHT + 60 * DAY_MS;
const TERMS = { platforms: ['PLUS'], markets: ['HK', 'SG', 'TH', 'TW'], limitFactor: 1_000 } as const;

let world: World;
let driver: DriverClient;
beforeAll(async () => {
  world = await createWorld();
  world.clock.set(MIDNIGHT - 10 * DAY_MS);
  driver = await driverOf(world);
});
afterAll(() => world.close());

const newPartner = () => world.newPartner(TERMS);
type Partner = Awaited<ReturnType<typeof newPartner>>;
const database = () => world.foundations.database;
const deliverAt = (at: number, partner: Partner, clientRef: string, weight?: unknown) => {
  world.clock.set(at);
  const item = weight === undefined ? {} : { item: { weight } };
  return deliver(world, driver, { as: partner, quotation: item, parcel: { clientRef } });
};
const csv = (partner: Partner, month: string, market = 'HK', now = LATER) => csvOf(world, partner, market, month, now);
const refs = (records: string[][]) => records.slice(0, -1).map(([, , , clientRef]) => clientRef);

describe('a statement', () => {
  test('holds what was delivered in the month by the clock on the wall, with what it costs', async () => {
    const partner = await newPartner();
    world.clock.set(MIDNIGHT - 10 * DAY_MS);
    await agreeOn(world, partner, 'HK', ['20', '1.5', '0.8']);
    const last = await deliverAt(MIDNIGHT - SECOND_MS, partner, 'IN-MARCH', '2.5');
    await deliverAt(MIDNIGHT, partner, 'IN-APRIL');
    const meters = Number(last.distance.value);
    const distance = (meters * 1.5) / 1000;
    const total = Math.round(20 + distance + 2);
    expect(await csv(partner, '2025-03')).toEqual([
      [
        ...['1', '2025-03-31 23:59:59', last.orderId, 'IN-MARCH', 'Hong Kong', String(meters / 1000), '2.5'],
        ...['20', String(distance), '2', String(total), 'HKD', ''],
      ],
      ['TOTAL', '', '', '', '', String(meters / 1000), '2.5', '', '', '', String(total), 'HKD', '1 parcel.'],
    ]);
    const april = await csv(partner, '2025-04');
    expect(april.map(([line, at, , clientRef]) => [line, at, clientRef])).toEqual([
      ['1', '2025-04-01 00:00:00', 'IN-APRIL'],
      ['TOTAL', '', ''],
    ]);
    expect(april[0]?.[6]).toBe('');
    expect(await csv(partner, '2025-02')).toEqual([
      ['TOTAL', '', '', '', '', '0', '0', '', '', '', '0', 'HKD', '0 parcels.'],
    ]);
  });

  test('holds only what was delivered, of this client and in this market', async () => {
    const [partner, other] = [await newPartner(), await newPartner()];
    world.clock.set(MIDNIGHT + DAY_MS);
    await placePlus(world, { as: partner });
    const { orderId } = await placePlus(world, { as: partner });
    await callPlus(world, 'DELETE', `/v3/orders/${orderId}`, undefined, { as: partner });
    const failed = await placePlus(world, { as: partner });
    await assign(world, driver, failed.orderId);
    await driver.call('POST', `/parcels/${failed.orderId}/fail-pick-up`, { reason: 'Nobody there' });
    await deliverAt(MIDNIGHT + DAY_MS, other, 'OF-ANOTHER');
    await deliverAt(MIDNIGHT + DAY_MS, partner, 'MINE');
    expect(refs(await csv(partner, '2025-04'))).toEqual(['MINE']);
    expect(refs(await csv(partner, '2025-04', 'SG'))).toEqual([]);
  });

  test('counts in the currency of its market, to its decimals', async () => {
    const partner = await newPartner();
    const inSingapore = await driverOf(world, { locode: 'SG SIN', phone: '+6580000001', languages: ['en_SG'] });
    world.clock.set(MIDNIGHT + DAY_MS);
    await agreeOn(world, partner, 'SG', ['4.25', '0', '0']);
    const stops = [
      { coordinates: { lat: '1.3048', lng: '103.8318' }, address: '1 Orchard Road' },
      { coordinates: { lat: '1.2840', lng: '103.8510' }, address: '1 Raffles Place' },
    ];
    const contact = { name: 'Ada', phone: '+6581234567' };
    await deliver(world, inSingapore, {
      as: partner,
      market: 'SG',
      quotation: { stops },
      parcel: { clientRef: 'SG-1', sender: contact, recipients: [contact] },
    });
    const [line, total] = await csv(partner, '2025-04', 'SG');
    expect([line?.[4], line?.[10], line?.[11], total?.[10]]).toEqual(['Singapore', '4.3', 'SGD', '4.3']);
  });

  test('prices each parcel by the list that held at its delivery, and says what none held for', async () => {
    const partner = await newPartner();
    const start = MIDNIGHT + 2 * DAY_MS;
    await deliverAt(start - SECOND_MS, partner, 'BEFORE');
    world.clock.set(start);
    await agreeOn(world, partner, 'HK', ['20', '0', '0']);
    await agreeOn(world, partner, 'HK', ['30', '0', '0'], start + HOUR_MS);
    await deliverAt(start, partner, 'FIRST');
    await deliverAt(start + HOUR_MS - SECOND_MS, partner, 'STILL-FIRST');
    await deliverAt(start + HOUR_MS, partner, 'SECOND');
    const records = await csv(partner, '2025-04');
    expect(records.map((fields) => [fields[3], fields[10], fields[12]])).toEqual([
      ['BEFORE', '', 'UNPRICED'],
      ['FIRST', '20', ''],
      ['STILL-FIRST', '20', ''],
      ['SECOND', '30', ''],
      ['', '70', '4 parcels. UNPRICED: 1 parcel has no price and is not in the total.'],
    ]);
  });

  test('is provisional until a day after its month, and refused before it', async () => {
    const partner = await newPartner();
    const note = async (now: number) => (await csv(partner, '2025-03', 'HK', now)).at(-1)?.[12];
    expect(await note(MIDNIGHT + DAY_MS - 1)).toContain('PROVISIONAL');
    expect(await note(MIDNIGHT + DAY_MS)).toBe('0 parcels.');
    await expect(csv(partner, '2025-04', 'HK', MIDNIGHT - 1)).rejects.toThrow('2025-04 has not begun yet.');
  });

  test('leaves out nothing and repeats nothing, however many parcels were delivered in the same moment', async () => {
    const partner = await newPartner();
    world.clock.set(MIDNIGHT - 10 * DAY_MS);
    await agreeOn(world, partner, 'HK', ['20', '0', '0']);
    const { orderId } = await deliverAt(MIDNIGHT - DAY_MS, partner, 'COPY-0');
    await copyParcel(orderId, 2_500);
    const records = await csv(partner, '2025-03');
    expect(records.at(-1)?.slice(10)).toEqual(['50020', 'HKD', '2501 parcels.']);
    expect(new Set(refs(records)).size).toBe(2_501);
    expect(records.slice(0, -1).map(([line]) => Number(line))).toEqual(Array.from({ length: 2_501 }, (_, i) => i + 1));
  });
});

/** As many more like it, delivered at the same time. */
async function copyParcel(orderId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => world.foundations.ids.next<'copy'>());
  await database().query(
    `insert into plus_quotations
     select copy, partner_id, market, locode, created_at, expires_at, schedule_at, deliver_by, document
     from plus_quotations, unnest($2::bigint[]) copy
     where plus_quotations.id = (select quotation_id from parcels where id = $1)`,
    [orderId, ids],
  );
  await database().query(
    `insert into parcels (id, partner_id, quotation_id, client_ref, market, locode, status, placed_at, updated_at, schedule_at,
       deliver_by, ended_at, driver_id, document, history, edits, wants_label, request_hash, share_token)
     select copy, partner_id, copy, 'COPY-' || copy, market, locode, status, placed_at, updated_at, schedule_at, deliver_by,
       ended_at, driver_id, document, history, edits, wants_label, request_hash, share_token || copy
     from parcels, unnest($2::bigint[]) copy where parcels.id = $1`,
    [orderId, ids],
  );
}

describe('price lists', () => {
  test('get versions of their own in each market, and stay as they are', async () => {
    const partner = await newPartner();
    world.clock.set(MIDNIGHT);
    const versions = [
      await agreeOn(world, partner, 'HK', ['20', '0', '0'], MIDNIGHT - 300 * DAY_MS),
      await agreeOn(world, partner, 'HK', ['21', '0', '0']),
      await agreeOn(world, partner, 'TH', ['90', '0', '0']),
    ];
    expect(versions.map(({ market, version }) => [market, version])).toEqual([
      ['HK', 1],
      ['HK', 2],
      ['TH', 1],
    ]);
    await expect(agreeOn(world, partner, 'HK', ['1', '0', '0'], MIDNIGHT - 1)).rejects.toThrow(
      'a new one can hold from 2025-03-31T16:00:00.00Z on',
    );
    const stored = await findPriceLists(database(), partner.partnerId);
    expect(stored.map(({ market, version, document }) => [market, version, document.allCities?.perParcel])).toEqual([
      ['HK', 2, '21'],
      ['HK', 1, '20'],
      ['TH', 1, '90'],
    ]);
  });

  test('of many imported at once each is a version', async () => {
    const partner = await newPartner();
    const lists = await Promise.all(
      Array.from({ length: 8 }, (_, index) => agreeOn(world, partner, 'HK', [String(index), '0', '0'])),
    );
    expect(lists.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('the database itself lets nobody change one, or add one to the past', async () => {
    const { partnerId } = await newPartner();
    await expect(database().query("update parcel_price_lists set market = 'SG'")).rejects.toThrow(
      'takes new rows only',
    );
    await expect(database().query('delete from parcel_price_lists')).rejects.toThrow('takes new rows only');
    const insert = (version: number, holdsFrom: string) =>
      database().query(
        "insert into parcel_price_lists values ($1, 'HK', $2, $3::timestamptz, '2025-04-01T00:00:00Z', '{}')",
        [partnerId, version, holdsFrom],
      );
    await insert(1, '2025-01-01T00:00:00Z');
    await expect(insert(2, '2025-03-31T23:59:59.999Z')).rejects.toThrow('parcel_price_lists_change_no_past');
    await insert(2, '2025-04-01T00:00:00Z');
  });
});

describe('a statement as PDF', () => {
  test('has its header and page number on every page, any script, and the totals', async () => {
    const partner = await newPartner();
    const start = MIDNIGHT + 5 * DAY_MS;
    const thai = await deliverAt(start - SECOND_MS, partner, 'พัสดุ-1');
    world.clock.set(start);
    await agreeOn(world, partner, 'HK', ['20.4', '0', '0.25']);
    await deliverAt(start, partner, '測試-2', '2.5');
    const { orderId } = await deliverAt(start + SECOND_MS, partner, 'COPY-0');
    await copyParcel(orderId, 60);
    const pdf = await pdfOf(partner, '2025-04');
    expect(pdf.sizes).toEqual([
      { width: 842, height: 595 },
      { width: 842, height: 595 },
    ]);
    for (const [index, text] of pdf.pages.entries()) {
      expect(text).toContain('Statement 2025-04 Hong Kong, amounts in HKD');
      expect(text).toContain(`${partner.name} Client ${partner.partnerId}`);
      expect(text).toContain('Line Delivered (local time) Order Your reference');
      expect(text).toContain(`Page ${index + 1} of 2`);
    }
    const [first, last] = pdf.pages;
    const km = Number(thai.distance.value) / 1000;
    expect(first).toContain(`1 2025-04-05 23:59:59 ${thai.orderId} พัสดุ-1 Hong Kong ${km} – – – – UNPRICED`);
    expect(first).toMatch(/2 2025-04-06 00:00:00 \d{19} 測試-2 Hong Kong [\d.]+ 2\.5 20\.4 0 0\.625 21\n/);
    expect(last).toContain(`Total 63 parcels`);
    expect(last).toContain(`${21 + 61 * 20} HKD`);
    expect(last).toContain('UNPRICED: 1 parcel has no price and is not in the total.');
    expect(first).not.toContain('Total 63 parcels');
  });

  test('of nothing is one page that says so', async () => {
    const { pages } = await pdfOf(await newPartner(), '2025-04');
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('Total 0 parcels');
  });
});

async function pdfOf(partner: Partner, month: string) {
  const parts: Buffer[] = [];
  const statement = await statementOf(world, partner, 'HK', month, LATER);
  await writePdf(statement, async (part) => {
    parts.push(Buffer.from(part));
  });
  const pdf = await openPdf(Buffer.concat(parts));
  const pages = Array.from({ length: pdf.pageCount }, (_, page) => pdf.textOf(page).replaceAll('\r\n', '\n'));
  const sizes = pdf.sizesInPoints.map(({ width, height }) => ({
    width: Math.round(width),
    height: Math.round(height),
  }));
  pdf.close();
  return { pages, sizes };
}
