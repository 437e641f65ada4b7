import { findDriver } from '../../src/drivers/index.ts';
import { assertPresent } from '../../src/foundation/assert.ts';
import { HOUR_MS } from '../../src/foundation/time.ts';
import { assignParcels, cancelParcel, closeParcel } from '../../src/plus/index.ts';
import type { ParcelStatus } from '../../src/plus/rules/parcel-transitions.ts';
import { type DriverClient, driverOf } from './driver-client.ts';
import { CENTRAL, MONG_KOK, ordersOf, RECIPIENT, SENDER } from './orders.ts';
import type { CallOptions, HttpAnswer } from './partner-client.ts';
import { STROKES } from './pictures.ts';
import type { World } from './world.ts';

type Json = Record<string, unknown>;
type Caller = Pick<World, 'call' | 'clock'>;
export type Options = CallOptions & { as?: { apiKey: string; apiSecret: string } };

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

/** The body of an edit: what a parcel that was placed just now says already. */
export function editData(world: Caller, further: Json = {}): Json {
  return {
    scheduleAt: inHours(world, 24),
    deliveryBy: inHours(world, 28),
    stops: [
      { ...CENTRAL, ...SENDER },
      { ...MONG_KOK, ...RECIPIENT },
    ],
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

/** So many more of a parcel, with other ids and references. */
export async function copyParcel(
  { foundations }: Pick<World, 'foundations'>,
  orderId: string,
  copies: number,
  further: Json = {},
): Promise<readonly string[]> {
  const rows = await foundations.database.query<{ id: string }>(
    `insert into parcels select (jsonb_populate_record(source, jsonb_build_object(
       'id', source.id - 1000 * number, 'quotation_id', source.quotation_id - 1000 * number, 'client_ref', source.client_ref || '/' || number,
       'share_token', source.share_token || number) || $3::jsonb)).*
     from parcels source, generate_series(1, $2::integer) as number where source.id = $1 returning id`,
    [orderId, copies, JSON.stringify(further)],
  );
  return rows.map(({ id }) => id);
}

type PlacingTerms = Parameters<typeof placePlus>[1];

/** What support does with parcels until it has a door of its own. */
export async function supportOf(world: World) {
  const deps = await ordersOf(world);
  const { database, clock } = world.foundations;
  return {
    assign: (orderId: string, driverId: string) =>
      database.inTransaction(async (tx) => {
        const driver = assertPresent(await findDriver(tx, driverId), 'the test made this driver');
        return (await assignParcels(deps, tx, [orderId], driver, clock.now()))[0];
      }),
    close: (orderId: string) => database.inTransaction((tx) => closeParcel(deps, tx, { orderId }, clock.now())),
    cancel: (orderId: string, reason?: string) =>
      database.inTransaction((tx) => cancelParcel(deps, tx, { orderId }, clock.now(), 'support', reason)),
  };
}
export type Support = Awaited<ReturnType<typeof supportOf>>;

/** What a driver says at each step. */
export const STEPS = {
  'drop-out': { reason: 'Flat tyre' },
  'pick-up': {},
  'fail-pick-up': { reason: 'Nothing there' },
  retry: {},
  return: {},
  deliver: { proof: 'SIGNATURE', signature: { strokes: STROKES } },
  'fail-delivery': { reason: 'Nobody there' },
} as const satisfies Record<string, Json>;
export type Step = keyof typeof STEPS;

export async function take(driver: DriverClient, orderId: string, step: Step, further: Json = {}): Promise<HttpAnswer> {
  const answer = await driver.call('POST', `/parcels/${orderId}/${step}`, { ...STEPS[step], ...further });
  if (answer.status >= 300) throw new Error(`no ${step}: ${answer.text}`);
  return answer;
}

const WAYS: Readonly<Record<ParcelStatus, readonly (Step | 'assign' | 'cancel' | 'close')[]>> = {
  AWAIT_DRIVER: [],
  AWAIT_PICKUP: ['assign'],
  DELIVERING: ['assign', 'pick-up'],
  FAILED_PICKUP: ['assign', 'fail-pick-up'],
  FAILED: ['assign', 'pick-up', 'fail-delivery'],
  RETURNED: ['assign', 'pick-up', 'fail-delivery', 'return'],
  DELIVERED: ['assign', 'pick-up', 'deliver'],
  CANCELED: ['assign', 'cancel'],
  CLOSED: ['assign', 'fail-pick-up', 'close'],
};

/** A new parcel, brought into that status by its driver and support. */
export async function bring(
  world: World,
  support: Support,
  status: ParcelStatus,
  terms: PlacingTerms = {},
  driver?: DriverClient,
): Promise<{ readonly orderId: string; readonly clientRef: string; readonly driver: DriverClient }> {
  const who = driver ?? (await driverOf(world));
  const { orderId, clientRef } = await placePlus(world, terms);
  for (const step of WAYS[status]) {
    if (step === 'assign') await support.assign(orderId, who.id);
    else if (step === 'cancel' || step === 'close') await support[step](orderId);
    else await take(who, orderId, step);
  }
  return { orderId, clientRef, driver: who };
}
