/** What part of a sequence something happens to: from 0 to 1, or true for all and false for none. */
export type Share = number | boolean;

const PARTS = 1_000_000;

/** Whether the member in this place, counted from 1, is among the share. No luck: of a half it is every second one. */
export function isAmong(share: Share, place: number): boolean {
  const parts = Math.round(Number(share) * PARTS);
  return Math.floor((place * parts) / PARTS) > Math.floor(((place - 1) * parts) / PARTS);
}
