import { Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { effectsOf } from '../markets/index.ts';
import { type Order, onOurs } from '../orders/index.ts';
import type { RecipientWord } from '../tracking/index.ts';
import { stepsOf } from './rules/driver-steps.ts';
import { At, earningToWire, HandOver, optional, place, Text, Time, where, work } from './wire-forms.ts';

export const GiveBackData = Type.Object({ at: At, reason: Type.String({ minLength: 1, maxLength: 500 }) });
export const LARGEST_PROOF_BYTES = 15 * 1024 * 1024;
export const ReasonKey = optional(
  Type.String({ maxLength: 100, description: 'Why it failed: a key of GET /driver/v1/failure-reasons' }),
);
export const DropOffData = Type.Object({
  at: At,
  proof: Type.Enum(['NONE', 'PHOTO', 'SIGNATURE', 'FAILED'], {
    description: 'NONE only where the order asks for no proof',
  }),
  photo: optional(Type.String({ description: 'JPEG, PNG or WebP of up to 10 MB, in base64' })),
  signature: optional(
    Type.Object({
      strokes: optional(
        Type.Array(Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), { maxItems: 5_000 }), {
          maxItems: 500,
        }),
      ),
      picture: optional(Type.String({ description: 'PNG in base64' })),
    }),
  ),
  reasonKey: ReasonKey,
  reason: optional(Type.String({ maxLength: 500, description: 'Why it failed; beside a key, a note to it' })),
  place: optional(Type.Object(place)),
});
const StepWire = Type.Object({
  kind: Type.Enum([
    'GO_TO_PICK_UP',
    'BUY_AND_ENTER_RECEIPT',
    'QUEUE',
    'WAIT',
    'PICK_UP',
    'PAY_TOLL',
    'DROP_OFF',
    'COLLECT_CASH',
    'RETURN',
  ]),
  done: Type.Boolean(),
  stopId: optional(Text('Where; absent where it is on the way')),
  allowedMinutes: optional(Type.Integer({ description: 'Of QUEUE and WAIT: how long is paid for' })),
  amount: optional(Text('Of COLLECT_CASH: how much, as far as the partner has said')),
  request: optional(Text('Of PAY_TOLL: the special request')),
});
export const wordsAtStop = {
  notes: optional(
    Type.Array(Type.Object({ text: Type.String(), writtenAt: Time('By our clock') }), {
      description: 'What the recipient has written to the driver, until the order ends',
    }),
  ),
  notTheirsSince: optional(Time('When somebody there said that the parcel is not theirs')),
};
export const DriverOrderWire = Type.Object({
  orderId: Text('19 digits'),
  status: Type.Enum(['ASSIGNING_DRIVER', 'ON_GOING', 'PICKED_UP', 'COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED']),
  ...work,
  proofRequired: Type.Boolean({ description: 'Whether each drop-off needs a photo, a signature or a reason' }),
  item: optional(Type.Unknown({ description: 'What is delivered, as the partner has said' })),
  handOver: optional(HandOver),
  arrivedAt: optional(Time('When the driver came to the pick-up: paid waiting counts from then on')),
  stops: Type.Array(
    Type.Object({
      ...where,
      name: optional(Text('Until the order ends')),
      phone: optional(Text('Until the order ends', '+85256847123')),
      remarks: optional(Text('Until the order ends; lines end with CRLF')),
      ...wordsAtStop,
      closed: optional(
        Type.Object(
          { outcome: Type.Enum(['DELIVERED', 'SIGNED', 'FAILED']), at: Time('By the clock of the device') },
          { description: 'Of a drop-off that is closed' },
        ),
      ),
    }),
    { description: 'The pick-up, then the drop-offs' },
  ),
  steps: Type.Array(StepWire, { description: 'What to do, in this order' }),
});
const Reasons = (description: string) =>
  Type.Array(
    Type.Object({
      reasonKey: Text('Given with a failure', 'NOBODY_THERE'),
      text: Text('What the partner is told', 'Nobody was there to take it'),
      needsNote: Type.Boolean({ description: 'Whether a note must be given with it, as `reason`' }),
    }),
    { description },
  );
export const FailureReasonsWire = Type.Object({
  pickUp: Reasons('Why a parcel cannot be picked up'),
  dropOff: Reasons('Why an order or a parcel cannot be handed over'),
});
const EarnedDayWire = Type.Object({
  date: Text('By the calendar of the city', '2026-11-16'),
  amount: Text('Decimal number'),
  orders: Type.Integer({ description: 'How many were paid for' }),
});
export const EarningsWire = Type.Array(
  Type.Object({
    currency: Text('ISO 4217', 'HKD'),
    due: Text('What is earned and not paid out yet'),
    today: EarnedDayWire,
    days: Type.Array(EarnedDayWire, {
      description: 'Of the last 30 days those on which something was earned, the latest first',
    }),
    entries: Type.Array(
      Type.Object({
        entryId: Text('19 digits'),
        type: Type.Enum(['EARNING', 'PAYOUT']),
        orderId: optional(Text('Of an earning')),
        amount: Text('Decimal number; below zero for a payout'),
        createdAt: Time('When it was booked'),
      }),
      { description: 'The latest 50, newest first' },
    ),
  }),
  { description: 'One for each currency' },
);

export function wordsToWire(words: readonly RecipientWord[], stopId: string) {
  const here = words.filter((word) => word.stopId === stopId);
  const notes = here.filter(({ kind }) => kind === 'note');
  const report = here.find(({ kind }) => kind === 'wrongParcel');
  return {
    ...(notes.length === 0 ? {} : { notes: notes.map(({ text, at }) => ({ text, writtenAt: formatInstant(at) })) }),
    ...(report === undefined ? {} : { notTheirsSince: formatInstant(report.at) }),
  };
}

/** Its times are the partner's; drivers live by our clock. */
export function orderToDriver(order: Order, words: readonly RecipientWord[]) {
  const { delivery } = order;
  const arrivedAt = 'driver' in order ? order.driver?.arrivedAt : undefined;
  return {
    orderId: order.id,
    status: order.status,
    serviceType: order.service,
    scheduleAt: formatInstant(onOurs(order, order.scheduleAt ?? order.placedAt)),
    earning: earningToWire(order),
    distance: { value: String(delivery.distanceMeters), unit: 'm' },
    proofRequired: delivery.proofRequired,
    specialRequests: delivery.specialRequests,
    ...(delivery.item === undefined ? {} : { item: delivery.item }),
    ...(delivery.handOver === undefined ? {} : { handOver: delivery.handOver }),
    ...(arrivedAt === undefined ? {} : { arrivedAt: formatInstant(onOurs(order, arrivedAt)) }),
    stops: delivery.stops.map(({ stopId, coordinates, address, name, phone, remarks, closing }) => ({
      stopId,
      coordinates,
      address,
      // Whoever has delivered needs nobody's number any more.
      ...('endedAt' in order ? {} : { name, phone, remarks, ...wordsToWire(words, stopId) }),
      ...(closing === undefined
        ? {}
        : { closed: { outcome: closing.outcome, at: formatInstant(onOurs(order, closing.at)) } }),
    })),
    steps: stepsOf(order, effectsOf(delivery.specialRequests)),
  };
}
