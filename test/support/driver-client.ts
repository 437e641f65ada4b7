import type { NewDriver } from '../../src/drivers/index.ts';
import type { Point } from '../../src/foundation/geo.ts';
import { type Instant, SECOND_MS } from '../../src/foundation/time.ts';
import { leaveStandingJobs } from '../../src/main/compose-worker.ts';
import type { Foundations } from '../../src/main/foundations.ts';
import { makeSignedInDriver } from './drivers.ts';
import { openLive } from './live-stream.ts';
import { runDueJobs } from './order-records.ts';
import { place } from './orders.ts';
import type { HttpAnswer, Target } from './partner-client.ts';
import type { World } from './world.ts';

export const PICK_UP: Point = { lat: 22.281, lng: 114.158 };
const ROUND_MS = 3 * SECOND_MS;
type Through = Pick<World, 'send' | 'port' | 'ca'>;
type CallOptions = { readonly requestId?: string; readonly through?: Through };

/** A driver with a device that is signed in and calls over HTTPS. */
export type DriverClient = Awaited<ReturnType<typeof driverOf>>;

export async function driverOf(world: World, further: Partial<NewDriver> = {}) {
  const { driver, token, sessionId } = await makeSignedInDriver(world, further);

  function call(method: string, path: string, data?: unknown, options: CallOptions = {}): Promise<HttpAnswer> {
    const { requestId, through = world } = options;
    return through.send({
      method,
      path: `/driver/v1${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(requestId === undefined ? {} : { 'request-id': requestId }),
      },
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    });
  }
  const report = (point: Point = PICK_UP, at: Instant = world.clock.now()) =>
    call('POST', '/positions', { positions: [{ ...point, at: new Date(at).toISOString() }] });

  return {
    ...driver,
    token,
    sessionId,
    call,
    report,
    async comeOnline(point: Point = PICK_UP): Promise<void> {
      await call('POST', '/online');
      await report(point);
    },
    offers: async () => (await call('GET', '/offers')).json.data,
    order: async (orderId: string) => (await call('GET', `/orders/${orderId}`)).json.data,
    act: (orderId: string, action: string, data?: unknown, options?: CallOptions) =>
      call('POST', `/orders/${orderId}/${action}`, data, options),
    live: (through: Target = world, lastEventId?: string) =>
      openLive(through, '/driver/v1/live', {
        authorization: `Bearer ${token}`,
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      }),
  };
}

const standing = new WeakSet<Foundations>();

/** Lets the workers work: everything that is due, again every three seconds. */
export async function runRounds({ foundations, clock }: World, rounds = 1): Promise<void> {
  if (!standing.has(foundations)) await leaveStandingJobs(foundations);
  standing.add(foundations);
  for (let round = 0; round < rounds; round++) {
    clock.advance(ROUND_MS);
    await runDueJobs(foundations);
  }
}

/** Nobody is online and nothing waits, as at the beginning. */
export async function clearStreets(world: World): Promise<void> {
  const { database } = world.foundations;
  const now = new Date(world.clock.now());
  await database.query('update driver_shifts set offline_at = greatest(online_at, $1) where offline_at is null', [now]);
  const waiting = await database.query<{ id: string }>("select id from orders where status = 'ASSIGNING_DRIVER'");
  for (const { id } of waiting) await world.call('DELETE', `/v3/orders/${id}`);
}

type Terms = Parameters<typeof place>[1];

/** Places an order that is offered to this driver, the only one on the streets, at once. */
export async function offeredTo(world: World, driver: DriverClient, terms: Terms = {}) {
  await clearStreets(world);
  await driver.comeOnline();
  const { orderId } = await place(world, terms);
  await runRounds(world, 2);
  const [offer] = await driver.offers();
  if (offer?.orderId !== orderId) throw new Error('the order was not offered');
  return { orderId: orderId as string, offerId: offer.offerId as string };
}

/** The same, and the driver takes it. */
export async function takenBy(world: World, driver: DriverClient, terms: Terms = {}): Promise<string> {
  const { orderId, offerId } = await offeredTo(world, driver, terms);
  const { status, text } = await driver.call('POST', `/offers/${offerId}/accept`);
  if (status !== 200) throw new Error(`not accepted: ${text}`);
  return orderId;
}

/** Status, code, sentence and pointer of a refusal. */
export async function refusal(call: Promise<HttpAnswer>) {
  const { status, json } = await call;
  const [{ id, message, detail }] = json.errors;
  return [status, id, message, ...(detail === undefined ? [] : [detail])];
}
