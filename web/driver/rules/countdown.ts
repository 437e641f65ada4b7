/** What is left of an offer. `whole` is what was left when it was first seen. */
export function countdown(expiresAt: number, now: number, whole: number) {
  const left = Math.max(0, expiresAt - now);
  return { seconds: Math.ceil(left / 1_000), share: whole <= 0 ? 0 : Math.min(1, left / whole), isOver: left === 0 };
}
