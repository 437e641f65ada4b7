export type Row = {
  readonly row: string;
  readonly name: string;
  /** One ratio a round; the rounds of the two things compared alternate. */
  readonly rounds: readonly number[];
  readonly bar: number;
  readonly moonshot: number;
  readonly better: 'higher' | 'lower';
};

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

export function spread(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)];
}
