type Page = { readonly data: readonly { readonly cursor: string }[]; readonly next: string | null };

const FIRST_LEAP = 1_000n;

/**
 * The cursor of the newest event. The log is read from its old end only, so the new one is found by leaps: ever longer ones until
 * nothing follows, then ever shorter ones. Among a million events it takes some twenty calls, not five thousand pages.
 */
export async function newestCursor(read: (after: string) => Promise<Page>): Promise<string> {
  let [known, leap, isPast] = [0n, 0n, false];
  for (;;) {
    const { data, next } = await read(String(known + leap));
    const last = data.at(-1);
    if (last === undefined && leap === 0n) return String(known);
    if (last === undefined) isPast = true;
    else known = BigInt(last.cursor);
    if (last !== undefined && next === null) return String(known);
    if (isPast) leap /= 2n;
    else leap = leap === 0n ? FIRST_LEAP : leap * 2n;
  }
}
