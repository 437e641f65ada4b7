type Accepted = { readonly sentAt: number; readonly answeredAt: number };

/**
 * The most calls that were certainly accepted within one stretch of this length: each was sent and answered inside it, so
 * wherever the server's clock stood, it took them all within the stretch.
 */
export function mostWithin(calls: readonly Accepted[], windowMs: number): number {
  return calls.reduce((most, { sentAt: from }) => {
    const inside = calls.filter(({ sentAt, answeredAt }) => sentAt >= from && answeredAt < from + windowMs);
    return Math.max(most, inside.length);
  }, 0);
}
