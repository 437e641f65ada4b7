import type { Effects } from '../../markets/index.ts';
import type { Order, OrderStop } from '../../orders/index.ts';

/** One thing to do, in the order in which it is done. */
export type DriverStep = {
  readonly kind:
    | 'GO_TO_PICK_UP'
    | 'BUY_AND_ENTER_RECEIPT'
    | 'QUEUE'
    | 'WAIT'
    | 'PICK_UP'
    | 'PAY_TOLL'
    | 'DROP_OFF'
    | 'COLLECT_CASH'
    | 'RETURN';
  readonly done: boolean;
  readonly stopId?: string;
  readonly allowedMinutes?: number;
  /** How much to collect, as far as the partner has said. */
  readonly amount?: string;
  readonly request?: string;
};

/** Names under which partners give the amount to collect. */
const CASH_NAMES = ['cashOnDelivery', 'codAmount', 'cod', 'cash_on_delivery', 'cashAmount'];

/** All that a driver does for an order: the way, and what its special requests add to it. */
export function stepsOf(order: Order, { driverSteps }: Pick<Effects, 'driverSteps'>): readonly DriverStep[] {
  const [pickUp, ...dropOffs] = order.delivery.stops as readonly [OrderStop, ...OrderStop[]];
  const pickedUp = order.status === 'PICKED_UP' || order.status === 'COMPLETED';
  const arrived = pickedUp || (order.status === 'ON_GOING' && order.driver.arrivedAt !== undefined);
  const ended = order.status === 'COMPLETED';
  const amount = cashOf(order);
  const collects = driverSteps.some(({ kind }) => kind === 'COLLECT_CASH');
  const atPickUp = driverSteps.flatMap((step): readonly DriverStep[] => {
    if (step.kind === 'BUY_AND_ENTER_RECEIPT') return [{ kind: step.kind, done: pickedUp, stopId: pickUp.stopId }];
    if (step.kind !== 'QUEUE' && step.kind !== 'WAIT') return [];
    return [{ kind: step.kind, done: pickedUp, stopId: pickUp.stopId, allowedMinutes: step.allowedMinutes }];
  });
  const tolls = driverSteps.flatMap((step): readonly DriverStep[] =>
    step.kind === 'PAY_TOLL' ? [{ kind: 'PAY_TOLL', done: ended, request: step.request }] : [],
  );
  return [
    { kind: 'GO_TO_PICK_UP', done: arrived, stopId: pickUp.stopId },
    ...atPickUp,
    { kind: 'PICK_UP', done: pickedUp, stopId: pickUp.stopId },
    ...tolls,
    ...dropOffs.flatMap(({ stopId, closing }): readonly DriverStep[] => {
      const done = closing !== undefined;
      const cash: readonly DriverStep[] = collects
        ? [{ kind: 'COLLECT_CASH', done, stopId, ...(amount === undefined ? {} : { amount }) }]
        : [];
      return [...cash, { kind: 'DROP_OFF', done, stopId }];
    }),
    ...(driverSteps.some(({ kind }) => kind === 'RETURN')
      ? [{ kind: 'RETURN', done: ended, stopId: pickUp.stopId } as const]
      : []),
  ];
}

/** From the metadata; where it is not there, the remarks are shown anyway. */
function cashOf({ delivery: { metadata = {} } }: Order): string | undefined {
  const given = CASH_NAMES.map((name) => metadata[name]).find(
    (value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
  );
  return given === undefined ? undefined : String(given);
}
