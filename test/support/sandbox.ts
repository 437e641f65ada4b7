import type { Options } from './parcels.ts';
import type { HttpAnswer } from './partner-client.ts';
import type { World } from './world.ts';

type Json = Record<string, unknown>;
type Caller = Pick<World, 'call'>;

/** Signed, without the header that names a variant; the body is wrapped in `data`. */
export function callSandbox(
  world: Caller,
  method: string,
  path: string,
  data?: unknown,
  options: Options = {},
): Promise<HttpAnswer> {
  return world.call(method, `/sandbox/v1${path}`, {
    ...options,
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
  });
}

export const readClock = (world: Caller, options?: Options) => callSandbox(world, 'GET', '/clock', undefined, options);

export async function advance(world: Caller, advanceSeconds: number, options?: Options) {
  const answer = await callSandbox(world, 'POST', '/clock', { advanceSeconds }, options);
  if (answer.status !== 200) throw new Error(`the clock stays: ${answer.text}`);
  return answer.json.data as { readonly now: string; readonly offsetSeconds: number };
}

export const listActions = (world: Caller, orderId: string, options?: Options) =>
  callSandbox(world, 'GET', `/orders/${orderId}/actions`, undefined, options);

export const tryAction = (world: Caller, orderId: string, data: Json, options?: Options) =>
  callSandbox(world, 'POST', `/orders/${orderId}/actions`, data, options);

/** The order as it is afterwards. */
export async function act(world: Caller, orderId: string, action: string, further: Json = {}, options?: Options) {
  const answer = await tryAction(world, orderId, { action, ...further }, options);
  if (answer.status !== 200) throw new Error(`no ${action}: ${answer.text}`);
  return answer.json.data;
}

export const setFaults = (world: Caller, data: unknown, options?: Options) =>
  callSandbox(world, 'PUT', '/faults', data, options);

export const readFaults = (world: Caller, options?: Options) =>
  callSandbox(world, 'GET', '/faults', undefined, options);
