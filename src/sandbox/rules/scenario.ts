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

/** What the order's own metadata names goes before the partner's setting; a name that nobody knows counts as none. */
export function scenarioOf(
  metadata: Readonly<Record<string, unknown>> | undefined,
  setting: string | undefined,
): Scenario {
  const named = metadata?.sandboxScenario;
  if (isScenario(named)) return named;
  return isScenario(setting) ? setting : 'HAPPY';
}
