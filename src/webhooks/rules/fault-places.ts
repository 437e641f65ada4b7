/** A part of the log: after the one position, up to the other. */
export type Span = { readonly from: number; readonly to: number };
/** By their positions in the log, the places of events; where counting begins has 0. */
export type Known = ReadonlyMap<number, number>;

/** What has to be counted so that the places of all these positions are known: each from the nearest before it, those before first. */
export function spansTo(positions: readonly number[], known: Known): readonly Span[] {
  const wanted = [...new Set(positions)].filter((position) => !known.has(position)).sort((a, b) => a - b);
  const starts = [...known.keys(), ...wanted].sort((a, b) => a - b);
  return wanted.map((to) => ({ from: starts[starts.indexOf(to) - 1] as number, to }));
}
