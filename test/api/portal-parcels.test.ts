import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvRecord } from '../../src/foundation/csv.ts';
import { DAY_MS } from '../../src/foundation/time.ts';
import { deskUser } from '../support/desk.ts';
import { driverOf } from '../support/driver-client.ts';
import { CENTRAL, MONG_KOK } from '../support/orders.ts';
import { placePlus, supportOf, take } from '../support/parcels.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let user: Awaited<ReturnType<typeof deskUser>>;
beforeAll(async () => {
  world = await createWorld({ partner: { platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 1000 } });
  user = await deskUser(world, 'portal');
});
afterAll(() => world.close());

const HEAD = [
  ...['reference', 'pick_up_at', 'pick_up_address', 'pick_up_lat', 'pick_up_lng', 'sender_name', 'sender_phone'],
  ...['delivery_address', 'delivery_lat', 'delivery_lng', 'recipient_name', 'recipient_phone', 'label'],
];
type Fields = Partial<Record<(typeof HEAD)[number], string>>;
const tomorrow = () => new Date(world.clock.now() + DAY_MS).toISOString();

function line(reference: string, fields: Fields = {}): string {
  const usual: Fields = {
    reference,
    pick_up_at: tomorrow(),
    pick_up_address: CENTRAL.address,
    pick_up_lat: CENTRAL.coordinates.lat,
    pick_up_lng: CENTRAL.coordinates.lng,
    sender_name: 'Ada',
    sender_phone: '+85256847123',
    delivery_address: MONG_KOK.address,
    delivery_lat: MONG_KOK.coordinates.lat,
    delivery_lng: MONG_KOK.coordinates.lng,
    recipient_name: 'Ben',
    recipient_phone: '+85256847124',
  };
  return csvRecord(HEAD.map((column) => ({ ...usual, ...fields })[column] ?? ''));
}
const fileOf = (...lines: readonly string[]) => Buffer.from(csvRecord(HEAD) + lines.join('')).toString('base64');
const check = (file: string) => user.post('/portal/v1/uploads/check?market=HK', { file });
const placeLines = (lines: unknown) => user.post('/portal/v1/uploads/place?market=HK', { lines });
const list = async (query: string) => (await user.get(`/portal/v1/parcels?${query}`)).json;
const referencesOf = ({ data }: { data: { clientRef: string }[] }) => data.map(({ clientRef }) => clientRef);

describe('the list', () => {
  test('is searched by the beginning of the reference and by the id, narrowed by day and status, and goes on', async () => {
    const placed: { orderId: string }[] = [];
    for (const clientRef of ['LIST-1', 'LIST-2', 'LIST-3', 'L_ST-4'])
      placed.push(await placePlus(world, { parcel: { clientRef } }));
    const listed = await list('search=LIST-');
    expect(referencesOf(listed)).toEqual(['LIST-3', 'LIST-2', 'LIST-1']);
    expect(listed.data[0]).toMatchObject({ city: 'Hong Kong', timeZone: 'Asia/Hong_Kong' });
    const first = await list('search=LIST-&limit=2');
    expect(referencesOf(await list(`search=LIST-&limit=2&after=${first.next}`))).toEqual(['LIST-1']);
    expect(referencesOf(await list(`search=${placed[1]?.orderId}`))).toEqual(['LIST-2']);
    expect(referencesOf(await list('search=L_ST'))).toEqual(['L_ST-4']);
    expect((await user.delete(`/portal/v1/parcels/${placed[0]?.orderId}`)).status).toBe(204);
    expect(referencesOf(await list('search=LIST-&status=CANCELED'))).toEqual(['LIST-1']);
    expect(referencesOf(await list('status=CANCELED'))).toEqual(['LIST-1']);
    expect(referencesOf(await list('status=OPEN&search=LIST-'))).toEqual(['LIST-3', 'LIST-2']);
    expect(referencesOf(await list('status=OPEN&limit=1'))).toHaveLength(1);
    const day = (ms: number) => encodeURIComponent(new Date(world.clock.now() + ms).toISOString());
    expect(referencesOf(await list(`from=${day(0)}&until=${day(2 * DAY_MS)}&status=CANCELED`))).toEqual(['LIST-1']);
    expect(referencesOf(await list(`from=${day(5 * DAY_MS)}`))).toEqual([]);
    expect((await user.get('/portal/v1/parcels?status=LOST')).status).toBe(422);
  });

  test('is not there for a partner without scheduled deliveries', async () => {
    const other = await deskUser(world, 'portal', { partner: await world.newPartner({ name: 'On demand' }) });
    for (const path of ['parcels', 'parcels/1571354659422392320', 'labels/1571354659422392320'])
      expect((await other.get(`/portal/v1/${path}`)).status).toBe(403);
    expect((await other.post('/portal/v1/uploads/check', { file: '' })).status).toBe(403);
  });
});

