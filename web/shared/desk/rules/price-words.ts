type Item = {
  readonly item: string;
  readonly amount: string;
  readonly beforeRounding: string;
  readonly inputs: Readonly<Record<string, unknown>>;
};

/** Why a price is what it is, as the server explains it. */
export type PriceExplanation = {
  readonly rateCard: { readonly version: number; readonly rounding: { readonly step: string } };
  readonly route: {
    readonly distanceMeters: number;
    readonly measuredBy: string;
    readonly returnsToPickUp: boolean;
    readonly optimized?: { readonly savedMeters: number };
  };
  readonly items: readonly Item[];
  readonly total: string;
  readonly priorityFee?: string;
  readonly placement?: { readonly quotedTotal: string; readonly totalAtPlacement: string; readonly taken: string };
  readonly edited?: { readonly totalBefore: string };
};

export type PriceLine = { readonly key: string; readonly title: string; readonly why: string; readonly amount: string };

const TITLES: Readonly<Record<string, string>> = {
  base: 'Base fare',
  extraMileage: 'Distance',
  multiStopSurcharge: 'Further stops',
  surcharge: 'Surcharges',
  specialRequests: 'Special requests',
  minimumSurcharge: 'Up to the minimum fare',
  vat: 'VAT',
  adminFee: 'Service fee',
};

/** Each item of the price with the reason for it, in a sentence. */
export function priceLines({ items, priorityFee }: PriceExplanation): readonly PriceLine[] {
  const lines = items.map((item) => ({
    key: item.item,
    title: TITLES[item.item] ?? item.item,
    why: withRounding(item, whyOf(item)),
    amount: item.amount,
  }));
  if (priorityFee === undefined) return lines;
  const why = 'Added to have a driver sooner; the driver gets it.';
  return [...lines, { key: 'priorityFee', title: 'Priority fee', why, amount: priorityFee }];
}

/** What there is to say of the price as a whole. */
export function priceRemarks({ route, rateCard, placement, edited }: PriceExplanation): readonly string[] {
  const measured = route.measuredBy === 'estimate' ? 'estimated from the straight line' : 'measured along the streets';
  const saved = route.optimized?.savedMeters ?? 0;
  return [
    `The way is ${kilometers(route.distanceMeters)}, ${measured}${route.returnsToPickUp ? ', with the way back to the pick-up' : ''}.`,
    ...(saved > 0 ? [`Putting the stops in the shortest order saves ${kilometers(saved)}.`] : []),
    `Rate card version ${rateCard.version}; each item is rounded to ${rateCard.rounding.step}.`,
    ...(placement === undefined ? [] : [placementRemark(placement)]),
    ...(edited === undefined ? [] : [`The stops were edited; before that the fare was ${edited.totalBefore}.`]),
  ];
}

function placementRemark({ quotedTotal, totalAtPlacement, taken }: NonNullable<PriceExplanation['placement']>): string {
  return taken === 'QUOTED'
    ? `It was quoted at ${quotedTotal}, and that is what was taken.`
    : `It was quoted at ${quotedTotal}; rates fell before the order was placed, and the lower ${totalAtPlacement} was taken.`;
}

type Tier = { readonly fromMeters: number; readonly meters: number; readonly perKm: string };
type Part = { readonly name: string; readonly fixed?: string; readonly share?: string; readonly amount: string };

function whyOf({ item, inputs }: Item): string {
  switch (item) {
    case 'base': {
      const included = Number(inputs.includedMeters);
      return included > 0 ? `For every order; the first ${kilometers(included)} are in it.` : 'For every order.';
    }
    case 'extraMileage':
      return `${(inputs.tiers as readonly Tier[]).map(({ meters, perKm }) => `${kilometers(meters)} at ${perKm} per km`).join(', ')}.`;
    case 'multiStopSurcharge':
      return `${inputs.extraStops} more ${inputs.extraStops === 1 ? 'drop-off' : 'drop-offs'} at ${inputs.perStop} each.`;
    case 'surcharge': {
      const { weekday, time, holiday } = inputs.pickUp as { weekday: string; time: string; holiday?: string };
      const when = `Picked up ${capital(weekday)} at ${time}${holiday === undefined ? '' : `, ${holiday}`}`;
      return `${when}: ${partsOf(inputs.surcharges)}.`;
    }
    case 'specialRequests':
      return `${partsOf(inputs.requests)}.`;
    case 'minimumSurcharge':
      return `The way alone comes to ${inputs.fare}, and the minimum fare is ${inputs.minimumFare}.`;
    case 'vat':
      return `${percent(String(inputs.rate))} on ${inputs.on}.`;
    case 'adminFee':
      return `${inputs.fixed} for every order.`;
    default:
      return '';
  }
}

function partsOf(parts: unknown): string {
  return (parts as readonly Part[])
    .map(({ name, share, amount }) => `${name} ${share === undefined ? amount : `${percent(share)} (${amount})`}`)
    .join(', ');
}

function withRounding({ amount, beforeRounding }: Item, why: string): string {
  return Number(amount) === Number(beforeRounding) ? why : `${why} ${beforeRounding} before rounding.`.trim();
}

export function kilometers(meters: number): string {
  return meters < 1_000 ? `${meters} m` : `${(meters / 1_000).toFixed(1)} km`;
}

export function percent(share: string): string {
  return `${Number((Number(share) * 100).toFixed(4))} %`;
}

function capital(weekday: string): string {
  return `${weekday.slice(0, 1)}${weekday.slice(1).toLowerCase()}`;
}
