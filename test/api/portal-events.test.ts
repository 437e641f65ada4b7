import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatInstant, HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { fund, place } from '../support/orders.ts';
import { answers, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const PATH = '/portal/v1/events';
type Line = { eventId: string; eventType: string; orderId: string | null; status: string; createdAt: string };
const list = async (user: DeskUser, query = '') => (await user.get(`${PATH}${query}`)).json.data as Line[];

async function someone() {
  const partner = await world.newPartner({ creditMinor: 100_000n, limitFactor: 1_000 });
  return { partner, user: await deskUser(world, 'portal', { role: 'developer', partner }) };
}

describe('the log', () => {
  test('is newest first and comes page by page, each event once', async () => {
    const { partner, user } = await someone();
    for (let index = 0; index < 5; index += 1) await fund(world, 1n, partner.partnerId);
    const all = await list(user);
    const pages: Line[] = [];
    for (let query = '?limit=3'; query !== ''; ) {
      const { json } = await user.get(`${PATH}${query}`);
      pages.push(...json.data);
      query = json.next === null ? '' : `?limit=3&after=${json.next}`;
    }
    expect(pages).toEqual(all);
    expect(new Set(all.map(({ eventId }) => eventId)).size).toBe(all.length);
  });

  test('is narrowed down by type, order and time, on both sides of each edge', async () => {
    const { partner, user } = await someone();
    const first = await place(world, { as: partner });
    const start = world.clock.now();
    world.clock.set(start + HOUR_MS);
    const second = await place(world, { as: partner });
    const orders = await list(user, '?type=ORDER_STATUS_CHANGED');
    expect(orders.map(({ orderId }) => orderId)).toEqual([second.orderId, first.orderId]);
    expect(await list(user, `?order=${first.orderId}`)).toEqual(orders.slice(1));
    const at = (offset: number) => encodeURIComponent(formatInstant(start + offset));
    const within = async (query: string) =>
      (await list(user, `?type=ORDER_STATUS_CHANGED&${query}`)).map(({ orderId }) => orderId);
    expect(await within(`since=${at(HOUR_MS)}`)).toEqual([second.orderId]);
    expect(await within(`since=${at(HOUR_MS + 1_000)}`)).toEqual([]);
    expect(await within(`until=${at(HOUR_MS)}`)).toEqual([first.orderId]);
    expect(await within(`until=${at(HOUR_MS + 1_000)}`)).toEqual([second.orderId, first.orderId]);
  });

  test('has what is told only here, too', async () => {
    const { partner, user } = await someone();
    const { database, clock } = world.foundations;
    await database.query(
      `insert into events (stream_id, number, partner_id, type, data, created_at)
       values ($1, 1000, $1, 'WALLET_BALANCE_LOW', '{"balance":{}}', $2)`,
      [partner.partnerId, new Date(clock.now())],
    );
    const [low] = await list(user, '?type=WALLET_BALANCE_LOW');
    expect(low).toMatchObject({ status: 'SKIPPED', orderId: null });
    expect((await user.get(`${PATH}/${low?.eventId}`)).status).toBe(200);
    expect((await user.post(`${PATH}/${low?.eventId}/redeliver`)).status).toBe(404);
  });

  test('answers nonsense by name', async () => {
    const { user } = await someone();
    for (const query of ['?after=x', '?limit=0', '?status=lost', '?order=<script>', '?since=yesterday']) {
      const { status, json } = await user.get(`${PATH}${query}`);
      expect([status, json.errors[0].detail]).toEqual([422, `/querystring/${query.slice(1).split('=')[0]}`]);
    }
    expect((await user.get(`${PATH}?type=%00`)).status).toBe(422);
  });

  test('is the partner’s own: nothing of another is found, opened or sent', async () => {
    const { user } = await someone();
    const other = await someone();
    const { orderId } = await place(world, { as: other.partner });
    const [foreign] = await list(other.user);
    expect(await list(user, `?order=${orderId}`)).toEqual([]);
    for (const eventId of [foreign?.eventId, '3E1B2C4D-0000-8000-8000-000000000001', 'x']) {
      expect((await user.get(`${PATH}/${eventId}`)).json.message).toBe('ERR_EVENT_NOT_FOUND');
      expect((await user.post(`${PATH}/${eventId}/redeliver`)).status).toBe(404);
    }
  });
});

describe('deliveries', () => {
  let receiver: WebhookReceiver;
  let sender: { stop(): Promise<void> };
  beforeAll(async () => {
    receiver = await startReceiver();
    sender = startSending(world);
  });
  afterAll(async () => {
    await sender.stop();
    await receiver.stop();
  });

  test('each attempt is there with its answer as text, and an event is sent again', async () => {
    const { partner, user } = await someone();
    await setUrl(world, receiver.url, partner);
    receiver.behave(answers.status(500, {}, '<script>alert(1)</script>'));
    const { orderId } = await place(world, { as: partner });
    await expect.poll(() => list(user, `?order=${orderId}&status=waiting`)).toMatchObject([{ attempts: 1 }]);
    expect(await list(user, `?order=${orderId}&status=parked`)).toEqual([]);
    expect(await list(user, `?order=${orderId}&status=delivered`)).toEqual([]);
    const [{ eventId } = { eventId: '' }] = await list(user, `?order=${orderId}`);
    expect((await user.get(`${PATH}/${eventId}`)).json.data).toMatchObject({
      orderId,
      status: 'PENDING',
      lastError: 'The receiver answered 500.',
      data: { order: { orderId } },
      tries: [{ status: 500, answer: '<script>alert(1)</script>' }],
    });
    receiver.behave(answers.status(200, {}, 'thanks'));
    expect((await user.post(`${PATH}/${eventId}/redeliver`)).status).toBe(200);
    await expect.poll(() => list(user, `?order=${orderId}&status=delivered`)).toHaveLength(1);
    expect((await user.get(`${PATH}/${eventId}`)).json.data.tries).toMatchObject([
      { status: 500 },
      { status: 200, answer: 'thanks' },
    ]);
  });

  test('what was not delivered since a time is recovered; without a URL there is nobody to send it to', async () => {
    const { partner, user } = await someone();
    await fund(world, 1n, partner.partnerId);
    const since = formatInstant(world.clock.now() - MINUTE_MS);
    const recover = (data: object) => user.post(`${PATH}/recover`, data);
    expect((await recover({ since })).json.message).toBe('ERR_NO_WEBHOOK');
    expect((await recover({ since: 'yesterday' })).json.errors[0].detail).toBe('/data/since');
    await setUrl(world, receiver.url, partner);
    const all = await list(user);
    expect((await recover({ since })).json.data).toEqual({ events: all.length });
    await expect.poll(() => list(user, '?status=delivered')).toHaveLength(all.length);
    expect((await recover({ since })).json.data).toEqual({ events: 0 });
  });
});