describe('one parcel', () => {
  test('is read, edited and cancelled by the rules of the API; another partner’s is not there', async () => {
    const { orderId, stops } = await placePlus(world, { parcel: { clientRef: 'ONE-1', generateLabel: true } });
    const parcel = (await user.get(`/portal/v1/parcels/${orderId}`)).json.data;
    expect(parcel).toMatchObject({ clientRef: 'ONE-1', label: { status: 'GENERATING' } });
    const edited = await user.patch(`/portal/v1/parcels/${orderId}`, {
      scheduleAt: new Date(world.clock.now() + 2 * DAY_MS).toISOString(),
      deliveryBy: new Date(world.clock.now() + 3 * DAY_MS).toISOString(),
      stops: stops.map((stop: object) => ({ ...stop, name: 'Cleo', phone: '+85256847125' })),
    });
    expect(edited.status).toBe(201);
    expect((await user.get(`/portal/v1/parcels/${orderId}`)).json.data.stops[1].name).toBe('Cleo');
    const labels = await user.post('/portal/v1/labels', { orderIds: [orderId] });
    expect(labels.json.data).toMatchObject({ status: 'GENERATING', url: null });
    expect((await user.get(`/portal/v1/labels/${labels.json.data.labelBatchId}`)).status).toBe(200);
    const stranger = await deskUser(world, 'portal', {
      partner: await world.newPartner({ name: 'Stranger', platforms: ['PLUS'] }),
    });
    for (const method of ['GET', 'DELETE'])
      expect((await stranger.call(method, `/portal/v1/parcels/${orderId}`)).status).toBe(404);
    expect((await stranger.get(`/portal/v1/labels/${labels.json.data.labelBatchId}`)).status).toBe(404);
    const acts = (await user.get(`/portal/v1/acts?subjectId=${orderId}`)).json.data;
    expect(acts[0]).toMatchObject({ action: 'parcel.edit', subject: { kind: 'parcel' } });
  });

  test('says why it was left and why it was not picked up, to its partner alone', async () => {
    const support = await supportOf(world);
    const driver = await driverOf(world);
    const { orderId } = await placePlus(world);
    await support.assign(orderId, driver.id);
    await take(driver, orderId, 'drop-out');
    await support.assign(orderId, driver.id);
    await take(driver, orderId, 'fail-pick-up');
    const { entries, ...place } = (await user.get(`/portal/v1/parcels/${orderId}/history`)).json.data;
    expect(place).toEqual({ city: 'Hong Kong', timeZone: 'Asia/Hong_Kong' });
    const logs = (await user.get(`/portal/v1/parcels/${orderId}`)).json.data.deliveryLogs;
    expect(entries.map(({ at }: { at: string }) => at)).toEqual(
      logs.map(({ updatedAt }: { updatedAt: string }) => updatedAt),
    );
    expect(entries.map(({ status, reason }: Record<string, string>) => [status, reason])).toEqual([
      ['AWAIT_DRIVER', undefined],
      ['AWAIT_PICKUP', undefined],
      ['AWAIT_DRIVER', 'Flat tyre'],
      ['AWAIT_PICKUP', undefined],
      ['FAILED_PICKUP', 'Nothing there'],
    ]);
    const stranger = await deskUser(world, 'portal', { partner: await world.newPartner({ platforms: ['PLUS'] }) });
    for (const id of [orderId, '1', 'none'])
      expect((await stranger.get(`/portal/v1/parcels/${id}/history`)).status).toBe(404);
  });
});

