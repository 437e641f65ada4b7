import { type Json, nobody } from '../client.ts';
import { seen } from '../evidence.ts';
import type { Actor } from './actor.ts';
import { SHA_TIN } from './places.ts';
import { shopperOf } from './shopping.ts';

const tokenOf = ({ shareLink }: Json) => new URL(shareLink).pathname.split('/').at(-1) as string;

/** A partner's program: on-demand orders and parcels, from the quotation to the end. */
export const shop = (number: number): Actor => ({
  name: `shop${number}`,
  drives: [
    'POST /v3/quotations',
    'POST /v3/orders',
    'PATCH /v3/orders/:orderId',
    'DELETE /v3/orders/:orderId',
    'POST /v3/orders/:orderId/priority-fee',
    'POST /sandbox/v1/orders/:orderId/actions',
    'POST PLUS /v3/quotations',
    'POST PLUS /v3/orders',
    'PATCH PLUS /v3/orders/:orderId',
    'DELETE PLUS /v3/orders/:orderId',
    'POST /v3/labels',
    'PATCH /v3/webhook',
    'PUT /sandbox/v1/simulation',
    'POST /track/:token/notes',
    'POST /track/:token/near',
    'POST /track/:token/wrong-parcel',
  ],
  async begin(client, { shops, receiverUrl }) {
    const partner = shops[number] as (typeof shops)[number];
    const { as, stops, sender, recipient, place, placeParcel, act } = shopperOf(client, partner);
    let settings = 0;

    const cancel = (orderId: string) =>
      client.write('DELETE /v3/orders/:orderId', { as, at: [orderId], seenBy: seen.status(orderId, 'CANCELED') });

    async function payMoreAndCancel(): Promise<void> {
      const order = await place();
      if (order === undefined) return;
      for (const priorityFee of ['10', '20'])
        await client.write('POST /v3/orders/:orderId/priority-fee', {
          as,
          at: [order.orderId],
          data: { priorityFee },
          seenBy: seen.fees(order.orderId),
        });
      await cancel(order.orderId);
    }

    async function deliver(): Promise<void> {
      const order = await place({ isPODEnabled: client.chance() < 0.5 });
      if (order === undefined) return;
      const { orderId } = order;
      if ((await act(orderId, 'DRIVER_ACCEPT', 'ON_GOING')) === undefined) return;
      if (client.chance() < 0.7)
        await client.write('PATCH /v3/orders/:orderId', {
          as,
          at: [orderId],
          data: {
            stops: [
              { ...stops[0], ...sender },
              { ...SHA_TIN, ...recipient },
            ],
          },
          seenBy: seen.edits(orderId),
        });
      await act(orderId, 'DRIVER_PICK_UP', 'PICKED_UP');
      if ((await act(orderId, 'DRIVER_DROP_OFF', 'COMPLETED', { proof: 'SIGNATURE' })) === undefined) return;
      const { stops: closed } = (await client.read(`/v3/orders/${orderId}`, as)) ?? {};
      const stopId = closed?.[1]?.stopId;
      if (stopId !== undefined)
        await client.write('POST /track/:token/wrong-parcel', {
          as: nobody,
          at: [tokenOf(order)],
          form: { stopId },
          seenBy: seen.wrongParcel(orderId, stopId),
        });
    }

    async function speakToTheDriver(): Promise<void> {
      const order = await place();
      if (order === undefined) return;
      const token = tokenOf(order);
      const stopId = order.stops[1].stopId as string;
      settings += 1;
      const note = `${client.actor} says ${settings}`;
      await client.write('POST /track/:token/notes', {
        as: nobody,
        at: [token],
        form: { stopId, note },
        seenBy: seen.note(note),
      });
      await client.write('POST /track/:token/near', {
        as: nobody,
        at: [token],
        form: { stopId },
        seenBy: seen.near(order.orderId, stopId),
      });
    }

    async function send(): Promise<void> {
      const parcel = await placeParcel();
      if (parcel === undefined) return;
      const { orderId } = parcel;
      const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      await client.write('PATCH PLUS /v3/orders/:orderId', {
        as,
        at: [orderId],
        data: {
          scheduleAt: inHours(25),
          deliveryBy: inHours(30),
          stops: [
            { ...stops[0], ...sender },
            { ...SHA_TIN, ...recipient },
          ],
        },
        seenBy: seen.parcelEdits(orderId),
      });
      await client.write('POST /v3/labels', {
        as,
        data: { orderIds: [orderId] },
        seenIn: ({ labelBatchId }) => seen.labels(labelBatchId),
      });
      if (client.chance() < 0.5) {
        await client.write('DELETE PLUS /v3/orders/:orderId', {
          as,
          at: [orderId],
          seenBy: seen.status(orderId, 'CANCELED'),
        });
        return;
      }
      await act(orderId, 'DRIVER_ASSIGN', 'AWAIT_PICKUP');
      await act(orderId, 'DRIVER_PICK_UP', 'DELIVERING');
      await act(orderId, 'DRIVER_DELIVER', 'DELIVERED');
    }

    async function cancelParcel(): Promise<void> {
      const parcel = await placeParcel();
      if (parcel === undefined) return;
      const { orderId } = parcel;
      await client.write('DELETE PLUS /v3/orders/:orderId', {
        as,
        at: [orderId],
        seenBy: seen.status(orderId, 'CANCELED'),
      });
    }

    async function set(): Promise<void> {
      settings += 1;
      const url = `${receiverUrl}/${client.actor}/${settings}`;
      await client.write('PATCH /v3/webhook', { as, data: { url }, seenBy: seen.webhook(partner.partnerId, url) });
      const speed = 1 + (settings % 600);
      await client.write('PUT /sandbox/v1/simulation', {
        as,
        data: { drivers: 'MANUAL', speed },
        seenBy: seen.simulation(partner.partnerId, speed),
      });
    }

    return [payMoreAndCancel, deliver, speakToTheDriver, send, cancelParcel, set];
  },
});
