import { type Cost, costOfLateness, costOfMeters, FURTHER_DRIVER } from './cost.ts';
import { type Day, isPickUp, mayBring, parcelOf } from './day.ts';

/** Visits in the order of a drive, with all that is needed to judge a change without driving it anew. Never changed. */
export type Route = Cost & {
  readonly driver: number;
  readonly visits: readonly number[];
  /** Before visit k: where the driver was last, when they left it, and how many parcels are on board. */
  readonly places: readonly number[];
  readonly leaves: readonly number[];
  readonly loads: readonly number[];
  /** To visit k: metres from the place before it, and the time of arrival. */
  readonly legs: readonly number[];
  readonly arrivals: readonly number[];
  /** From visit k on: how much later one could arrive at no cost; the waiting; the cost of lateness. */
  readonly slack: readonly number[];
  readonly waitAhead: readonly number[];
  readonly lateAhead: readonly number[];
};

/** Undefined where it cannot be driven: another's parcel, more on board than there is room for, not done within the hours. */
export function timeRoute(day: Day, driver: number, visits: readonly number[]): Route | undefined {
  const { seconds, meters, placeOf, earliest, handling } = day;
  const { start, from, until, room, onBoard } = day.drivers[driver] as Day['drivers'][number];
  const places = [start];
  const leaves = [from];
  const loads = [onBoard];
  const legs: number[] = [];
  const arrivals: number[] = [];
  let [place, leave, load, metersDriven] = [start, from, onBoard, 0];
  for (const visit of visits) {
    const next = placeOf[visit] as number;
    const entry = place * day.places + next;
    const arrival = leave + (seconds[entry] as number);
    leave = Math.max(arrival, earliest[visit] as number) + (handling[visit] as number);
    load += isPickUp(visit) ? 1 : -1;
    if (leave > until || (isPickUp(visit) && load > room) || !mayBring(day, driver, parcelOf(visit))) return undefined;
    metersDriven += meters[entry] as number;
    place = next;
    legs.push(meters[entry] as number);
    arrivals.push(arrival);
    places.push(place);
    leaves.push(leave);
    loads.push(load);
  }
  const ahead = lookAhead(day, visits, arrivals, leaves, until);
  const way = costOfMeters(metersDriven) + (visits.length === 0 ? 0 : FURTHER_DRIVER);
  return { driver, visits, places, leaves, loads, legs, arrivals, ...ahead, late: ahead.lateAhead[0] as number, way };
}

function lookAhead(
  day: Day,
  visits: readonly number[],
  arrivals: readonly number[],
  leaves: readonly number[],
  until: number,
): Pick<Route, 'slack' | 'waitAhead' | 'lateAhead'> {
  const slack = new Array<number>(visits.length + 1).fill(until - (leaves[visits.length] as number));
  const waitAhead = new Array<number>(visits.length + 1).fill(0);
  const lateAhead = new Array<number>(visits.length + 1).fill(0);
  for (let index = visits.length - 1; index >= 0; index--) {
    const visit = visits[index] as number;
    const leave = leaves[index + 1] as number;
    const wait = leave - (day.handling[visit] as number) - (arrivals[index] as number);
    const spare = Math.max(0, (day.deadline[visit] as number) - leave);
    slack[index] = wait + Math.min(spare, slack[index + 1] as number);
    waitAhead[index] = wait + (waitAhead[index + 1] as number);
    lateAhead[index] = latenessOf(day, visit, leave) + (lateAhead[index + 1] as number);
  }
  return { slack, waitAhead, lateAhead };
}

export function latenessOf(day: Day, visit: number, leave: number): number {
  return costOfLateness(leave - (day.deadline[visit] as number));
}