describe('the upload', () => {
  test('starts from a template that can be sent back', async () => {
    const template = await user.get('/portal/v1/uploads/template');
    expect(template.headers['content-disposition']).toBe('attachment; filename="parcels.csv"');
    const checked = await check(Buffer.from(template.text).toString('base64'));
    expect(checked.json.data.lines).toMatchObject([{ line: 2, reference: 'R-1001' }]);
    const inCommas = await user.get('/portal/v1/uploads/template?decimal=comma');
    expect(inCommas.text).toMatch(/^\uFEFFreference;pick_up_at;/);
    expect((await check(Buffer.from(inCommas.text).toString('base64'))).json.data.faults).toEqual(
      checked.json.data.faults,
    );
  });

  test('says of every line and column what is wrong, and places nothing', async () => {
    await placePlus(world, { parcel: { clientRef: 'UP-0' } });
    const file = fileOf(
      line('UP-0'),
      line('UP-1'),
      line('UP-2', { recipient_phone: '+15550100', recipient_name: '' }),
      line('UP-1', { pick_up_at: 'tomorrow' }),
      line('UP-4', { delivery_lat: '1.3', delivery_lng: '103.8' }),
      line('UP-5', { label: 'maybe', sender_name: '<script>alert(1)</script>' }),
    );
    const { lines, faults, placedBefore } = (await check(file)).json.data;
    expect(lines).toHaveLength(6);
    expect(Object.keys(placedBefore)).toEqual(['UP-0']);
    expect(faults.map((fault: { line: number; column: string }) => [fault.line, fault.column])).toEqual([
      [4, 'recipient_name'],
      [4, 'recipient_phone'],
      [5, 'reference'],
      [5, 'pick_up_at'],
      [6, expect.any(String)],
      [7, 'label'],
    ]);
    expect(referencesOf(await list('search=UP-'))).toEqual(['UP-0']);
  });

  test('places lines one by one, again without harm, and says of each what became of it', async () => {
    const { lines, faults } = (await check(fileOf(line('GO-1'), line('GO-2', { label: 'yes' })))).json.data;
    expect(faults).toEqual([]);
    const spoilt = { ...lines[0], line: 4, reference: 'GO-3', recipient_phone: 'none' };
    const first = (await placeLines([...lines, spoilt])).json.data;
    expect(first).toMatchObject([
      { line: 2, outcome: 'PLACED' },
      { line: 3, outcome: 'PLACED' },
      { line: 4, outcome: 'REFUSED', faults: [{ line: 4, column: 'recipient_phone' }] },
    ]);
    const again = (await placeLines(lines)).json.data;
    expect(again).toEqual(first.slice(0, 2).map((result: object) => ({ ...result, outcome: 'PLACED_BEFORE' })));
    expect(referencesOf(await list('search=GO-'))).toEqual(['GO-2', 'GO-1']);
    // A spreadsheet in which one line is mended writes those anew that are placed.
    const savedAnew = { pick_up_at: '20/11/2026 10:00', recipient_phone: '8.52568E+10' };
    expect((await check(fileOf(line('GO-1', savedAnew)))).json.data.faults).toEqual([]);
    expect((await placeLines([{ ...lines[0], ...savedAnew }])).json.data).toEqual([again[0]]);
    const columns = async (file: string) =>
      (await check(file)).json.data.faults.map(({ column }: { column: string }) => column);
    expect(await columns(fileOf(line('GO-9', savedAnew)))).toEqual(['pick_up_at', 'recipient_phone']);
    const [refused] = (await placeLines([{ ...lines[0], ...savedAnew, reference: 'GO-9' }])).json.data;
    expect([refused.outcome, refused.faults.length]).toEqual(['REFUSED', 2]);
    const both = await Promise.all([1, 2].map(() => placeLines([{ ...lines[0], reference: 'GO-4' }])));
    const outcomes = both.map(({ json }) => json.data[0].outcome).sort();
    expect(outcomes).toEqual(['PLACED', 'PLACED_BEFORE']);
    expect(new Set(both.map(({ json }) => json.data[0].orderId)).size).toBe(1);
  });

  test('tells of a parcel whose reference a spreadsheet has taken the zeros from that it is placed, but not of one beside it', async () => {
    const { lines } = (await check(fileOf(line('0071'), line('0072')))).json.data;
    await placeLines([lines[0]]);
    const spoilt = fileOf(line('71'), line('72'));
    const { faults, placedBefore } = (await check(spoilt)).json.data;
    expect(faults).toEqual([
      { line: 2, column: 'reference', sentence: expect.stringMatching(/^0071 is placed already/) },
    ]);
    expect(placedBefore).toEqual({});
    const both = (await check(fileOf(line('0071'), line('71')))).json.data;
    expect([both.faults, Object.keys(both.placedBefore)]).toEqual([[], ['0071']]);
  });

  test('tells encodings apart and refuses too many lines, in a sentence', async () => {
    const sentence = async (file: Buffer) => (await check(file.toString('base64'))).json.errors[0];
    const text = csvRecord(HEAD) + line('E-1', { recipient_name: 'Zoë' });
    expect(await sentence(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toMatchObject({
      detail: '/data/file',
      message: expect.stringMatching(/UTF-16/),
    });
    expect((await sentence(Buffer.from(text, 'latin1'))).message).toMatch(/Windows-1252/);
    expect((await sentence(Buffer.from(csvRecord(HEAD) + 'a\r\n'.repeat(2_001)))).message).toMatch(
      /more than 2,000 lines/,
    );
    const million = await check('YSwK'.repeat(1_100_000));
    expect([million.status, million.json.message]).toEqual([413, 'ERR_PAYLOAD_TOO_LARGE']);
    expect((await placeLines(Array.from({ length: 51 }, () => ({})))).status).toBe(422);
  });

  test('is not for those who only look', async () => {
    const viewer = await deskUser(world, 'portal', { role: 'viewer' });
    expect((await viewer.post('/portal/v1/uploads/check?market=HK', { file: fileOf(line('V-1')) })).status).toBe(403);
    expect((await viewer.post('/portal/v1/uploads/place?market=HK', { lines: [] })).status).toBe(403);
    expect((await viewer.get('/portal/v1/parcels')).status).toBe(200);
  });
});
