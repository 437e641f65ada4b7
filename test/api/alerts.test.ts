import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import { leaveJobs } from '../../src/infrastructure/jobs/jobs-sql.ts';
import { retryDelayMs, runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { composeSender } from '../../src/main/compose-worker.ts';
import { place } from '../support/orders.ts';
import { answers, startReceiver } from '../support/webhook-receiver.ts';
import { setUrl } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
};
type Panel = { readonly id: number; readonly title: string; readonly targets?: readonly { expr: string }[] };
type Variable = { readonly name: string; readonly query: string };

const alerts: readonly Alert[] = parse(readFileSync('ops/alerts.yaml', 'utf8')).groups.flatMap(
  (group: { rules: Alert[] }) => group.rules,
);
const operations = readFileSync('docs/guide/operations.md', 'utf8');
const dashboard = JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8'));
const panels: readonly Panel[] = dashboard.panels;
const variables: readonly Variable[] = dashboard.templating.list;
/** What the dashboard asks, with what Grafana puts in the place of its own variable. */
const asked = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ of: title, expr: expr.replaceAll('$__rate_interval', '5m') })),
);
const expressions = [...alerts.map(({ alert, expr }) => ({ of: alert, expr })), ...asked];

/** Labels that Prometheus itself adds, and its own metric. */
const OF_PROMETHEUS = { labels: ['job', 'instance', 'le'], metric: 'up' };

/** What an expression reads: metrics with the label values they are chosen by, and all labels it names. */
function partsOf(expr: string) {
  const selectors: string[] = [];
  const labels: string[] = [];
  const faults: string[] = [];
  parser.parse(expr).iterate({
    enter({ name, type, from, to }) {
      if (type.isError) faults.push(expr.slice(from));
      if (name === 'VectorSelector') selectors.push(expr.slice(from, to));
      if (name === 'LabelName') labels.push(expr.slice(from, to));
    },
  });
  return { selectors, labels, faults };
}

const metricOf = (selector: string) => /^\w+/.exec(selector)?.[0] as string;

const PATIENCE = { interval: 20 };

/** As /metrics shows it after some work: a call, a call that fails, jobs and pushes of both outcomes. */
let shown: string;
let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { creditMinor: 100_000n } });
  const { foundations, clock } = world;
  const receiver = await startReceiver();
  await setUrl(world, receiver.url);
  await place(world);
  const kinds = ['test.done', 'test.failed'];
  await foundations.database.inTransaction((tx) =>
    leaveJobs(
      tx,
      kinds.map((kind) => ({ kind, dueAt: clock.now() - 1_000 })),
    ),
  );
  const handlers = { 'test.done': async () => undefined };
  while (await runDueJob({ ...foundations, handlers })) {}
  const sender = composeSender(foundations);
  await vi.waitFor(async () => expect(await metrics()).toContain('outcome="delivered"'), PATIENCE);
  receiver.behave(answers.status(500));
  await place(world);
  await vi.waitFor(async () => expect(await metrics()).toMatch(/attempts_total\{outcome="failed"/), PATIENCE);
  await sender.stop();
  await receiver.stop();
  shown = await metrics();
});
afterAll(() => world.close());

const metrics = async () => (await world.send({ path: '/metrics' })).text;

test.each(expressions)('$of asks what Prometheus can read', ({ expr }) => {
  expect(partsOf(expr).faults).toEqual([]);
});

