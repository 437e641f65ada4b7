import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import Value from 'typebox/value';
import { assertPresent } from '../../foundation/assert.ts';
import { EXACT_ONE, parseExact } from '../../foundation/money.ts';
import { WEEKDAYS, type Weekday } from '../../foundation/time.ts';
import type { Fee, RateCard, Surcharge } from './rate-card.ts';

const closed = { additionalProperties: false };
const Amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,4})?$' });
const Share = Type.String({ pattern: '^[0-9](\\.[0-9]{1,4})?$' });
const Time = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });
const Name = Type.String({ minLength: 1, maxLength: 80 });
const DEFAULT_DRIVER_SHARE = '0.8';
const fee = { amount: Type.Optional(Amount), share: Type.Optional(Share) };

const ServiceRates = {
  baseFare: Amount,
  includedMeters: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  distanceTiers: Type.Array(
    Type.Object({ upToMeters: Type.Optional(Type.Integer({ minimum: 1 })), perKm: Amount }, closed),
    { minItems: 1 },
  ),
  extraStop: Amount,
  minimumFare: Amount,
  surcharges: Type.Array(
    Type.Object(
      {
        name: Name,
        from: Type.Optional(Time),
        to: Type.Optional(Time),
        days: Type.Optional(Type.Array(Type.Enum([...WEEKDAYS]), { minItems: 1, uniqueItems: true })),
        holidays: Type.Optional(Type.Literal(true)),
        ...fee,
      },
      closed,
    ),
  ),
  specialRequests: Type.Record(Type.String({ pattern: '^[A-Z0-9_]+$' }), Type.Object(fee, closed), closed),
  driverShare: Type.Optional(Share),
};
const MarketRates = {
  rounding: Type.Object({ step: Amount, mode: Type.Enum(['HALF_UP', 'UP']) }, closed),
  vatRate: Share,
  adminFee: Type.Optional(Amount),
};

/** One card with everything in it, as an operator drafts it. */
const RateCardDocument = Type.Object({ ...MarketRates, ...ServiceRates }, closed);
export type RateCardDocument = Static<typeof RateCardDocument>;

/** The cards of a market as they ship: data/rate-cards/<market>.json. */
const ShippedRates = Type.Object(
  {
    market: Type.String({ pattern: '^[A-Z]{2}$' }),
    ...MarketRates,
    cities: Type.Record(Type.String(), Type.Record(Type.String(), Type.Object(ServiceRates, closed))),
  },
  closed,
);
export type ShippedRates = Static<typeof ShippedRates>;
/** Compiled, because every start checks all that ships. */
const shippedRates = Compile(ShippedRates);

export type CardFault = { readonly path: string; readonly sentence: string };

export function findShippedFaults(document: unknown): readonly CardFault[] {
  return shippedRates.Check(document) ? [] : formFaults(ShippedRates, document);
}

/** Each card of a shipped file with the market's own rules in it. */
export function cardsOf({ cities, rounding, vatRate, adminFee }: ShippedRates) {
  const shared = { rounding, vatRate, ...(adminFee === undefined ? {} : { adminFee }) };
  return Object.entries(cities).flatMap(([locode, services]) =>
    Object.entries(services).map(([service, rates]) => ({ locode, service, document: { ...shared, ...rates } })),
  );
}

/** Everything that is wrong with one card; an empty list where nothing is. */
export function findCardFaults(document: unknown, decimals: number): readonly CardFault[] {
  const faults = formFaults(RateCardDocument, document);
  return faults.length > 0 ? faults : findSenseFaults(document as RateCardDocument, decimals);
}

/** What is wrong with a card whose form is right. */
export function findSenseFaults(card: RateCardDocument, decimals: number): readonly CardFault[] {
  return [
    ...tierFaults(card),
    ...stepFaults(card, decimals),
    ...shareFaults(card.vatRate, '/vatRate'),
    ...shareFaults(card.driverShare, '/driverShare'),
    ...card.surcharges.flatMap((surcharge, index) => [
      ...feeFaults(surcharge, `/surcharges/${index}`),
      ...((surcharge.from === undefined) === (surcharge.to === undefined)
        ? []
        : [{ path: `/surcharges/${index}`, sentence: 'must have both from and to, or neither' }]),
      ...(surcharge.from === undefined || surcharge.from !== surcharge.to
        ? []
        : [
            {
              path: `/surcharges/${index}`,
              sentence: 'must end at another time than it begins; leave both out for the whole day',
            },
          ]),
    ]),
    ...Object.entries(card.specialRequests).flatMap(([name, request]) =>
      feeFaults(request, `/specialRequests/${name}`),
    ),
  ];
}

