import { createMetrics } from '../../src/infrastructure/metrics.ts';
import { composeSender } from '../../src/main/compose-worker.ts';
import type { HttpAnswer } from './partner-client.ts';
import type { World } from './world.ts';

type Partner = { readonly apiKey: string; readonly apiSecret: string };

export function setUrl(world: Pick<World, 'call'>, url: unknown, as?: Partner): Promise<HttpAnswer> {
  const body = JSON.stringify({ data: { url } });
  return world.call('PATCH', '/v3/webhook', { body, ...(as === undefined ? {} : { as }) });
}

/** The sender that runs beside the worker, on the world's clock. */
export function startSending({ foundations }: Pick<World, 'foundations'>) {
  return composeSender({ ...foundations, metrics: createMetrics() });
}

/** Of all that has happened so far, nobody is told any more. */
export async function forgetEvents({ foundations }: Pick<World, 'foundations'>): Promise<void> {
  await foundations.database.query('truncate webhook_receivers, deliveries, delivery_streams, events, event_log, jobs');
}

export function readEvents(world: Pick<World, 'call'>, query = '', as?: Partner, headers = {}): Promise<HttpAnswer> {
  return world.call('GET', `/v3/events${query}`, { headers, ...(as === undefined ? {} : { as }) });
}
