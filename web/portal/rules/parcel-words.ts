const WORDS: Readonly<Record<string, string>> = {
  AWAITS_DRIVER: 'Waits for a driver',
  AWAITS_PICKUP: 'A driver will pick it up',
  DELIVERING: 'Picked up',
  FAILED_PICKUP: 'The pick-up failed',
  FAILED: 'The delivery failed',
  RETURNED: 'Back at the pick-up',
  DELIVERED: 'Delivered',
  CANCELED: 'Cancelled',
  CLOSED: 'Closed by support',
};

/** What an entry of a parcel's log says. */
export function logWords(status: string): string {
  return WORDS[status] ?? status;
}
