import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import Value from 'typebox/value';
import { assertPresent } from '../../foundation/assert.ts';
import { EXACT_ONE, parseExact } from '../../foundation/money.ts';
import { WEEKDAYS, type Weekday } from '../../foundation/time.ts';
import { USUAL_DRIVER_SHARE } from './driver-fare.ts';
import type { Fee, RateCard, Surcharge } from './rate-card.ts';

const closed = { additionalProperties: false };
const AMOUNT = '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,4})?$';
const SHARE = '^[0-9](\\.[0-9]{1,4})?$';
const TIME = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
const Amount = Type.String({ pattern: AMOUNT });
const Share = Type.String({ pattern: SHARE });
const Time = Type.String({ pattern: TIME });
const Name = Type.String({ minLength: 1, maxLength: 80 });
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

/** For a service that has no price yet. What is empty has to be filled in before it can be drafted. */
export function blankCard(decimals: number, specialRequests: readonly string[]): RateCardDocument {
  return {
    rounding: { step: decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`, mode: 'HALF_UP' },
    vatRate: '',
    baseFare: '',
    includedMeters: 0,
    distanceTiers: [{ perKm: '' }],
    extraStop: '',
    minimumFare: '',
    surcharges: [],
    specialRequests: Object.fromEntries(specialRequests.map((name) => [name, { amount: '' }])),
  };
}

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
        : [{ path: `/surcharges/${index}/from`, sentence: 'must have an end beside it, or neither be there' }]),
      ...(surcharge.from === undefined || surcharge.from !== surcharge.to
        ? []
        : [
            {
              path: `/surcharges/${index}/to`,
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
    .flatMap(({ keyword, instancePath, message, params }) => {
      const given = params as FaultParams;
      const at = (names: readonly string[] = [], sentence: string) =>
        names.map((name) => ({ path: `${instancePath}/${name}`, sentence }));
      if (keyword === 'required') return at(given.requiredProperties, 'is missing');
      if (keyword === 'additionalProperties') return at(given.additionalProperties, 'is not a key that is known here');
      return [{ path: instancePath || '/', sentence: plainSentence(keyword, given) ?? message }];
    });
}

type FaultParams = {
  readonly requiredProperties?: readonly string[];
  readonly additionalProperties?: readonly string[];
  readonly pattern?: string;
  readonly limit?: number;
  readonly allowedValues?: readonly string[];
};

const FORMS: Readonly<Record<string, string>> = {
  [AMOUNT]: 'must be an amount such as "12.5", not below zero, with at most four decimals',
  [SHARE]: 'must be a share such as "0.25", from 0 to 1',
  [TIME]: 'must be a time of day such as "22:00"',
};

/** What a person would say of it; undefined where the library's own words are plain enough. */
function plainSentence(keyword: string, { pattern = '', limit, allowedValues }: FaultParams): string | undefined {
  if (keyword === 'pattern') return FORMS[pattern];
  if (keyword === 'minimum') return `must be at least ${limit}`;
  if (keyword === 'maximum') return `must be at most ${limit}`;
  if (keyword === 'minLength' || keyword === 'minItems') return 'must not be empty';
  return keyword === 'enum' ? `must be one of ${allowedValues?.join(', ')}` : undefined;
}

function tierFaults({ distanceTiers, includedMeters }: RateCardDocument): CardFault[] {
  let end = includedMeters;
  return distanceTiers.flatMap(({ upToMeters }, index) => {
    const path = `/distanceTiers/${index}/upToMeters`;
    const isLast = index === distanceTiers.length - 1;
    if (isLast !== (upToMeters === undefined)) {
      return [
        {
          path,
          sentence: isLast ? 'must be left out: the last tier has no end' : 'is missing: only the last tier has no end',
        },
      ];
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
    driverShare: exact(document.driverShare ?? USUAL_DRIVER_SHARE),
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
