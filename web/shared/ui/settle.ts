const SETTLE_MS = 500;

/** What has just appeared under a thumb takes no tap for a moment: the second half of a double tap is not meant for it. */
export function settle(element: Element | null): void {
  const untouchable = { pointerEvents: 'none' };
  element?.animate([untouchable, untouchable], SETTLE_MS);
}
