import { Type } from 'typebox';
import type { EarningsPerHour } from '../dispatch/index.ts';
import { formatAmount } from '../foundation/money.ts';
import { clockText } from '../foundation/time.ts';
import type { City, Market } from '../markets/index.ts';
import type { OrderNumbers } from '../orders/index.ts';

export const NumbersQuery = Type.Object({ city: Type.String(), day: Type.Optional(Type.String()) });

export type Day = {
  readonly date: string;
  readonly orders: OrderNumbers;
  readonly earnings: EarningsPerHour | undefined;
};

/** `untilMinute` of its day is how far the week before is counted; null for the whole of it. */
export function numbersToWire(
  { currency, decimals }: Market,
  { locode, name }: City,
  day: Day,
  before: Day,
  untilMinute: number | null,
) {
  const dayToWire = ({ date, orders, earnings }: Day) => {
    const { revenueMinor, marginMinor, waitSeconds, ...counts } = orders;
    const perHour = (minor: number) => formatAmount(BigInt(Math.round(minor)), decimals);
    return {
      date,
      ...counts,
      waitSeconds: waitSeconds ?? null,
      revenue: formatAmount(revenueMinor, decimals),
      margin: formatAmount(marginMinor, decimals),
      earnings:
        earnings === undefined
          ? null
          : {
              drivers: earnings.drivers,
              spread: earnings.spread,
              tenth: perHour(earnings.tenth),
              median: perHour(earnings.median),
              ninetieth: perHour(earnings.ninetieth),
            },
    };
  };
  return {
    city: locode,
    cityName: name,
    currency,
    decimals,
    day: dayToWire(day),
    weekBefore: dayToWire(before),
    until: untilMinute === null ? null : clockText(untilMinute),
  };
}
export type NumbersWire = ReturnType<typeof numbersToWire>;
