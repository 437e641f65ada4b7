/** A key such as VAN or TRUCK_550 within a sentence. */
export function wordsOf(key: string): string {
  return key.replaceAll('_', ' ').toLowerCase();
}

/** At its beginning, or alone. */
export function inWords(key: string): string {
  const words = wordsOf(key);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
