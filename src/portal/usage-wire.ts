import { type Static, Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { Nullable } from '../infrastructure/http/schema.ts';
import type { Usage } from '../partners/index.ts';

export const UsageQuery = Type.Object({ key: Type.String({ maxLength: 200 }) });

const counts = { at: Type.String(), calls: Type.Integer(), refused: Type.Integer() };
const MinuteWire = Type.Object(counts);
export const UsageWire = Type.Array(
  Type.Object({
    api: Type.String(),
    allowed: Type.Integer({ description: 'Calls a minute' }),
    allowedASecond: Nullable<number>('integer', 'Calls a second; null where only those of a minute are counted'),
    refused: Type.Integer({ description: 'That found the limit used up, in a day' }),
    busiest: Nullable<Static<typeof MinuteWire>>('object', 'The fullest minute of the day', {
      properties: MinuteWire.properties,
    }),
    minutes: Type.Array(MinuteWire),
    hours: Type.Array(
      Type.Object({ ...counts, busiest: Type.Integer({ description: 'Calls in its fullest minute' }) }),
    ),
  }),
);

export function usageToWire(usage: readonly Usage[]): Static<typeof UsageWire> {
  return usage.map(({ api, allowed, allowedASecond, refused, busiest, minutes, hours }) => ({
    api,
    allowed,
    allowedASecond: allowedASecond ?? null,
    refused,
    busiest: busiest === undefined ? null : minuteToWire(busiest),
    minutes: minutes.map(minuteToWire),
    hours: hours.map(({ hour, ...rest }) => ({ at: formatInstant(hour), ...rest })),
  }));
}

function minuteToWire({ minute, calls, refused }: Usage['minutes'][number]): Static<typeof MinuteWire> {
  return { at: formatInstant(minute), calls, refused };
}
