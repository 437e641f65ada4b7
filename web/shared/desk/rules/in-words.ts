/** "WALKER" or "TRUCK_550" as people write it. */
export function inWords(key: string): string {
  const words = key.replaceAll('_', ' ').toLowerCase();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
