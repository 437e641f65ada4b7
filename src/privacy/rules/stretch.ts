const LONGEST_STRETCH = 1_000;
/** Of rows with texts, in one statement: about a second. */
const MOST_COMPARISONS = 50_000;

/** How many rows one statement looks through for so many texts, so that it ends in good time. */
export function stretchFor(texts: number): number {
  return Math.max(1, Math.min(LONGEST_STRETCH, Math.floor(MOST_COMPARISONS / Math.max(1, texts))));
}

export function chunksOf<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / most) }, (_, index) =>
    all.slice(index * most, (index + 1) * most),
  );
}
