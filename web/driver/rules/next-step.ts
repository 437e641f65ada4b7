import type { DriverOrder } from '../api/types.ts';

export type NextStep =
  | { readonly kind: 'arrive' | 'pickUp'; readonly stopId: string }
  | { readonly kind: 'dropOff'; readonly stopId: string };

/** The one thing to do now. Drop-offs are done in any order: the chosen one first, as long as it is open. */
export function nextStep({ stops, steps }: DriverOrder, chosenStopId?: string): NextStep | undefined {
  const pickUp = stops[0];
  if (pickUp === undefined) return undefined;
  const isDone = (kind: 'GO_TO_PICK_UP' | 'PICK_UP') => steps.some((step) => step.kind === kind && step.done);
  if (!isDone('PICK_UP')) return { kind: isDone('GO_TO_PICK_UP') ? 'pickUp' : 'arrive', stopId: pickUp.stopId };
  const open = stops.slice(1).filter(({ closed }) => closed === undefined);
  const stop = open.find(({ stopId }) => stopId === chosenStopId) ?? open[0];
  return stop === undefined ? undefined : { kind: 'dropOff', stopId: stop.stopId };
}
