/** How far the server's clock is ahead of the device's, and how wrong that may be. */
export type Offset = { readonly aheadMs: number; readonly plusMinusMs: number };
type Exchange = {
  /** The server's time, to the second. */
  readonly serverMs: number;
  /** By the device. */
  readonly sentAt: number;
  readonly receivedAt: number;
};

const HALF_A_SECOND_MS = 500;

/** What one answer tells: the server wrote its time, cut to the second, somewhere between the two. */
export function offsetFrom({ serverMs, sentAt, receivedAt }: Exchange): Offset {
  return {
    aheadMs: serverMs + HALF_A_SECOND_MS - (sentAt + receivedAt) / 2,
    plusMinusMs: HALF_A_SECOND_MS + Math.abs(receivedAt - sentAt) / 2,
  };
}

/** What was known holds while the new fits to it, so that countdowns do not tremble; the better of two that fit is kept. */
export function offsetAfter(known: Offset | undefined, learned: Offset): Offset {
  if (known === undefined) return learned;
  const contradicts = Math.abs(known.aheadMs - learned.aheadMs) > known.plusMinusMs + learned.plusMinusMs;
  return contradicts || learned.plusMinusMs < known.plusMinusMs ? learned : known;
}
