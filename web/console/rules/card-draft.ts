import type { RateCardDocument } from '../../../src/console/rates-wire.ts';

export type Surcharge = RateCardDocument['surcharges'][number];
/** An amount, or a share of the fare. */
export type Fee = { readonly amount?: string; readonly share?: string };

/** What may be left out and was left empty is left out. */
export function withoutEmpty(document: RateCardDocument): RateCardDocument {
  const { adminFee, driverShare, surcharges, ...rest } = document;
  return {
    ...rest,
    ...(isEmpty(adminFee) ? {} : { adminFee }),
    ...(isEmpty(driverShare) ? {} : { driverShare }),
    surcharges: surcharges.map(({ from, to, ...surcharge }) => ({
      ...surcharge,
      ...(isEmpty(from) ? {} : { from }),
      ...(isEmpty(to) ? {} : { to }),
    })),
  };
}

/** Without fees for what the service does not offer any more: the form has no field to take them out of. */
export function withFeesFor(
  document: RateCardDocument,
  offered: readonly { readonly name: string }[],
): RateCardDocument {
  const isOffered = ([name]: readonly [string, unknown]) => offered.some((request) => request.name === name);
  const fees = Object.entries(document.specialRequests).filter(isOffered);
  return { ...document, specialRequests: Object.fromEntries(fees) };
}

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** With a day more or less; undefined for every day, and at least one stays. */
export function turned(days: readonly Weekday[] | undefined, day: Weekday): Weekday[] | undefined {
  const before = days ?? WEEKDAYS;
  const after = WEEKDAYS.filter((one) => (one === day ? !before.includes(one) : before.includes(one)));
  if (after.length === WEEKDAYS.length) return undefined;
  return after.length === 0 ? [day] : after;
}

export function withDayTurned({ days, ...rest }: Surcharge, day: Weekday): Surcharge {
  const after = turned(days, day);
  return after === undefined ? rest : { ...rest, days: after };
}

export function withHolidaysOnly({ holidays: _, ...rest }: Surcharge, on: boolean): Surcharge {
  return on ? { ...rest, holidays: true } : rest;
}

/** A fee of one kind takes the place of one of the other. */
export function withFee({ amount: _amount, share: _share, ...rest }: Surcharge, fee: Fee): Surcharge {
  return { ...rest, ...fee };
}

/** With one before the last, at the last one's price, to be changed. */
export function withTierMore({
  distanceTiers,
  includedMeters,
}: Pick<RateCardDocument, 'distanceTiers' | 'includedMeters'>): RateCardDocument['distanceTiers'] {
  const last = distanceTiers.at(-1) ?? { perKm: '0' };
  const end = (distanceTiers.at(-2)?.upToMeters ?? includedMeters) + 5_000;
  return [...distanceTiers.slice(0, -1), { upToMeters: end, perKm: last.perKm }, last];
}

/** Where it is no number, the server says so beside the field. */
export function numberIn(text: string): number {
  const number = Number(text.replaceAll(/[\s,]/g, ''));
  return Number.isFinite(number) ? number : (text as unknown as number);
}

/** Nothing where it is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const areObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);
const PARTS: Readonly<Record<string, (part: unknown) => boolean>> = {
  rounding: isObject,
  distanceTiers: areObjects,
  surcharges: (part) =>
    areObjects(part) && (part as Surcharge[]).every(({ days }) => days === undefined || Array.isArray(days)),
  specialRequests: (part) => isObject(part) && Object.values(part).every(isObject),
};

/** What the form has fields for and cannot find there; what else is wrong, the server says beside the field. */
export function partsNotShown(document: unknown): readonly string[] {
  const given = isObject(document) ? document : {};
  return Object.keys(PARTS).filter((name) => PARTS[name]?.(given[name]) !== true);
}

function isEmpty(text: string | undefined): text is '' | undefined {
  return text === undefined || text.trim() === '';
}
