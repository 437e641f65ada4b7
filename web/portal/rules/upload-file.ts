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
