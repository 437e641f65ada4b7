import { type Client, type Identity, type Json, signedBy } from '../client.ts';
import { seen } from '../evidence.ts';
import { STREET } from '../population.ts';
import {
  CENTRAL,
  JURONG_EAST,
  MONG_KOK,
  RAFFLES_PLACE,
  RECIPIENT,
  RECIPIENT_IN_SINGAPORE,
  SENDER,
  SENDER_IN_SINGAPORE,
} from './places.ts';

type Partner = { readonly partnerId: string; readonly apiKey: string; readonly apiSecret: string };

/** What a partner's program does with one order, or one parcel. */
export function shopperOf(client: Client, partner: Partner, market: 'HK' | 'SG' = 'HK') {
  const as: Identity = signedBy(partner, market);
  const inSingapore = market === STREET.market;
  const stops = inSingapore ? [RAFFLES_PLACE, JURONG_EAST] : [CENTRAL, MONG_KOK];
  const sender = inSingapore ? SENDER_IN_SINGAPORE : SENDER;
  const recipient = inSingapore ? RECIPIENT_IN_SINGAPORE : RECIPIENT;
  let parcels = 0;

  /** The quotation, and the body of an order for it. */
  async function quote(): Promise<Json> {
    const data = { serviceType: 'MOTORCYCLE', language: `en_${market}`, stops };
    const answer = await client.write('POST /v3/quotations', {
      as,
      data,
      seenIn: ({ quotationId }) => seen.quotation(quotationId),
    });
    return answer?.json.data;
  }

  const orderFor = (quotation: Json, further: object = {}) => ({
    quotationId: quotation.quotationId,
    sender: { stopId: quotation.stops[0].stopId, ...sender },
    recipients: [{ stopId: quotation.stops[1].stopId, ...recipient }],
    ...further,
  });

  async function place(further: object = {}): Promise<Json> {
    const quotation = await quote();
    if (quotation === undefined) return undefined;
    const answer = await client.write('POST /v3/orders', {
      as,
      data: orderFor(quotation, further),
      seenBy: seen.orderOf(quotation.quotationId),
    });
    return answer?.json.data;
  }

  async function placeParcel(): Promise<Json> {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const asked = await client.write('POST PLUS /v3/quotations', {
      as,
      data: { scheduleAt: inHours(24), serviceType: 'PLUS', stops },
      seenIn: ({ quotationId }) => seen.plusQuotation(quotationId),
    });
    if (asked === undefined) return undefined;
    parcels += 1;
    const clientRef = `${client.actor}-${parcels}`;
    const answer = await client.write('POST PLUS /v3/orders', {
      as,
      data: { ...orderFor(asked.json.data), clientRef, generateLabel: true },
      seenBy: seen.parcel(partner.partnerId, clientRef),
    });
    return answer?.json.data;
  }

  const act = (orderId: string, action: string, status: string, further: object = {}) =>
    client.write('POST /sandbox/v1/orders/:orderId/actions', {
      as,
      at: [orderId],
      data: { action, ...further },
      seenBy: seen.status(orderId, status),
    });

  return { as, stops, sender, recipient, quote, orderFor, place, placeParcel, act };
}
