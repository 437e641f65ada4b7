import type { Load } from './support/load.ts';
import type { Production } from './support/production.ts';

/** A ratio of two things measured in one run on one machine, and what it must reach. */
export type Row = {
  readonly row: number;
  readonly name: string;
  readonly what: string;
  readonly against: string;
  readonly bar: number;
  readonly moonshot: number;
  readonly better: 'higher' | 'lower';
  /** Takes too long to be part of `npm run bench`. */
  readonly onlyByName?: true;
  /** One ratio a round; the rounds of the two things compared alternate. */
  measure(effort: Effort): Promise<readonly number[]>;
};

export type Effort = {
  /** Only to see that it works: one round of as little as possible. */
  readonly isShort: boolean;
  /** Puts something away when the row has ended, however it ended; what came last goes first. */
  afterwards(putAway: () => unknown): void;
  /** Of this row alone. In a short run the database is made and migrated once for all rows, elsewhere with the first start on it. */
  dataFolder(): Promise<string>;
  /** The program of this row alone; of a short run all rows share one. */
  production(): Promise<Production>;
  readonly load: Load;
};
