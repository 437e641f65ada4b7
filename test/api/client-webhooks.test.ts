import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { verifyWebhook } from '../../clients/node/src/index.ts';
import type { MadePartner } from '../../src/main/make-partner.ts';
import { clientOf } from '../support/client.ts';
import { CENTRAL, MONG_KOK, RECIPIENT, SENDER } from '../support/orders.ts';
import { eventually, type Push, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let receiver: WebhookReceiver;
let sender: { stop(): Promise<void> };
let partner: MadePartner;
let push: Push;
let orderId: string;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true, partner: { markets: ['HK'], creditMinor: 1_000_000n } });
  partner = world.partner;
  receiver = await startReceiver();
  const { client } = clientOf(world, partner);
  await client.webhook.set(receiver.url);
  const quotation = await client.quotations.create({
    serviceType: 'MOTORCYCLE',
    language: 'en_HK',
    stops: [CENTRAL, MONG_KOK],
  });
  const order = { sender: SENDER, recipients: [{ ...RECIPIENT, name: '陳大文' }] };
  orderId = (await quotation.placeOrder(order)).orderId;
  sender = startSending(world);
  push = await eventually(() => receiver.taken().find(({ json }) => json.eventType === 'ORDER_STATUS_CHANGED'));
});
afterAll(async () => {
  await sender.stop();
  await receiver.stop();
  await world.close();
});
afterEach(() => {
  vi.useRealTimers();
});

const byHeaders = ({ body, headers }: Pick<Push, 'body' | 'headers'>, { webhookSecret } = partner) =>
  verifyWebhook({ body, headers, webhookSecret });
const byBody = ({ body }: Pick<Push, 'body'>, { apiSecret } = partner, url = receiver.url) =>
  verifyWebhook({ body, apiSecret, url });
const refusal = { code: 'INVALID_WEBHOOK' };

describe.each([
  ['its headers', byHeaders],
  ['the signature in its body', byBody],
] as const)('a delivery is checked by %s', (_, check) => {
  test('and gives the event, typed', async () => {
    const event = await check(push);
    if (event?.eventType !== 'ORDER_STATUS_CHANGED') throw new Error('another event');
    expect([event.eventId, event.data.order]).toEqual([
      push.headers['webhook-id'],
      expect.objectContaining({ orderId, previousStatus: '', status: 'ASSIGNING_DRIVER' }),
    ]);
  });

  test('and refused where it was changed, is old, or was signed for somebody else', async () => {
    const changed = { ...push, body: push.body.replace('ASSIGNING_DRIVER', 'COMPLETED') };
    await expect(check(changed)).rejects.toMatchObject(refusal);
    await expect(check(push, await world.newPartner())).rejects.toMatchObject(refusal);
    vi.useFakeTimers({ now: Date.now() + 302_000, toFake: ['Date'] });
    await expect(check(push)).rejects.toMatchObject(refusal);
  });
});

test('a delivery that was meant for another address is refused', async () => {
  await expect(byBody(push, partner, 'https://shop.example/other')).rejects.toMatchObject(refusal);
});

test('the request that was sent at registration is no event', async () => {
  const [probe] = receiver.pushes;
  expect(probe?.body).toBe('');
  expect(await byHeaders(probe as Push)).toBeUndefined();
});