test.each(expressions)('$of reads metrics that there are, by labels that they have', ({ expr }) => {
  const { selectors, labels } = partsOf(expr);
  const names = selectors.map(metricOf).filter((name) => name !== OF_PROMETHEUS.metric);
  const typeOf = (name: string) => new RegExp(`^# TYPE ${name} (\\w+)$`, 'm').exec(shown)?.[1];
  const isThere = (name: string) =>
    typeOf(name) !== undefined || typeOf(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram';
  expect(names.filter((name) => !isThere(name))).toEqual([]);
  const { registry } = world.foundations.metrics;
  const ownLabels = names.flatMap((name) => {
    const metric = registry.getSingleMetric(name) ?? registry.getSingleMetric(name.replace(/_(bucket|sum|count)$/, ''));
    return (metric as unknown as { labelNames: string[] }).labelNames;
  });
  const known = [...OF_PROMETHEUS.labels, ...ownLabels];
  expect(labels.filter((label) => !known.includes(label))).toEqual([]);
});

test('jobs and pushes are counted by the outcomes that are asked for', () => {
  const outcomes = expressions.flatMap(({ expr }) => [...expr.matchAll(/(waybill_\w+)\{[^}]*outcome="(\w+)"/g)]);
  expect(new Set(outcomes.map(([, metric, outcome]) => `${metric} ${outcome}`)).size).toBe(4);
  for (const [, metric, outcome] of outcomes)
    expect(shown).toMatch(new RegExp(`${metric}\\{[^}]*outcome="${outcome}"`));
});

test('Prometheus is told by operations.md to scrape the job that the alerts ask for, by the path that there is', () => {
  const [, block = ''] =
    /<!-- checked by: test\/api\/alerts\.test\.ts -->\n```yaml\n([\s\S]*?)```/.exec(operations) ?? [];
  const { rule_files, scrape_configs } = parse(block);
  expect(rule_files).toEqual(['alerts.yaml']);
  expect(scrape_configs).toMatchObject([{ job_name: 'waybill', scheme: 'https' }]);
  expect(alerts[0]?.expr).toContain(`job="${scrape_configs[0].job_name}"`);
});

describe('an alert', () => {
  test.each(alerts)(
    '$alert says what is wrong, how bad it is and where to read on',
    ({ alert, labels, annotations }) => {
      expect(['critical', 'warning', 'info']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\.$/);
      expect(annotations.runbook).toBe(`/docs/operations#${alert.toLowerCase()}`);
      expect(operations).toMatch(new RegExp(`^### ${alert}\\n\\n.{80,}`, 'm'));
    },
  );

  test('looks back over several scrapes, also where Prometheus takes one a minute, as it does unless told otherwise', () => {
    const ranges = alerts.flatMap(({ alert, expr }) =>
      [...expr.matchAll(/\b(?:rate|increase)\([^[]*\[(\d+)m\]/g)].map(([, minutes]) => ({
        alert,
        minutes: Number(minutes),
      })),
    );
    expect(ranges.length).toBeGreaterThan(5);
    expect(ranges.filter(({ minutes }) => minutes < 4)).toEqual([]);
  });

  test('WaybillJobsFail stays for as long as one job goes on failing', () => {
    const { expr = '' } = alerts.find(({ alert }) => alert === 'WaybillJobsFail') ?? {};
    const [, minutes, most] = /\[(\d+)m\]\)\) > (\d+)$/.exec(expr) ?? [];
    const inTheEndMs = retryDelayMs(1_000);
    expect(Math.floor((Number(minutes) * MINUTE_MS) / inTheEndMs)).toBeGreaterThan(Number(most));
  });

  test('has a name of its own', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
    expect([...operations.matchAll(/^### (Waybill\w+)$/gm)].map(([, name]) => name)).toEqual(
      alerts.map(({ alert }) => alert),
    );
  });
});

describe('the dashboard', () => {
  test('has panels with ids and titles of their own, each with something to show', () => {
    for (const key of ['id', 'title'] as const)
      expect(new Set(panels.map((panel) => panel[key])).size).toBe(panels.length);
    expect(asked.length).toBeGreaterThan(15);
  });

  test('shows every metric that is ours', () => {
    const ours = [...shown.matchAll(/^# TYPE (waybill_\w+) /gm)]
      .map(([, name]) => name as string)
      .filter((name) => !/^waybill_(nodejs|process)_/.test(name));
    const everything = asked.map(({ expr }) => expr).join('\n');
    expect(ours.length).toBeGreaterThan(8);
    expect(ours.filter((name) => !everything.includes(name))).toEqual([]);
  });

  test('takes its choices from a metric that every process has', () => {
    const [datasource, ...choices] = variables;
    expect(datasource).toMatchObject({ type: 'datasource', query: 'prometheus' });
    for (const { query } of choices) {
      const [, metric] = /^label_values\((\w+)/.exec(query) ?? [];
      expect(shown).toContain(`# TYPE ${metric} `);
    }
    const used = new Set(asked.flatMap(({ expr }) => [...expr.matchAll(/"\$(\w+)"/g)].map(([, name]) => name)));
    expect([...used].sort()).toEqual(choices.map(({ name }) => name).sort());
  });
});
