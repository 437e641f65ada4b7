import {
  type Exact,
  exactFromMinor,
  formatExact,
  type MinorUnits,
  minorFromExact,
  roundToStep,
  shareOf,
} from '../../foundation/money.ts';
import { clockText } from '../../foundation/time.ts';
import type { Fee, RateCard } from './rate-card.ts';
import { doesApply, type PickUpMoment } from './surcharges.ts';

/** All that a price depends on beside the card. */
export type Trip = {
  readonly distanceMeters: number;
  readonly dropOffs: number;
  readonly pickUp: PickUpMoment;
  readonly specialRequests: readonly string[];
};

type PriceItemName =
  | 'base'
  | 'extraMileage'
  | 'multiStopSurcharge'
  | 'surcharge'
  | 'specialRequests'
  | 'minimumSurcharge'
  | 'vat'
  | 'adminFee';

/** One line of a price, with what it was made from: `exact` is the amount before rounding. */
type PriceItem = {
  readonly item: PriceItemName;
  readonly amountMinor: MinorUnits;
  readonly exact: string;
  readonly inputs: Readonly<Record<string, unknown>>;
};
export type Price = {
  readonly items: readonly PriceItem[];
  readonly totalMinor: MinorUnits;
  readonly vatMinor: MinorUnits;
  /** The tolls among the special requests, rounded as these are, so never more than they. */
  readonly tollsMinor: MinorUnits;
};

const TOLL = /^TOLL_FEE_/;

/** What has no fee in the card is not free: it cannot be sold by it. */
export function isPriced({ specialRequests }: RateCard, name: string): boolean {
  return Object.hasOwn(specialRequests, name);
}

/** Each item is rounded on its own and the total is their sum, so that a breakdown always adds up to the last digit. */
export function priceTrip(card: RateCard, trip: Trip): Price {
  const base = card.baseFare;
  const mileage = mileageOf(card, trip.distanceMeters);
  const extraStops = Math.max(0, trip.dropOffs - 1);
  const stops = card.extraStop * BigInt(extraStops);
  const fare = base + mileage.amount + stops;
  const surcharges = card.surcharges
    .filter((surcharge) => doesApply(surcharge, trip.pickUp))
    .map(({ name, fee }) => ({ name, ...feeInputs(fee), amount: feeOf(fee, fare) }));
  const requests = trip.specialRequests.flatMap((name) => {
    const fee = card.specialRequests[name];
    return fee === undefined ? [] : [{ name, ...feeInputs(fee), amount: feeOf(fee, fare) }];
  });
  const round = (item: PriceItemName, exact: Exact, inputs: PriceItem['inputs']) =>
    roundItem(card, item, exact, inputs);
  const items = [
    round('base', base, { baseFare: formatExact(base), includedMeters: card.includedMeters }),
    round('extraMileage', mileage.amount, { distanceMeters: trip.distanceMeters, tiers: mileage.tiers }),
    round('multiStopSurcharge', stops, { extraStops, perStop: formatExact(card.extraStop) }),
  ];
  // The minimum is for the way itself: what is asked for beside it, such as a toll, is paid in full on top.
  const driven = exactTotal(card, items);
  const missing = card.minimumFare > driven ? card.minimumFare - driven : 0n;
  items.push(
    round('surcharge', sumOf(surcharges), { pickUp: printedMoment(trip.pickUp), surcharges: surcharges.map(printed) }),
    round('specialRequests', sumOf(requests), { requests: requests.map(printed) }),
    round('minimumSurcharge', missing, { minimumFare: formatExact(card.minimumFare), fare: formatExact(driven) }),
  );
  const taxed = exactTotal(card, items);
  const vat = round('vat', shareOf(taxed, card.vatRate), { rate: formatExact(card.vatRate), on: formatExact(taxed) });
  items.push(vat, round('adminFee', card.adminFee, { fixed: formatExact(card.adminFee) }));
  return {
    items,
    totalMinor: items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    vatMinor: vat.amountMinor,
    tollsMinor: roundToMinor(card, sumOf(requests.filter(({ name }) => TOLL.test(name)))),
  };
}

function mileageOf(card: RateCard, distanceMeters: number) {
  let from = card.includedMeters;
  let amount = 0n;
  const tiers: { fromMeters: number; meters: number; perKm: string }[] = [];
  for (const { upToMeters, perKm } of card.distanceTiers) {
    const meters = Math.min(distanceMeters, upToMeters ?? distanceMeters) - from;
    if (meters <= 0) break;
    amount += (perKm * BigInt(meters)) / 1000n;
    tiers.push({ fromMeters: from, meters, perKm: formatExact(perKm) });
    from += meters;
  }
  return { amount, tiers };
}

function feeOf(fee: Fee, fare: Exact): Exact {
  return 'amount' in fee ? fee.amount : shareOf(fare, fee.share);
}

function feeInputs(fee: Fee): Readonly<Record<string, string>> {
  return 'amount' in fee ? { fixed: formatExact(fee.amount) } : { share: formatExact(fee.share) };
}

function sumOf(parts: readonly { amount: Exact }[]): Exact {
  return parts.reduce((sum, { amount }) => sum + amount, 0n);
}

function printedMoment({ date, weekday, minuteOfDay, holiday }: PickUpMoment) {
  return { date, weekday, time: clockText(minuteOfDay), holiday };
}

function printed<T extends { amount: Exact }>(part: T) {
  return { ...part, amount: formatExact(part.amount) };
}

function roundItem(card: RateCard, item: PriceItemName, exact: Exact, inputs: PriceItem['inputs']): PriceItem {
  return { item, amountMinor: roundToMinor(card, exact), exact: formatExact(exact), inputs };
}

function roundToMinor({ rounding, decimals }: RateCard, exact: Exact): MinorUnits {
  return minorFromExact(roundToStep(exact, rounding.step, rounding.mode), decimals);
}

function exactTotal(card: RateCard, items: readonly PriceItem[]): Exact {
  return exactFromMinor(
    items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    card.decimals,
  );
}
