import { assert } from '../../foundation/assert.ts';
import type { Instant } from '../../foundation/time.ts';
import type { HistoryEntry, Order, OrderFacts, OrderState } from './order.ts';
import { type OrderEvent, statusAfter } from './order-transitions.ts';

/** One event and the order after it. */
export type Step = { readonly event: OrderEvent; readonly at: Instant; readonly order: Order };
/** What one call does to an order: most often one step, two where a driver's give-back is one too many. */
export type OrderChange = readonly [Step, ...Step[]];

type Details = {
  /** Facts that change with the event. */
  readonly facts?: Partial<OrderFacts>;
  readonly note?: Pick<HistoryEntry, 'by' | 'driverId' | 'reason'>;
};

/** The order after an event that its status allows. The table has the last word on the status. */
export function step(
  order: Order,
  event: OrderEvent,
  at: Instant,
  state: OrderState,
  { facts = {}, note = {} }: Details = {},
): Step {
  assert(
    statusAfter(order.status, event) === state.status,
    `${event} does not lead from ${order.status} to ${state.status}`,
  );
  const { matchBy, driver, pickedUpAt, endedAt, ...kept } = order as Order & Record<string, unknown>;
  const after = {
    ...kept,
    ...facts,
    ...state,
    history: [...order.history, { at, event, status: state.status, ...note }],
  } as Order;
  return { event, at, order: after };
}

/** Keeps both times of what a device reported late: when it was done, and when we heard of it. */
export function noteReceipt(change: OrderChange, receivedAt: Instant | undefined): OrderChange {
  if (receivedAt === undefined) return change;
  const noted = change.map((taken) => {
    if (taken.at === receivedAt) return taken;
    const history = taken.order.history.map((entry, index, all) =>
      index === all.length - 1 ? { ...entry, receivedAt } : entry,
    );
    return { ...taken, order: { ...taken.order, history } };
  });
  return noted as unknown as OrderChange;
}

/** The same state, for events that change something else. */
export function stateOf(order: Order): OrderState {
  switch (order.status) {
    case 'ASSIGNING_DRIVER':
      return { status: order.status, matchBy: order.matchBy };
    case 'ON_GOING':
      return { status: order.status, driver: order.driver };
    case 'PICKED_UP':
      return { status: order.status, driver: order.driver, pickedUpAt: order.pickedUpAt };
    case 'COMPLETED':
      return { status: order.status, driver: order.driver, pickedUpAt: order.pickedUpAt, endedAt: order.endedAt };
    default:
      return { status: order.status, endedAt: order.endedAt, driver: order.driver };
  }
}
