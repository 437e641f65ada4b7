/** Whether nothing is left to do at the pick-up of an order with this status. */
export function isPickedUp(status: string): boolean {
  return status === 'PICKED_UP' || status === 'COMPLETED';
}
