import { setTimeout as wait } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const READ_LIMIT_MS = 2_000;

export type Metrics = ReturnType<typeof createMetrics>;

/** One a process, however many programs it runs: what watches its loop and its collector never stops. */
let ofTheProcess: Registry | undefined;

/** One registry a program; a room that counts something adds its own counter to it. */
export function createMetrics() {
  ofTheProcess ??= watchProcess();
  const registry = Registry.merge([ofTheProcess]);
  const requestDuration = new Histogram({
    name: 'waybill_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const jobs = new Counter({
    name: 'waybill_jobs_total',
    help: 'Jobs run by the worker',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  });
  return {
    registry,
    requestDuration,
    jobs,
    counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
      const known = registry.getSingleMetric(name) as Counter<Label> | undefined;
      return known ?? new Counter({ name, help, labelNames: [...labelNames], registers: [registry] });
    },
    /** One value for each value of the label, read whenever somebody looks; where that fails or takes long, the other metrics are shown without it. */
    gaugeBy(name: string, help: string, label: string, read: () => Promise<ReadonlyMap<string, number>>): void {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          const values = await inTime(read());
          this.reset();
          for (const [labelled, value] of values ?? []) this.set({ [label]: labelled }, value);
        },
      });
    },
    gauge(name: string, help: string, read: () => number | Promise<number>): void {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set((await inTime(read())) ?? Number.NaN);
        },
      });
    },
  };
}

function watchProcess(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'waybill_' });
  return registry;
}

async function inTime<T>(reading: T | Promise<T>): Promise<T | undefined> {
  return Promise.race([
    Promise.resolve(reading).catch(() => undefined),
    wait(READ_LIMIT_MS, undefined, { ref: false }),
  ]);
}
