import type { Point } from '../../foundation/geo.ts';
import { HOUR_MS, type Instant } from '../../foundation/time.ts';
import { type Expected, expectedAt } from './arrival.ts';
import {
  type Closing,
  type Delivery,
  type DropOff,
  isBeforePickUp,
  isUnderWay,
  type Place,
  type Stage,
  type Step,
  type StepKind,
} from './delivery.ts';
import { firstNameOf, isDriverSeen, isFresh } from './driver-seen.ts';

const PLANNED_AHEAD_MS = HOUR_MS;
export const MOST_NOTES = 5;

/** What recipients have said so far. */
export type Wishes = {
  readonly notes: number;
  /** Stops whose recipients want a message when the driver is near. */
  readonly nearMessages: readonly string[];
  readonly wrongParcels: readonly string[];
};

/** The driver who has it, as known by the drivers' own clock, which is ours. */
export type KnownDriver = {
  readonly name: string;
  readonly maskedPlate: string;
  readonly position: (Point & { readonly at: Instant; readonly headingDegrees?: number | undefined }) | undefined;
};

/** The one answer at the top. */
type Headline =
  | { readonly say: 'planned' | 'deliveredAt'; readonly at: Instant }
  | { readonly say: 'expected'; readonly expected: Expected }
  | { readonly say: 'stage'; readonly stage: Stage };

/** `at` is undefined for what is still to come. */
type ShownStep = { readonly kind: StepKind; readonly at: Instant | undefined; readonly address: string | undefined };
export type ShownDropOff = Place & {
  readonly expected: Expected | undefined;
  readonly closing: Closing | undefined;
  readonly can: { readonly note: boolean; readonly askForMessage: boolean; readonly report: boolean };
  readonly wantsMessage: boolean;
  readonly isReported: boolean;
};

export type View = {
  readonly stage: Stage;
  readonly headline: Headline;
  /** Of four. */
  readonly progress: 1 | 2 | 3 | 4;
  readonly steps: readonly ShownStep[];
  readonly driver:
    | { readonly firstName: string; readonly maskedPlate: string; readonly point: Point | undefined }
    | undefined;
  readonly pickUp: Place;
  readonly dropOffs: readonly ShownDropOff[];
  readonly notes: number;
};

type Around = {
  readonly driver: KnownDriver | undefined;
  readonly wishes: Wishes;
  /** When the driver comes to each open stop, by the partner's clock; nothing where nobody can say. */
  readonly arrivals: ReadonlyMap<string, Instant>;
};

/** All that somebody with the link is shown, in no language yet. No phone, no name but the driver's first one. */
export function viewOf(delivery: Delivery, { driver, wishes, arrivals }: Around, now: Instant): View {
  const { stage, pickUp } = delivery;
  const isSeen = isDriverSeen(delivery, now);
  const known = isSeen ? arrivals : new Map<string, Instant>();
  return {
    stage,
    headline: headlineOf(delivery, known, now),
    progress: progressOf(stage),
    steps: [...delivery.steps.map((step) => shownStep(delivery, step)), ...ahead(stage)],
    driver: isSeen && driver !== undefined ? seenDriver(delivery, driver, now) : undefined,
    pickUp,
    dropOffs: delivery.dropOffs.map((dropOff) => shownDropOff(delivery, dropOff, known, wishes, now)),
    notes: wishes.notes,
  };
}

function headlineOf(delivery: Delivery, arrivals: ReadonlyMap<string, Instant>, now: Instant): Headline {
  const { stage, scheduleAt, dropOffs } = delivery;
  const isFarOff = scheduleAt !== undefined && scheduleAt - now > PLANNED_AHEAD_MS;
  if (isFarOff && (stage === 'searching' || stage === 'collecting')) return { say: 'planned', at: scheduleAt };
  const open = dropOffs.filter(({ isOpen }) => isOpen);
  const arrival = open.length === 1 ? arrivals.get((open[0] as DropOff).stopId) : undefined;
  if (arrival !== undefined && isUnderWay(delivery)) return { say: 'expected', expected: expectedAt(arrival, now) };
  const handedOver = dropOffs.map(({ closing }) => closing?.at ?? Number.NEGATIVE_INFINITY);
  if (stage === 'delivered') return { say: 'deliveredAt', at: Math.max(...handedOver) };
  return { say: 'stage', stage };
}

function progressOf(stage: Stage): View['progress'] {
  if (stage === 'searching') return 1;
  if (stage === 'collecting' || stage === 'atPickUp' || stage === 'pickUpFailed') return 2;
  return stage === 'delivering' ? 3 : 4;
}

/** The place of a step matters where there are several. */
function shownStep({ dropOffs }: Delivery, { kind, at, stopId }: Step): ShownStep {
  const address = dropOffs.length > 1 ? dropOffs.find((stop) => stop.stopId === stopId)?.address : undefined;
  return { kind, at, address };
}

const WAY: readonly StepKind[] = ['driverFound', 'pickedUp', 'handedOver'];

function ahead(stage: Stage): readonly ShownStep[] {
  const left = isUnderWay({ stage }) ? WAY.slice(progressOf(stage) - 1) : [];
  return left.map((kind) => ({ kind, at: undefined, address: undefined }));
}

function seenDriver({ clockAheadMs }: Delivery, { name, maskedPlate, position }: KnownDriver, now: Instant) {
  const isHere = position !== undefined && isFresh(position.at + clockAheadMs, now);
  return {
    firstName: firstNameOf(name),
    maskedPlate,
    point: isHere ? { lat: position.lat, lng: position.lng } : undefined,
  };
}

function shownDropOff(
  delivery: Delivery,
  { stopId, address, point, closing, isOpen }: DropOff,
  arrivals: ReadonlyMap<string, Instant>,
  { notes, nearMessages, wrongParcels }: Wishes,
  now: Instant,
): ShownDropOff {
  const arrival = isOpen && isUnderWay(delivery) ? arrivals.get(stopId) : undefined;
  const isReported = wrongParcels.includes(stopId);
  const wantsMessage = nearMessages.includes(stopId);
  return {
    stopId,
    address,
    point,
    expected: arrival === undefined ? undefined : expectedAt(arrival, now),
    closing,
    can: {
      note: isOpen && notes < MOST_NOTES,
      askForMessage: isOpen && isUnderWay(delivery) && !wantsMessage,
      report: !isReported && (isOpen || closing !== undefined),
    },
    wantsMessage: wantsMessage && isOpen,
    isReported,
  };
}

/** The places that the driver goes to before and for the open drop-offs of a delivery, in this order. */
export function wayOf(
  delivery: Delivery,
): readonly { point: Point; stopId?: string; notBefore?: Instant | undefined }[] {
  if (!isUnderWay(delivery)) return [];
  const open = delivery.dropOffs.filter(({ isOpen }) => isOpen).map(({ point, stopId }) => ({ point, stopId }));
  return isBeforePickUp(delivery) ? [{ point: delivery.goodsAt, notBefore: delivery.scheduleAt }, ...open] : open;
}
