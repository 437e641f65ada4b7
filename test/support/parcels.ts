import { HOUR_MS } from '../../src/foundation/time.ts';
import { CENTRAL, MONG_KOK, RECIPIENT, SENDER } from './orders.ts';
import type { CallOptions, HttpAnswer } from './partner-client.ts';
import type { World } from './world.ts';

type Json = Record<string, unknown>;
type Caller = Pick<World, 'call' | 'clock'>;
type Options = CallOptions & { as?: { apiKey: string; apiSecret: string } };

/** Signed, with the header of the scheduled variant; the body is wrapped in `data`. */
export function callPlus(
  world: Pick<World, 'call'>,
  method: string,
  path: string,
  data?: unknown,
  { headers = {}, ...options }: Options = {},
): Promise<HttpAnswer> {
  return world.call(method, path, {
    ...options,
    headers: { Platform: 'PLUS', ...headers },
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
  });
}

export const inHours = ({ clock }: Caller, hours: number) => new Date(clock.now() + hours * HOUR_MS).toISOString();

/** What a quotation asks for: tomorrow, from Central to Mong Kok. */
export function quotationData(world: Caller, further: Json = {}): Json {
  return { scheduleAt: inHours(world, 24), serviceType: 'PLUS', stops: [CENTRAL, MONG_KOK], ...further };
}

export async function quotePlus(world: Caller, further: Json = {}, options: Options = {}) {
  const answer = await callPlus(world, 'POST', '/v3/quotations', quotationData(world, further), options);
  if (answer.status !== 201) throw new Error(`no quotation: ${answer.text}`);
  return answer.json.data;
}

let references = 0;

/** The body of a parcel for a quotation, with a reference of its own. */
// biome-ignore lint/suspicious/noExplicitAny: a quotation as it came back
export function parcelBody(quotation: any, further: Json = {}): Json {
  const [pickUp, dropOff] = quotation.stops as { stopId: string }[];
  return {
    quotationId: quotation.quotationId,
    clientRef: `PARCEL-${++references}`,
    sender: { stopId: pickUp?.stopId, ...SENDER },
    recipients: [{ stopId: dropOff?.stopId, ...RECIPIENT }],
    ...further,
  };
}

/** Quotes and places; the parcel as it was answered. */
export async function placePlus(
  world: Caller,
  { quotation = {}, parcel = {}, ...options }: { quotation?: Json; parcel?: Json } & Options = {},
) {
  const body = parcelBody(await quotePlus(world, quotation, options), parcel);
  const answer = await callPlus(world, 'POST', '/v3/orders', body, options);
  if (answer.status !== 201) throw new Error(`no parcel: ${answer.text}`);
  return answer.json.data;
}
