import { createChance } from '../chance.ts';

/** What is thrown is the same for the same seed. */
export type Dice = {
  /** From 0, below the bound. */
  whole(below: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in so many of a hundred throws. */
  percent(share: number): boolean;
  /** For something that is to be thrown again by itself. */
  seed(): number;
};

export function createDice(seed: number): Dice {
  const chance = createChance(seed);
  const whole = (below: number) => Math.floor(chance() * below);
  return {
    whole,
    pick: (list) => list[whole(list.length)] as never,
    percent: (share) => chance() * 100 < share,
    seed: () => whole(2 ** 31),
  };
}
