import type { RateCardDocument } from '../../../src/console/rates-wire.ts';

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

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** With a day more or less; undefined for every day, and at least one stays. */
export function turned(days: readonly Weekday[] | undefined, day: Weekday): Weekday[] | undefined {
  const before = days ?? WEEKDAYS;
  const after = WEEKDAYS.filter((one) => (one === day ? !before.includes(one) : before.includes(one)));
  if (after.length === WEEKDAYS.length) return undefined;
  return after.length === 0 ? [day] : after;
}

function isEmpty(text: string | undefined): text is '' | undefined {
  return text === undefined || text.trim() === '';
}
