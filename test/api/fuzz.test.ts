import { Type } from 'typebox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DeliveryError } from '../../src/foundation/errors.ts';
import { SECOND_MS } from '../../src/foundation/time.ts';
import { ok } from '../../src/infrastructure/http/partner-api.ts';
import { type Plan, plansFor } from '../support/fuzz/plans.ts';
import { type FuzzReport, runFuzz } from '../support/fuzz/run-fuzz.ts';
import { createWorld, type World } from '../support/world.ts';

/** `npm run fuzz -- --seed N --count M` sets them. */
const seed = Number(process.env.FUZZ_SEED ?? 14);
const count = Number(process.env.FUZZ_COUNT ?? 20_000);
const LIMIT_MS = 120 * SECOND_MS + count * 20;

let world: World;
let plans: readonly Plan[];
let report: FuzzReport;
beforeAll(async () => {
  world = await createWorld({
    demo: true,
    env: { WAYBILL_ADDRESS_LIMIT: '1000000' },
    partner: { platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 100_000, creditMinor: 1_000_000_000n },
  });
  const { plans: made, faults } = plansFor(world.everyRoute);
  if (faults.length > 0) throw new Error(`ways in that nobody tries:\n${faults.join('\n')}`);
  plans = made;
  report = await runFuzz(world, plans, { seed, count });
  if (process.env.FUZZ_COUNT !== undefined) process.stdout.write(summary());
}, LIMIT_MS);
afterAll(() => world.close());

function summary(): string {
  const lines = Object.entries(report.answers).map(([name, times]) => `${String(times).padStart(9)}  ${name}`);
  return `seed ${seed}: ${report.sent} calls, ${report.calls} of them different, to ${report.calledRoutes.size} routes, ${report.violations.length} against the law\n${lines.sort().join('\n')}\n`;
}

test('whatever is sent, to every way in: no fault of ours, no hanging, no answer against its form, and no change by what is refused', () => {
  expect(report.violations).toEqual([]);
  expect(report.sent).toBeGreaterThanOrEqual(count);
});

test.runIf(count >= 10_000)('every way in was tried, and more than half let something in', () => {
  expect(plans.map(({ name }) => name).filter((name) => !report.calledRoutes.has(name))).toEqual([]);
  const closed = plans.map(({ name }) => name).filter((name) => !report.enteredRoutes.has(name));
  expect([closed.length < plans.length / 2, closed]).toEqual([true, closed]);
});

test('a way in that breaks a law is found, and the report says how', async () => {
  const answers = { 200: Type.Object({ said: Type.String() }) };
  const terms = { limit: 'GetOrder', platform: 'ANY', tag: 'Probe', summary: 'A probe', answers } as const;
  const data = Type.Object({ note: Type.String() });
  const bad = await createWorld({
    partner: { platforms: ['ON_DEMAND', 'PLUS'], limitFactor: 100_000, creditMinor: 1_000_000n },
    addRoutes(partnerApi) {
      partnerApi.post('/v3/breaks', { ...terms, operationId: 'breaks', data }, async ({ data: { note } }) => {
        if (note.length > 30) throw new Error('too long for me');
        return ok({ said: note });
      });
      partnerApi.post('/v3/writes', { ...terms, operationId: 'writes', data }, async () => {
        await bad.foundations.database.query(`insert into noted values ('x')`);
        throw new DeliveryError('ERR_NOT_FOUND');
      });
    },
  });
  await bad.foundations.database.query('create table noted (note text)');
  const probes = plansFor(bad.everyRoute).plans.filter(({ name }) => /\/v3\/(breaks|writes)/.test(name));
  const { violations } = await runFuzz(bad, probes, { seed, count: 200 });
  await bad.close();
  expect(violations.join('\n')).toMatch(/answered 500[\s\S]*call \d+ of seed \d+, POST \/v3\/breaks[\s\S]*"note":"/);
  expect(violations.join('\n')).toMatch(/changed what is stored:\ncall \d+ of seed \d+, POST \/v3\/writes/);
});
