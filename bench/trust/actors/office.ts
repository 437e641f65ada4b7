import { csvRecord } from '../../../src/foundation/csv.ts';
import { seen } from '../evidence.ts';
import type { Actor } from './actor.ts';
import { signIn } from './desk-client.ts';
import { CENTRAL, MONG_KOK, RECIPIENT, SENDER, SHA_TIN } from './places.ts';
import { shopperOf } from './shopping.ts';

const STEP_SECONDS = 1_438;
const MARKET = '?market=HK';

/** Somebody at the portal: orders and parcels by hand, keys, the webhook, the wallet's alarm and the sandbox. */
export const office: Actor = {
  name: 'office',
  drives: [
    'POST /portal/v1/quotations',
    'POST /portal/v1/orders',
    'PATCH /portal/v1/orders/:orderId',
    'DELETE /portal/v1/orders/:orderId',
    'POST /portal/v1/orders/:orderId/priority-fee',
    'DELETE /portal/v1/orders/:orderId/drivers/:driverId',
    'PATCH /portal/v1/parcels/:orderId',
    'DELETE /portal/v1/parcels/:orderId',
    'POST /portal/v1/labels',
    'POST /portal/v1/sandbox/clock',
    'POST /portal/v1/sandbox/orders/:orderId/actions',
    'PUT /portal/v1/sandbox/faults',
    'PUT /portal/v1/sandbox/simulation',
    'PUT /sandbox/v1/faults',
    'POST /portal/v1/places',
    'PUT /portal/v1/wallets/:market/alert',
    'POST /portal/v1/uploads/check',
    'POST /portal/v1/uploads/place',
    'POST /portal/v1/keys',
    'PATCH /portal/v1/keys/:apiKey',
    'PUT /portal/v1/keys/:apiKey/status',
    'PUT /portal/v1/webhook',
    'PUT /portal/v1/webhook/choices',
    'POST /portal/v1/webhook/test',
    'POST /portal/v1/webhook/secret',
    'POST /portal/v1/webhook/secret/rotate',
    'POST /portal/v1/events/:eventId/redeliver',
    'POST /portal/v1/events/recover',
    'POST /portal/v1/signature',
    'POST /v3/events/:eventId/redeliver',
    'POST /v3/events/recover',
  ],
  async begin(client, { office: partner, portalUser, receiverUrl }) {
    const as = await signIn(client, 'portal', portalUser);
    const shopper = shopperOf(client, partner);
    const { partnerId } = partner;
    const done = (action: string, subjectId: string) => seen.actOn(portalUser.id, action, subjectId);
    let count = 0;

    async function place() {
      const quoted = await client.write('POST /portal/v1/quotations', {
        as,
        query: MARKET,
        data: { serviceType: 'MOTORCYCLE', language: 'en_HK', stops: [CENTRAL, MONG_KOK] },
        seenIn: ({ quotationId }) => seen.quotation(quotationId),
      });
      if (quoted === undefined) return undefined;
      const placed = await client.write('POST /portal/v1/orders', {
        as,
        query: MARKET,
        data: shopper.orderFor(quoted.json.data),
        seenBy: seen.orderOf(quoted.json.data.quotationId),
      });
      return placed?.json.data;
    }

    const act = (orderId: string, action: string, status: string) =>
      client.write('POST /portal/v1/sandbox/orders/:orderId/actions', {
        as,
        at: [orderId],
        data: { action },
        seenBy: seen.status(orderId, status),
      });

    async function payMoreAndCancel(): Promise<void> {
      const order = await place();
      if (order === undefined) return;
      await client.write('POST /portal/v1/orders/:orderId/priority-fee', {
        as,
        at: [order.orderId],
        data: { priorityFee: '10' },
        seenBy: seen.fees(order.orderId),
      });
      await client.write('DELETE /portal/v1/orders/:orderId', {
        as,
        at: [order.orderId],
        seenBy: done('order.cancel', order.orderId),
      });
    }

    async function editAndChangeDriver(): Promise<void> {
      const order = await place();
      if (order === undefined || (await act(order.orderId, 'DRIVER_ACCEPT', 'ON_GOING')) === undefined) return;
      const { orderId } = order;
      await client.write('PATCH /portal/v1/orders/:orderId', {
        as,
        at: [orderId],
        data: {
          stops: [
            { ...CENTRAL, ...SENDER },
            { ...SHA_TIN, ...RECIPIENT },
          ],
        },
        seenBy: seen.edits(orderId),
      });
      await client.write('POST /portal/v1/sandbox/clock', {
        as,
        data: { advanceSeconds: STEP_SECONDS },
        seenBy: seen.clockSteps(partnerId, STEP_SECONDS),
      });
      const found = await client.read(`/v3/orders/${orderId}`, shopper.as);
      await client.write('DELETE /portal/v1/orders/:orderId/drivers/:driverId', {
        as,
        at: [orderId, found?.driverId ?? ''],
        data: { reason: 'DRIVER_LATE' },
        seenBy: seen.formerDrivers(orderId),
      });
    }

    async function sendParcels(): Promise<void> {
      count += 1;
      const reference = `${client.actor} upload ${count}`;
      const tomorrow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      const row = {
        reference,
        pick_up_at: tomorrow(24 * 14),
        pick_up_address: CENTRAL.address,
        pick_up_lat: CENTRAL.coordinates.lat,
        pick_up_lng: CENTRAL.coordinates.lng,
        sender_name: SENDER.name,
        sender_phone: SENDER.phone,
        delivery_address: MONG_KOK.address,
        delivery_lat: MONG_KOK.coordinates.lat,
        delivery_lng: MONG_KOK.coordinates.lng,
        recipient_name: RECIPIENT.name,
        recipient_phone: RECIPIENT.phone,
      };
      const file = Buffer.from(csvRecord(Object.keys(row)) + csvRecord(Object.values(row))).toString('base64');
      const checked = await client.write('POST /portal/v1/uploads/check', { as, query: MARKET, data: { file } });
      if (checked === undefined) return;
      const placed = await client.write('POST /portal/v1/uploads/place', {
        as,
        query: MARKET,
        data: { lines: checked.json.data.lines },
        seenBy: seen.parcel(partnerId, reference),
      });
      const orderId = placed?.json.data[0]?.orderId;
      if (orderId === undefined) return;
      await client.write('PATCH /portal/v1/parcels/:orderId', {
        as,
        at: [orderId],
        data: {
          scheduleAt: tomorrow(24 * 14 + 1),
          deliveryBy: tomorrow(24 * 14 + 6),
          stops: [
            { ...CENTRAL, ...SENDER },
            { ...SHA_TIN, ...RECIPIENT },
          ],
        },
        seenBy: seen.parcelEdits(orderId),
      });
      await client.write('POST /portal/v1/labels', {
        as,
        data: { orderIds: [orderId] },
        seenIn: ({ labelBatchId }) => seen.labels(labelBatchId),
      });
      await client.write('DELETE /portal/v1/parcels/:orderId', {
        as,
        at: [orderId],
        seenBy: seen.status(orderId, 'CANCELED'),
      });
    }

    async function changeKeys(): Promise<void> {
      const made = await client.write('POST /portal/v1/keys', {
        as,
        data: {},
        seenIn: ({ apiKey }) => done('key.create', apiKey),
      });
      if (made === undefined) return revokeOthers();
      const { apiKey } = made.json.data;
      const known = (await client.read('/portal/v1/keys', as))?.keys?.find(
        (key: { apiKey: string }) => key.apiKey === apiKey,
      );
      await client.write('PATCH /portal/v1/keys/:apiKey', {
        as,
        at: [apiKey],
        data: { markets: ['HK'], seen: known?.revision ?? 1 },
        seenBy: done('key.change', apiKey),
      });
      await client.write('PUT /portal/v1/keys/:apiKey/status', {
        as,
        at: [apiKey],
        data: { status: 'revoked', seen: 'active' },
        seenBy: done('key.revoke', apiKey),
      });
    }

    /** Two keys are alive at most: one whose making was not answered is in the way of the next. */
    async function revokeOthers(): Promise<void> {
      const { keys = [] } = (await client.read('/portal/v1/keys', as)) ?? {};
      for (const { apiKey, status } of keys)
        if (apiKey !== partner.apiKey && status !== 'revoked')
          await client.write('PUT /portal/v1/keys/:apiKey/status', {
            as,
            at: [apiKey],
            data: { status: 'revoked', seen: status },
            seenBy: done('key.revoke', apiKey),
          });
    }

    async function changeWebhook(): Promise<void> {
      count += 1;
      const { revision = 0 } = (await client.read('/portal/v1/webhook', as)) ?? {};
      const url = `${receiverUrl}/${client.actor}/${count}`;
      await client.write('PUT /portal/v1/webhook', {
        as,
        data: { url, seen: revision },
        seenBy: seen.webhook(partnerId, url),
      });
      await client.write('PUT /portal/v1/webhook/choices', {
        as,
        data: { choices: ['ORDER_CREATED', 'POD_STATUS_CHANGED', 'PLUS_ORDER_STATUS_CHANGED'] },
        seenBy: done('webhook.choose', partnerId),
      });
      await client.write('POST /portal/v1/webhook/test', { as });
      await client.write('POST /portal/v1/webhook/secret', { as, seenBy: done('webhook.show-secret', partnerId) });
      await client.write('POST /portal/v1/webhook/secret/rotate', {
        as,
        seenBy: done('webhook.rotate-secret', partnerId),
      });
    }

    async function askForEventsAgain(): Promise<void> {
      await place();
      const events = (await client.read('/v3/events?limit=20', shopper.as)) ?? [];
      const eventId = events.at(-1)?.eventId;
      if (eventId === undefined) return;
      await client.write('POST /portal/v1/events/:eventId/redeliver', {
        as,
        at: [eventId],
        seenBy: done('event.redeliver', eventId),
      });
      await client.write('POST /v3/events/:eventId/redeliver', { as: shopper.as, at: [eventId] });
      const since = new Date(Date.now() - 60_000).toISOString();
      await client.write('POST /portal/v1/events/recover', {
        as,
        data: { since },
        seenBy: done('event.recover', partnerId),
      });
      await client.write('POST /v3/events/recover', { as: shopper.as, data: { since } });
    }

    async function set(): Promise<void> {
      count += 1;
      const speed = 1 + (count % 600);
      await client.write('PUT /portal/v1/sandbox/simulation', {
        as,
        data: { drivers: 'MANUAL', speed },
        seenBy: seen.simulation(partnerId, speed),
      });
      const delaySeconds = (count % 20) / 100;
      await client.write('PUT /portal/v1/sandbox/faults', {
        as,
        data: { webhooks: { delaySeconds: delaySeconds + 0.01 } },
        seenBy: seen.faults(partnerId, delaySeconds + 0.01),
      });
      await client.write('PUT /sandbox/v1/faults', {
        as: shopper.as,
        data: { webhooks: { delaySeconds: delaySeconds + 0.02 } },
        seenBy: seen.faults(partnerId, delaySeconds + 0.02),
      });
      await client.write('PUT /portal/v1/wallets/:market/alert', {
        as,
        at: ['HK'],
        data: { below: String(count) },
        seenBy: done('wallet.alert', 'HK'),
      });
      await client.write('POST /portal/v1/places', { as, query: MARKET, data: { address: 'Central' } });
      await client.write('POST /portal/v1/signature', { as, data: { request: 'GET /v3/cities HTTP/1.1\r\n\r\n' } });
    }
    return [payMoreAndCancel, editAndChangeDriver, sendParcels, changeKeys, changeWebhook, askForEventsAgain, set];
  },
};
