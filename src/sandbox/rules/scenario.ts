import type { Fault } from '../../foundation/errors.ts';

export const SCENARIOS = [
  'HAPPY',
  'NO_DRIVER',
  'REJECT_ONCE',
  'REJECT_TWICE',
  'DRIVER_LATE',
  'SLOW_PICKUP',
  'POD_FAILED',
  'SUPPORT_REPLACES',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

export function isScenario(name: unknown): name is Scenario {
  return (SCENARIOS as readonly unknown[]).includes(name);
}

/** Judges the scenario of a setting where its form is sound, and passes over it otherwise: the schema has named it. */
export function findScenarioFaults(data: unknown): readonly Fault[] {
  const { scenario } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof scenario !== 'string' || isScenario(scenario)) return [];
  const sentence = `There is no scenario "${scenario.slice(0, 40)}". It must be one of ${SCENARIOS.join(', ')}.`;
  return [{ code: 'ERR_INVALID_FIELD', sentence, pointer: '/data/scenario' }];
}

/** What the order's own metadata names goes before the partner's setting; a name that nobody knows counts as none. */
export function scenarioOf(
  metadata: Readonly<Record<string, unknown>> | undefined,
  setting: string | undefined,
): Scenario {
  const named = metadata?.sandboxScenario;
  if (isScenario(named)) return named;
  return isScenario(setting) ? setting : 'HAPPY';
}
