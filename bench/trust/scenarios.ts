import type { Terms } from './campaign.ts';

type Scenario = Omit<Terms, 'seed' | 'seconds'> & { readonly seconds: number; readonly what: string };

const USUAL = { shops: 3, repeats: 100_000, isShort: false } as const;

export const SCENARIOS = {
  crash: {
    ...USUAL,
    what: 'API, worker and database killed by chance',
    seconds: 40,
    apis: 2,
    workers: 1,
    victims: ['api', 'worker', 'database'],
    callsAKill: 40,
    tryLimits: false,
  },
  processes: {
    ...USUAL,
    what: '3 API and 2 worker processes on one database, one of them killed every few seconds',
    seconds: 30,
    apis: 3,
    workers: 2,
    victims: ['api', 'worker'],
    callsAKill: 60,
    tryLimits: true,
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;

/** A handful of kills, with whatever each actor gets done until then. */
export const SHORT: Omit<Terms, 'seed'> = {
  ...SCENARIOS.crash,
  seconds: 60,
  mostKills: 4,
  callsAKill: 16,
  shops: 1,
  repeats: 60,
  isShort: true,
};
