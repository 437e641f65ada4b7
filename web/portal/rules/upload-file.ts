/** Room for 2,000 lines and more; what is larger is not even sent. */
export const MOST_FILE_BYTES = 2_500_000;

export function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** A part at a time: a call takes only so many arguments. */
export function toBase64(bytes: Uint8Array): string {
  const parts = chunksOf(Array.from(bytes), 30_000).map((part) => String.fromCharCode(...part));
  return btoa(parts.join(''));
}

/** Lines whose reference has no parcel yet. Any text is a reference, also one that every object knows. */
export function linesToPlace<Line extends { readonly reference: string }>(
  lines: readonly Line[],
  placedBefore: Readonly<Record<string, string>>,
): readonly Line[] {
  return lines.filter(({ reference }) => !Object.hasOwn(placedBefore, reference));
}
