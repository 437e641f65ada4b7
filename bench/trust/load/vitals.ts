import { setTimeout as sleep } from 'node:timers/promises';
import { send, type Target } from '../../../test/support/partner-client.ts';

export const METRICS_TOKEN = 'a-token-for-metrics';

/** How a process is, by its own metrics. */
export type Vitals = {
  readonly residentMegabytes: number;
  readonly heapMegabytes: number;
  readonly files: number;
  readonly databaseConnections: number;
};

export async function readVitals(target: Target): Promise<Vitals> {
  const answer = await send(target, { path: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const read = (name: string) => Number(new RegExp(`^waybill_${name} (\\S+)$`, 'm').exec(answer.text)?.[1]);
  return {
    residentMegabytes: Math.round(read('process_resident_memory_bytes') / 1_000_000),
    heapMegabytes: Math.round(read('nodejs_heap_size_used_bytes') / 1_000_000),
    files: read('process_open_fds'),
    databaseConnections: read('database_connections'),
  };
}

/** Looks again and again until it is stopped. */
export function watchVitals(target: Target, everyMs: number): { stop(): Promise<readonly Vitals[]> } {
  const seen: Vitals[] = [];
  const stopped = new AbortController();
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      seen.push(await readVitals(target));
      await sleep(everyMs, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  // Whoever stops it is told. Where nobody does, something else went wrong, which must not be hidden by this.
  watching.catch(() => {});
  return {
    async stop() {
      stopped.abort();
      await watching;
      return seen;
    },
  };
}
