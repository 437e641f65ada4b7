const MOST_PIECES = 10_000;

/** How many pieces were typed, also with full-width digits; undefined where it is no count that the server takes. */
export function readPieces(typed: string): number | undefined {
  const bare = typed.normalize('NFKC').trim();
  const count = /^\d{1,5}$/.test(bare) ? Number(bare) : 0;
  return count >= 1 && count <= MOST_PIECES ? count : undefined;
}
