import { Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { effectsOf } from '../markets/index.ts';
import { ORDER_STATUSES, type Order, onOurs } from '../orders/index.ts';
import { KeptItem, stopFields } from '../quotations/index.ts';
import type { RecipientWord } from '../tracking/index.ts';
import { stepsOf } from './rules/driver-steps.ts';
import { At, earningToWire, HandOver, optional, Place, Text, Time, work } from './wire-forms.ts';

export const GiveBackData = Type.Object(
  { at: At, reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why; support reads it' }) },
  { title: 'GiveBack', description: 'Why the order is given back' },
);
export const LARGEST_PROOF_BYTES = 15 * 1024 * 1024;
export const ReasonKey = optional(
  Type.String({ maxLength: 100, description: 'Why it failed: a key of GET /driver/v1/failure-reasons' }),
);
const Signature = Type.Object(
  {
    strokes: optional(
      Type.Array(Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), { maxItems: 5_000 }), {
        maxItems: 500,
        description: 'Each a list of points as the screen has seen them: x and y in pixels',
      }),
    ),
    picture: optional(Text('PNG in base64')),
  },
  { title: 'Signature', description: 'As strokes, as a picture, or both' },
);
/** What shows how it ended. */
export const proof = {
  photo: optional(Text('JPEG, PNG or WebP of up to 10 MB, in base64')),
  signature: optional(Signature),
  reasonKey: ReasonKey,
  reason: optional(Type.String({ maxLength: 500, description: 'Why it failed; beside a key, a note to it' })),
  place: optional(Place),
};
export const DropOffData = Type.Object(
  {
    at: At,
    proof: Type.Enum(['NONE', 'PHOTO', 'SIGNATURE', 'FAILED'], {
      description: 'NONE only where the order asks for no proof',
    }),
    ...proof,
  },
  { title: 'DropOff', description: 'How the drop-off ended' },
);
const StepWire = Type.Object(
  {
    kind: Type.Enum(
      [
        'GO_TO_PICK_UP',
        'BUY_AND_ENTER_RECEIPT',
        'QUEUE',
        'WAIT',
        'PICK_UP',
        'PAY_TOLL',
        'DROP_OFF',
        'COLLECT_CASH',
        'RETURN',
      ],
      { description: 'What to do' },
    ),
    done: Type.Boolean({ description: 'Whether it is behind the driver' }),
    stopId: optional(Text('Where; absent where it is on the way')),
    allowedMinutes: optional(Type.Integer({ description: 'Of QUEUE and WAIT: how long is paid for' })),
    amount: optional(Text('Of COLLECT_CASH: how much, as far as the partner has said')),
    request: optional(Text('Of PAY_TOLL: the special request')),
  },
  { title: 'Step', description: 'One thing to do' },
);
export const wordsAtStop = {
  notes: optional(
    Type.Array(
      Type.Object(
        { text: Text('As it was written'), writtenAt: Time('When, by our clock') },
        { title: 'RecipientNote', description: 'A note to the driver' },
      ),
      { description: 'What the recipient has written to the driver, until the order ends; absent where nothing' },
    ),
  ),
  notTheirsSince: optional(Time('When somebody there said that the parcel is not theirs')),
};
const DriverStop = Type.Object(
  {
    ...stopFields,
    name: optional(Text('Contact name, until the order ends')),
    phone: optional(Text('In E.164 form, until the order ends', '+85256847123')),
    remarks: optional(Text('Of the sender, until the order ends; lines end with CRLF')),
    ...wordsAtStop,
    closed: optional(
      Type.Object(
        {
          outcome: Type.Enum(['DELIVERED', 'SIGNED', 'FAILED'], { description: 'How it ended' }),
          at: Time('When, by the clock of the device'),
        },
        { title: 'ClosedStop', description: 'Of a drop-off that is closed' },
      ),
    ),
  },
  { title: 'DriverStop', description: 'A stop, with its contact until the order ends' },
);
export const DriverOrderWire = Type.Object(
  {
    orderId: Text('19 digits'),
    status: Type.Enum([...ORDER_STATUSES], { description: 'How far the order is' }),
    ...work,
    proofRequired: Type.Boolean({ description: 'Whether each drop-off needs a photo, a signature or a reason' }),
    item: KeptItem,
    handOver: optional(HandOver),
    arrivedAt: optional(Time('When the driver came to the pick-up: paid waiting counts from then on')),
    stops: Type.Array(DriverStop, { description: 'The pick-up, then the drop-offs' }),
    steps: Type.Array(StepWire, { description: 'What to do, in this order' }),
  },
  { title: 'DriverOrder', description: 'An order as its driver sees it' },
);
const Reasons = (description: string) =>
  Type.Array(
    Type.Object(
      {
        reasonKey: Text('Given with a failure', 'NOBODY_THERE'),
        text: Text('What the partner is told', 'Nobody was there to take it'),
        needsNote: Type.Boolean({ description: 'Whether a note must be given with it, as `reason`' }),
      },
      { title: 'FailureReason', description: 'Why something can fail' },
    ),
    { description },
  );
export const FailureReasonsWire = Type.Object(
  {
    pickUp: Reasons('Why a parcel cannot be picked up'),
    dropOff: Reasons('Why an order or a parcel cannot be handed over'),
  },
  { title: 'FailureReasons', description: 'Those of this deployment' },
);
const EarnedDayWire = Type.Object(
  {
    date: Text('By the calendar of the city', '2026-11-16'),
    amount: Text('Decimal number'),
    orders: Type.Integer({ description: 'How many were paid for' }),
  },
  { title: 'EarnedDay', description: 'What a day has brought' },
);
const EntryWire = Type.Object(
  {
    entryId: Text('19 digits'),
    type: Type.Enum(['EARNING', 'PAYOUT'], { description: 'Money for an order, or money paid out' }),
    orderId: optional(Text('Of an earning')),
    amount: Text('Decimal number; below zero for a payout'),
    createdAt: Time('When it was booked'),
  },
  { title: 'EarningsEntry', description: 'A movement of money' },
);
export const EarningsWire = Type.Array(
  Type.Object(
    {
      currency: Text('ISO 4217', 'HKD'),
      due: Text('What is earned and not paid out yet; decimal number'),
      today: EarnedDayWire,
      days: Type.Array(EarnedDayWire, {
        description: 'Of the last 30 days those on which something was earned, the latest first',
      }),
      entries: Type.Array(EntryWire, { description: 'The latest 50, newest first' }),
    },
    { title: 'Earnings', description: 'What the driver has earned in a currency' },
  ),
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