/** A card prices exactly what the service offers: a request without a fee would be free, and a fee without one a slip of the pen. */
export function findRequestFaults(
  { specialRequests }: RateCardDocument,
  offered: readonly string[],
): readonly CardFault[] {
  const priced = Object.keys(specialRequests);
  const missing = offered.filter((name) => !priced.includes(name));
  const unknown = priced.filter((name) => !offered.includes(name));
  return [
    ...missing.map((name) => ({ path: `/specialRequests/${name}`, sentence: 'is missing' })),
    ...unknown.map((name) => ({
      path: `/specialRequests/${name}`,
      sentence: 'is not a special request of this service',
    })),
  ];
}

function shareFaults(share: string | undefined, path: string): CardFault[] {
  if (share === undefined || exact(share) <= EXACT_ONE) return [];
  return [{ path, sentence: 'must be a share from 0 to 1' }];
}

function formFaults(schema: TSchema, document: unknown): CardFault[] {
  return Value.Errors(schema, document)
    .filter(({ keyword }) => keyword !== 'boolean')
    .map(({ instancePath, message, params }) => {
      const names = Object.values(params as Record<string, unknown>)
        .flat()
        .join(', ');
      return { path: instancePath || '/', sentence: message.includes(names) ? message : `${message}: ${names}` };
    });
}

function tierFaults({ distanceTiers, includedMeters }: RateCardDocument): CardFault[] {
  let end = includedMeters;
  return distanceTiers.flatMap(({ upToMeters }, index) => {
    const path = `/distanceTiers/${index}`;
    const isLast = index === distanceTiers.length - 1;
    if (isLast !== (upToMeters === undefined)) {
      return [{ path, sentence: isLast ? 'is the last tier and must have no upToMeters' : 'must have upToMeters' }];
    }
    if (upToMeters !== undefined && upToMeters <= end) {
      return [{ path, sentence: `must reach beyond ${end} m, where the one before it ends` }];
    }
    end = upToMeters ?? end;
    return [];
  });
}

function stepFaults({ rounding }: RateCardDocument, decimals: number): CardFault[] {
  const [, fraction = ''] = rounding.step.split('.');
  const fits = fraction.replace(/0+$/, '').length <= decimals && exact(rounding.step) > 0n;
  return fits ? [] : [{ path: '/rounding/step', sentence: `must be more than 0 with at most ${decimals} decimals` }];
}

function feeFaults({ amount, share }: { amount?: string; share?: string }, path: string): CardFault[] {
  if ((amount === undefined) === (share === undefined)) return [{ path, sentence: 'must have an amount or a share' }];
  return shareFaults(share, path);
}

/** From a document without faults. */
export function cardFrom(document: RateCardDocument, decimals: number): RateCard {
  return {
    decimals,
    rounding: { step: exact(document.rounding.step), mode: document.rounding.mode as RateCard['rounding']['mode'] },
    baseFare: exact(document.baseFare),
    includedMeters: document.includedMeters,
    distanceTiers: document.distanceTiers.map(({ upToMeters, perKm }) => ({ upToMeters, perKm: exact(perKm) })),
    extraStop: exact(document.extraStop),
    minimumFare: exact(document.minimumFare),
    surcharges: document.surcharges.map(surchargeFrom),
    specialRequests: Object.fromEntries(
      Object.entries(document.specialRequests).map(([name, request]) => [name, feeFrom(request)]),
    ),
    vatRate: exact(document.vatRate),
    adminFee: exact(document.adminFee ?? '0'),
    driverShare: exact(document.driverShare ?? DEFAULT_DRIVER_SHARE),
  };
}

function surchargeFrom(surcharge: RateCardDocument['surcharges'][number]): Surcharge {
  const { name, from, to, days, holidays } = surcharge;
  return {
    name,
    hours: from === undefined || to === undefined ? undefined : { from: minuteOf(from), to: minuteOf(to) },
    days: days as readonly Weekday[] | undefined,
    onHolidaysOnly: holidays === true,
    fee: feeFrom(surcharge),
  };
}

function feeFrom({ amount, share }: { amount?: string; share?: string }): Fee {
  return amount === undefined ? { share: exact(share ?? '0') } : { amount: exact(amount) };
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

function exact(text: string): bigint {
  return assertPresent(parseExact(text), 'the form of the document was checked');
}
