import type { Client } from '../client.ts';
import type { Population } from '../population.ts';
import type { WriteName } from '../writes.ts';

/** One thing that somebody sets out to do; some of it may be refused, and some of it lost. */
export type Story = () => Promise<void>;

/** Somebody who calls. First every story once, then by chance, until the campaign is over. */
export type Actor = {
  readonly name: string;
  begin(client: Client, population: Population): Promise<readonly Story[]>;
  /** What its stories call, each of which must be acknowledged at least once in a campaign. */
  readonly drives: readonly WriteName[];
};

export const pick = <T>(list: readonly T[], chance: () => number): T => list[Math.floor(chance() * list.length)] as T;
