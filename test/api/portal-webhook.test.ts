import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, formatInstant, HOUR_MS } from '../../src/foundation/time.ts';
import { type DeskUser, deskUser } from '../support/desk.ts';
import { fund } from '../support/orders.ts';
import { sign } from '../support/partner-client.ts';
import { answers, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { readEvents, setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let receiver: WebhookReceiver;
let sender: { stop(): Promise<void> };
beforeAll(async () => {
  world = await createWorld();
  receiver = await startReceiver();
  sender = startSending(world);
});
afterAll(async () => {
  await sender.stop();
  await receiver.stop();
  await world.close();
});
afterEach(() => receiver.behave(answers.status(200)));

const PATH = '/portal/v1/webhook';
const lookAt = async (user: DeskUser) => (await user.get(PATH)).json.data;
const actsOf = async (user: DeskUser) =>
  ((await user.get('/portal/v1/acts?subjectKind=webhook')).json.data as { action: string }[]).map(
    ({ action }) => action,
  );

async function someone() {
  const partner = await world.newPartner();
  return { partner, user: await deskUser(world, 'portal', { role: 'developer', partner }) };
}
async function withUrl() {
  const found = await someone();
  expect((await found.user.put(PATH, { url: receiver.url, seen: 0 })).status).toBe(204);
  return found;
}

describe('the URL', () => {
  test('is probed and set; before that there is none', async () => {
    const { user } = await someone();
    expect(await lookAt(user)).toEqual({
      url: null,
      revision: 0,
      version: 'v3',
      choices: [],
      allChoices: ['ORDER_CREATED', 'POD_STATUS_CHANGED', 'PLUS_ORDER_STATUS_CHANGED'],
      disabledReason: null,
      silentSince: null,
      nextTryAt: null,
      secretRotatedAt: null,
      lastDay: { delivered: 0, attempts: 0, isAtLeast: false },
      waiting: [],
    });
    const probes = receiver.pushes.length;
    expect((await user.put(PATH, { url: receiver.url, seen: 0 })).status).toBe(204);
    expect(receiver.pushes.slice(probes)).toMatchObject([{ method: 'POST', body: '' }]);
    expect(await lookAt(user)).toMatchObject({ url: receiver.url, revision: 1 });
    expect(await actsOf(user)).toEqual(['webhook.set']);
  });

  test('that does not answer 200, or is none, is refused at its field, and the one before stays', async () => {
    const { user } = await withUrl();
    receiver.behave(answers.status(500));
    for (const url of [receiver.url, 'ftp://example.com', 'javascript:alert(1)', '<script>']) {
      const { status, json } = await user.put(PATH, { url, seen: 1 });
      expect([status, json.message, json.errors[0].detail]).toEqual([422, 'ERR_INVALID_RESPONSE', '/data/url']);
    }
    expect(await lookAt(user)).toMatchObject({ url: receiver.url, revision: 1 });
  });

  test('is taken away by an empty one', async () => {
    const { user } = await withUrl();
    expect((await user.put(PATH, { url: '', seen: 1 })).status).toBe(204);
    expect(await lookAt(user)).toMatchObject({ url: null, revision: 2 });
    expect((await user.post(`${PATH}/test`)).json.message).toBe('ERR_NO_WEBHOOK');
  });

  test('set by somebody else meanwhile, also by the API, is told to the later one', async () => {
    const { partner, user } = await withUrl();
    await setUrl(world, `${receiver.url}/other`, partner);
    const { status, json } = await user.put(PATH, { url: receiver.url, seen: 1 });
    expect([status, json.message]).toEqual([409, 'ERR_CHANGED_MEANWHILE']);
    expect(json.errors[0].message).toContain(`${receiver.url}/other`);
    expect((await lookAt(user)).url).toBe(`${receiver.url}/other`);
  });
});

test('events are chosen, in any order, and no others than there are', async () => {
  const { user } = await someone();
  const choose = (choices: string[]) => user.put(`${PATH}/choices`, { choices });
  expect((await choose(['POD_STATUS_CHANGED', 'ORDER_CREATED'])).status).toBe(204);
  expect((await lookAt(user)).choices).toEqual(['ORDER_CREATED', 'POD_STATUS_CHANGED']);
  expect((await choose(['WALLET_BALANCE_LOW'])).status).toBe(422);
  expect((await choose([])).status).toBe(204);
  expect((await lookAt(user)).choices).toEqual([]);
});

type Push = { readonly body: string; readonly headers: Readonly<Record<string, string | undefined>> };
const signaturesOf = (push: unknown) => (push as Push).headers['webhook-signature']?.split(' ');

/** Which of these secrets a push is signed with. */
async function signing(user: DeskUser, ...secrets: readonly string[]): Promise<readonly (boolean | undefined)[]> {
  await user.post(`${PATH}/test`);
  const push = receiver.pushes.at(-1) as Push;
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp } = push.headers;
  const at = new Date(Number(timestamp) * 1000);
  return secrets.map((secret) => signaturesOf(push)?.includes(new Webhook(secret).sign(id, at, push.body)));
}

describe('the secret', () => {
  test('is shown when somebody asks, and that stands in the audit log', async () => {
    const { partner, user } = await someone();
    const { json } = await user.post(`${PATH}/secret`, undefined, { requestId: 'look' });
    expect(json.data).toEqual({ webhookSecret: partner.webhookSecret });
    expect(await actsOf(user)).toEqual(['webhook.show-secret']);
    const rows = await world.foundations.database.query('select 1 from remembered_answers where body like $1', [
      `%${partner.webhookSecret}%`,
    ]);
    expect(rows).toEqual([]);
  });

  test('made anew, both sign for a day, and then only the new one', async () => {
    const { partner, user } = await withUrl();
    const { webhookSecret } = (await user.post(`${PATH}/secret/rotate`)).json.data;
    expect(webhookSecret).not.toBe(partner.webhookSecret);
    expect((await lookAt(user)).secretRotatedAt).toBe(formatInstant(world.clock.now()));
    expect(await signing(user, partner.webhookSecret, webhookSecret)).toEqual([true, true]);
    world.clock.advance(DAY_MS);
    const later = await deskUser(world, 'portal', { partner });
    expect((await lookAt(later)).secretRotatedAt).toBeNull();
    expect(await signing(later, partner.webhookSecret, webhookSecret)).toEqual([false, true]);
  });

  test('made anew again within the day, each that was replaced signs until its own day is over', async () => {
    const { partner, user } = await withUrl();
    const anew = async (): Promise<string> => (await user.post(`${PATH}/secret/rotate`)).json.data.webhookSecret;
    const first = partner.webhookSecret;
    const second = await anew();
    world.clock.advance(HOUR_MS);
    const third = await anew();
    expect(await signing(user, first, second, third)).toEqual([true, true, true]);
    world.clock.advance(DAY_MS - HOUR_MS);
    const later = await deskUser(world, 'portal', { role: 'developer', partner });
    expect(await signing(later, first, second, third)).toEqual([false, true, true]);
    world.clock.advance(HOUR_MS);
    expect(await signing(later, first, second, third)).toEqual([false, false, true]);
  });

  test('made anew however often, a few of those before sign: a header holds no more', async () => {
    const { user } = await withUrl();
    for (let time = 1; time <= 12; time++) await user.post(`${PATH}/secret/rotate`);
    await user.post(`${PATH}/test`);
    expect(signaturesOf(receiver.pushes.at(-1))).toHaveLength(8);
  });

  test('is nothing for a viewer', async () => {
    const { partner } = await someone();
    const viewer = await deskUser(world, 'portal', { role: 'viewer', partner });
    expect((await viewer.get(PATH)).text).not.toContain(partner.webhookSecret);
    for (const path of ['secret', 'secret/rotate', 'test'])
      expect((await viewer.post(`${PATH}/${path}`)).status).toBe(403);
  });
});

describe('a test send', () => {
  test('is a real push, signed as any other, and tells what came of it', async () => {
    const { partner, user } = await withUrl();
    receiver.behave(answers.status(200, {}, '<script>alert(1)</script>'));
    const { data } = (await user.post(`${PATH}/test`)).json;
    expect(data).toMatchObject({
      eventType: 'WEBHOOK_TEST',
      url: receiver.url,
      status: 200,
      answer: '<script>alert(1)</script>',
      error: null,
    });
    const { json } = receiver.pushes.at(-1) as { json: Record<string, string> & { data: object } };
    expect(json).toMatchObject({ apiKey: partner.apiKey, eventId: data.eventId, eventType: 'WEBHOOK_TEST' });
    const signed = JSON.stringify(json.data);
    expect(json.signature).toBe(sign(partner.apiSecret, String(json.timestamp), 'POST', '/hooks', signed));
  });

  test('that fails says why, and changes nothing for real events', async () => {
    const { partner, user } = await withUrl();
    receiver.behave(answers.status(503, {}, 'down'));
    expect((await user.post(`${PATH}/test`)).json.data).toMatchObject({
      status: 503,
      answer: 'down',
      error: 'The receiver answered 503.',
    });
    expect(await lookAt(user)).toMatchObject({ silentSince: null, disabledReason: null, waiting: [] });
    receiver.behave(answers.status(410));
    await user.post(`${PATH}/test`);
    expect((await lookAt(user)).disabledReason).toBeNull();
    expect((await readEvents(world, '', partner)).json.data).toEqual([]);
  });

  test('is made ten times a minute at most', async () => {
    const { user } = await withUrl();
    const statuses: number[] = [];
    for (let sent = 0; sent < 11; sent += 1) statuses.push((await user.post(`${PATH}/test`)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

test('how deliveries go: what got through, what waits since when, what is parked and why', async () => {
  const { partner, user } = await withUrl();
  await fund(world, 1n, partner.partnerId);
  await expect
    .poll(() => lookAt(user))
    .toMatchObject({ lastDay: { delivered: 1, attempts: 1, isAtLeast: false }, waiting: [] });
  receiver.behave(answers.status(500));
  await fund(world, 1n, partner.partnerId);
  await fund(world, 1n, partner.partnerId);
  const at = formatInstant(world.clock.now());
  await expect
    .poll(() => lookAt(user))
    .toMatchObject({
      silentSince: at,
      waiting: [{ count: 2, oldestAt: at, isAtLeast: false, parkedReason: null }],
    });
  receiver.behave(answers.status(410));
  world.clock.advance(60_000);
  await expect
    .poll(() => lookAt(user))
    .toMatchObject({
      disabledReason: expect.stringContaining('410'),
      waiting: [{ count: 2, parkedReason: expect.stringContaining('410') }],
    });
});
