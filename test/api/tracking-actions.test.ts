import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DRIVERS_CHANNEL } from '../../src/drivers/index.ts';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import { wordsOfRecipients } from '../../src/tracking/index.ts';
import { CENTRAL, MONG_KOK, place, TUEN_MUN } from '../support/orders.ts';
import { bring, type Support } from '../support/parcels.ts';
import { act } from '../support/sandbox.ts';
import { pathOf, SCRIPT, type Tracking, trackedWorld } from '../support/tracking.ts';
import type { World } from '../support/world.ts';

let world: World;
let support: Support;
let tracking: Tracking;
beforeAll(async () => {
  ({ world, support, tracking } = await trackedWorld());
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(2 * MINUTE_MS));

const NOTE = 'Ring at door B';
/** An order that waits, with the stop that most is said about. */
async function waiting(stops = [CENTRAL, MONG_KOK]) {
  const { orderId, shareLink, stops: placed } = await place(world, { quotation: { stops } });
  const stopIds = placed.map(({ stopId }: { stopId: string }) => stopId) as string[];
  return { orderId: orderId as string, path: pathOf(shareLink), stopId: stopIds[1] as string, stopIds };
}
const said = (orderId: string) => wordsOfRecipients(world.foundations.database, [orderId]);
const wishes = (orderId: string) =>
  world.foundations.database.query('select stop_id, language from near_messages where delivery_id = $1', [orderId]);

describe('a note', () => {
  test('is kept for the driver, and the page says how many were sent and nothing of what they say', async () => {
    const { orderId, path, stopId } = await waiting();
    const answer = await tracking.post(`${path}/notes`, { stopId, note: ` ${NOTE}\r\n${SCRIPT} ` });
    expect([answer.status, answer.headers.location]).toEqual([303, `${path}#actions-${stopId}`]);
    expect(await said(orderId)).toEqual([
      { streamId: orderId, stopId, kind: 'note', text: `${NOTE} ${SCRIPT}`, at: world.clock.now() },
    ]);
    const { text, html } = await tracking.read(path);
    expect(text).toContain('Sent to the driver: 1 of 5');
    expect(html).not.toContain(NOTE);
  });

  test('that is empty or too long is refused with a reason, in the language that was chosen', async () => {
    const { orderId, path, stopId } = await waiting();
    const refusal = async (note: string) =>
      (await tracking.post(`${path}/notes?lang=th`, { stopId, note })).headers.location;
    expect(await refusal('  ')).toBe(`${path}?lang=th&said=noteEmpty`);
    expect(await refusal('門'.repeat(301))).toBe(`${path}?lang=th&said=noteTooLong`);
    expect((await tracking.read(`${path}?said=noteTooLong`)).text).toContain('A note has 300 characters at most.');
    expect(await said(orderId)).toEqual([]);
    expect(await refusal('門'.repeat(300))).toBe(`${path}?lang=th#actions-${stopId}`);
  });

  test('is taken five times for a delivery, also when all come at once', async () => {
    const { orderId, path, stopId } = await waiting();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => tracking.post(`${path}/notes`, { stopId, note: `${index}` })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(answers.filter(({ headers }) => headers.location === `${path}#actions-${stopId}`)).toHaveLength(5);
    expect(await said(orderId)).toHaveLength(5);
    expect((await tracking.post(`${path}/notes`, { stopId, note: NOTE })).headers.location).toContain('notesFull');
    expect((await tracking.read(path)).text).not.toContain('Send note');
  });

  test('is for open drop-offs of this delivery only', async () => {
    const { orderId, path, stopIds } = await waiting([CENTRAL, MONG_KOK, TUEN_MUN]);
    const other = await waiting();
    for (const stopId of [stopIds[0] as string, other.stopId, 'x', '', '1'.repeat(500)])
      expect((await tracking.post(`${path}/notes`, { stopId, note: NOTE })).headers.location).toContain('notesFull');
    await act(world, orderId, 'SUPPORT_CANCEL');
    const [, , last = ''] = stopIds;
    expect((await tracking.post(`${path}/notes`, { stopId: last, note: NOTE })).headers.location).toContain('said=');
    expect(await said(orderId)).toEqual([]);
    expect((await tracking.read(path)).html).not.toContain('<textarea');
  });

  test('stays with the order that takes the place of this one', async () => {
    const { orderId, path, stopId } = await waiting();
    await tracking.post(`${path}/notes`, { stopId, note: NOTE });
    await act(world, orderId, 'SUPPORT_REPLACE');
    expect((await tracking.read(path)).text).toContain('Sent to the driver: 1 of 5');
  });

  test('wakes the driver who has the delivery', async () => {
    const { driver, path, stopIds } = await tracking.underWay();
    const heard: (string | undefined)[] = [];
    world.foundations.session.listen(DRIVERS_CHANNEL, (driverId) => heard.push(driverId));
    await tracking.post(`${path}/notes`, { stopId: stopIds[1] as string, note: NOTE });
    await expect.poll(() => heard).toContain(driver.id);
  });

  test('for a parcel is the same', async () => {
    const { orderId } = await bring(world, support, 'DELIVERING');
    const path = await tracking.parcelPath(orderId);
    const [, stopId = ''] = /name="stopId" value="(\d+)"/.exec((await tracking.read(path)).html) ?? [];
    await tracking.post(`${path}/notes`, { stopId, note: NOTE });
    expect(await said(orderId)).toMatchObject([{ stopId, text: NOTE }]);
  });
});

test('that a parcel is not theirs is taken once for a stop, told to the driver, and logged', async () => {
  const { orderId, path, stopId } = await waiting();
  for (let times = 0; times < 2; times++)
    expect((await tracking.post(`${path}/wrong-parcel`, { stopId })).status).toBe(303);
  expect(await said(orderId)).toEqual([
    { streamId: orderId, stopId, kind: 'wrongParcel', text: '', at: world.clock.now() },
  ]);
  const lines = world.logEntries().filter(({ msg }) => String(msg).includes('not theirs'));
  expect(lines.filter((line) => line.orderId === orderId)).toMatchObject([{ stopId }]);
  const { text } = await tracking.read(path);
  expect(text).toContain('The driver and support have been told.');
  expect(text).not.toContain('Report it');
});

test('a message is asked for once for a stop, in the language of the page', async () => {
  const { orderId, path, stopId } = await waiting();
  await tracking.post(`${path}/near?lang=pt-BR`, { stopId });
  await tracking.post(`${path}/near?lang=ja`, { stopId });
  expect(await wishes(orderId)).toEqual([{ stop_id: stopId, language: 'pt-BR' }]);
  expect((await tracking.read(path)).text).toContain('A message will be sent when the driver is near.');
  await act(world, orderId, 'SUPPORT_CANCEL');
  const other = await waiting();
  await act(world, other.orderId, 'SUPPORT_CANCEL');
  await tracking.post(`${other.path}/near`, { stopId: other.stopId });
  expect(await wishes(other.orderId)).toEqual([]);
});

test.each([
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ origin: 'https://evil.example' }, 403],
  [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
  [{ origin: 'null' }, 303],
])('a form sent with %j is answered %i', async (headers, status) => {
  const { orderId, path, stopId } = await waiting();
  expect((await tracking.post(`${path}/notes`, { stopId, note: NOTE }, headers)).status).toBe(status);
  expect(await said(orderId)).toHaveLength(status === 303 ? 1 : 0);
});

test('a form that is too large is not read', async () => {
  const { path, stopId } = await waiting();
  const { status, text } = await tracking.post(`${path}/notes`, { stopId, note: 'x'.repeat(17 * 1024) });
  expect([status, text.includes('This did not work')]).toEqual([413, true]);
});

test('20 forms a minute are taken from an address for a delivery, and no more; other deliveries are not held up', async () => {
  const { path, stopId } = await waiting();
  for (let times = 0; times < 21; times++)
    await tracking.post(`${path}/wrong-parcel`, { stopId }, { origin: 'https://evil.example' });
  const statuses: number[] = [];
  for (let times = 0; times < 21; times++)
    statuses.push((await tracking.post(`${path}/wrong-parcel`, { stopId })).status);
  expect(statuses).toEqual([...Array(20).fill(303), 429]);
  const other = await waiting();
  expect((await tracking.post(`${other.path}/near`, { stopId: other.stopId })).status).toBe(303);
  world.clock.advance(MINUTE_MS);
  expect((await tracking.post(`${path}/near`, { stopId })).status).toBe(303);
});
