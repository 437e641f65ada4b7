import { type TSchema, Type } from 'typebox';
import { CARRIES_PARCELS, type Driver } from '../drivers/index.ts';
import type { Point } from '../foundation/geo.ts';
import { formatAmount } from '../foundation/money.ts';
import { formatInstant } from '../foundation/time.ts';
import { type City, effectsOf, type Market } from '../markets/index.ts';
import { earningOf, type Order, onOurs } from '../orders/index.ts';
import type { RecipientWord } from '../tracking/index.ts';
import type { OfferInReach, WorkNow } from './read-work-now.ts';
import { stepsOf } from './rules/driver-steps.ts';

const optional = <T extends TSchema>(form: T) => Type.Optional(form);
export const At = optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'When it was done, by the clock of the device, where there was no signal; at most a day ago',
  }),
);
const Degrees = (limit: number) => Type.Number({ minimum: -limit, maximum: limit });
const place = { lat: Degrees(90), lng: Degrees(180) };

export const SignInCodeData = Type.Object({ phone: Type.String({ maxLength: 40 }) });
export const SignInData = Type.Object({
  phone: Type.String({ maxLength: 40 }),
  code: Type.String({ maxLength: 20 }),
  device: optional(Type.String({ maxLength: 200, description: 'How the driver tells this device from others' })),
});
export const PositionsData = Type.Object({
  positions: Type.Array(
    Type.Object({
      lat: Type.Number(),
      lng: Type.Number(),
      at: Type.String({ description: 'By the clock of the device' }),
      accuracyMeters: optional(Type.Number({ description: '-1 where the device does not know' })),
      headingDegrees: optional(Type.Number({ description: '-1 where the device does not know' })),
    }),
    { minItems: 1, maxItems: 100, description: 'All since the last report' },
  ),
});
export const NothingElse = Type.Object({});
export const ActionData = Type.Object({ at: At });
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
export const EmergencyData = Type.Object({
  at: At,
  place: optional(Type.Object({ lat: Type.Number(), lng: Type.Number() })),
  note: optional(Type.String({ description: 'The first 500 characters are kept' })),
});

const Text = (description: string, example?: string) =>
  Type.String({ description, ...(example === undefined ? {} : { examples: [example] }) });
const Nullable = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });
const Time = (description: string) => Text(description, '2026-11-16T04:00:00.00Z');
const Coordinates = Type.Object({ lat: Text('Latitude', '22.3193'), lng: Text('Longitude', '114.1694') });
const HandOver = Type.Object(place, { description: 'Where the last driver left the goods, to collect them there' });
const Earning = Type.Object(
  { amount: Text('Decimal number'), currency: Text('ISO 4217', 'HKD') },
  { description: 'What the driver gets for the order' },
);
const Distance = Type.Object({ value: Text('Whole number'), unit: Text('Always m') });
const where = { stopId: Text('19 digits'), coordinates: Coordinates, address: Type.String() };
const work = {
  serviceType: Text('A service key of the city', 'MOTORCYCLE'),
  scheduleAt: Time('When to pick up'),
  earning: Earning,
  distance: Distance,
  specialRequests: Type.Array(Type.String(), { description: 'Keys of the special requests' }),
};

export const CodeSentWire = Type.Object({
  standsIn: Type.Enum(['MESSAGE', 'LOG'], {
    description: 'Where a code is read, if the phone is a driver’s: LOG in a sandbox without a gateway for messages',
  }),
});
export const SignedInWire = Type.Object({
  driverId: Text('A short number', '100001'),
  sessionId: Text('Names this device among those of the driver', '1'),
  token: optional(
    Text(
      'Sent as "Authorization: Bearer" with every further call; it is shown here only, or nowhere where it is in a cookie',
    ),
  ),
});
export const SessionWire = Type.Object({
  sessionId: Type.String(),
  device: Text('As it was named at sign-in'),
  current: Type.Boolean({ description: 'Whether it is the one that asks' }),
  createdAt: Time('When it was signed in'),
  lastSeenAt: Time('Its last call, to the minute'),
});
export const OnlineWire = Type.Object({ onlineSince: Time('When the shift began') });
export const PositionsWire = Type.Object({
  accepted: Type.Integer({ description: 'How many were taken' }),
  refused: Type.Array(
    Type.Object({
      index: Type.Integer({ description: 'Place in the report, from 0 on' }),
      reason: Type.Enum(['OUT_OF_RANGE', 'FROM_THE_FUTURE', 'TOO_OLD', 'TOO_FREQUENT']),
    }),
  ),
  jumps: Type.Integer({ description: 'How many were reached faster than anything on the road' }),
});
export const EmergencyWire = Type.Object({ emergencyId: Text('19 digits') });
export const OfferWire = Type.Object(
  {
    offerId: Text('19 digits'),
    orderId: Text('19 digits'),
    expiresAt: Time('Exactly then it has lapsed'),
    ...work,
    distanceToPickUp: optional(
      Type.Object(Distance.properties, {
        description: 'Roughly, by road; absent while nobody knows where the driver is',
      }),
    ),
    pickUp: Type.Object({ ...where, handOver: optional(HandOver) }),
    dropOffs: Type.Array(Type.Object(where), { description: 'In the order of the way' }),
  },
  { description: 'Enough to decide by; contacts come with the match' },
);
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
const shift = {
  onlineSince: Nullable('When the shift began; null while offline'),
  order: Type.Union([DriverOrderWire, Type.Null()], { description: 'The order under way; null where there is none' }),
};
/** Of a city that was taken off meanwhile nothing is known. */
const home = {
  market: optional(Text('Its key', 'HK')),
  cityName: optional(Text('In English', 'Hong Kong')),
  timeZone: optional(Text('Of the city', 'Asia/Hong_Kong')),
  currency: optional(Text('ISO 4217', 'HKD')),
  emergencyNumbers: optional(
    Type.Object(
      { police: Text('As dialled', '999'), ambulance: Text('As dialled, often the same', '999') },
      { description: 'Whom to call where somebody is in danger' },
    ),
  ),
  marketLanguages: optional(
    Type.Array(Type.String(), { description: 'Those of the market', examples: [['en_HK', 'zh_HK']] }),
  ),
  specialRequests: optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'What each special request of the service asks for, in English',
      examples: [{ TOLL_FEE_1: 'Driver takes the Cross-Harbour Tunnel, toll 50 HKD' }],
    }),
  ),
};
export const MeWire = Type.Object({
  driverId: Text('A short number', '100001'),
  name: Type.String(),
  phone: Text('In E.164 form', '+85256847123'),
  plateNumber: Type.String(),
  serviceType: Text('A service key of the city', 'MOTORCYCLE'),
  city: Text('Its locode', 'HK HKG'),
  ...home,
  languages: Type.Array(Type.String(), { description: 'Those of the driver' }),
  carriesParcels: Type.Boolean({ description: 'Whether scheduled parcels are given to the driver' }),
  now: Time('By our clock'),
  ...shift,
});
export const WorkWire = Type.Object({
  now: Time('By our clock'),
  ...shift,
  offers: Type.Array(OfferWire, { description: 'As GET /driver/v1/offers gives them' }),
  parcelsRevision: Text('Another one whenever GET /driver/v1/parcels would answer something else'),
});
export const WayWire = Type.Object({
  line: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
    description: 'Latitude and longitude of each point; straight from stop to stop where no routing engine is set',
    examples: [
      [
        [22.281, 114.158],
        [22.3193, 114.1694],
      ],
    ],
  }),
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

type Home = { readonly market: Market; readonly city: City } | undefined;

export function driverToWire({ id, name, phone, plate, service, locode, languages, capabilities }: Driver, home: Home) {
  return {
    driverId: id,
    name,
    phone,
    plateNumber: plate,
    serviceType: service,
    city: locode,
    ...(home === undefined
      ? {}
      : {
          market: home.market.market,
          cityName: home.city.name,
          timeZone: home.city.timeZone,
          currency: home.market.currency,
          marketLanguages: home.market.languages,
          emergencyNumbers: home.market.emergencyNumbers,
          specialRequests: requestsOf(home.city, service),
        }),
    languages,
    carriesParcels: capabilities.includes(CARRIES_PARCELS),
  };
}

function requestsOf({ services }: City, service: string): Readonly<Record<string, string>> {
  const requests = services.find(({ key }) => key === service)?.specialRequests ?? [];
  return Object.fromEntries(requests.map(({ name, description }) => [name, description]));
}

export function shiftToWire({ onlineSince, order, words }: Pick<WorkNow, 'onlineSince' | 'order' | 'words'>) {
  return {
    onlineSince: onlineSince === undefined ? null : formatInstant(onlineSince),
    order: order === undefined ? null : orderToDriver(order, words),
  };
}

export function workToWire({ offers, parcelsRevision, ...shift }: WorkNow) {
  return { ...shiftToWire(shift), offers: offers.map(offerToWire), parcelsRevision };
}

function earningToWire(order: Order) {
  return { amount: formatAmount(earningOf(order), order.pricing.decimals), currency: order.currency };
}

/** Enough to decide by: contacts come with the match. */
export function offerToWire({ offer, order, metersToPickUp }: OfferInReach) {
  const [pickUp, ...dropOffs] = order.delivery.stops.map(({ stopId, coordinates, address }) => ({
    stopId,
    coordinates,
    address,
  }));
  return {
    offerId: offer.id,
    orderId: order.id,
    expiresAt: formatInstant(offer.expiresAt),
    serviceType: order.service,
    scheduleAt: formatInstant(onOurs(order, order.scheduleAt ?? order.placedAt)),
    earning: earningToWire(order),
    distance: { value: String(order.delivery.distanceMeters), unit: 'm' },
    ...(metersToPickUp === undefined ? {} : { distanceToPickUp: { value: String(metersToPickUp), unit: 'm' } }),
    pickUp: order.delivery.handOver === undefined ? pickUp : { ...pickUp, handOver: order.delivery.handOver },
    dropOffs,
    specialRequests: order.delivery.specialRequests,
  };
}

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

export function wayToWire({ line }: { readonly line: readonly Point[] }) {
  return { line: line.map(({ lat, lng }) => [lat, lng]) };
}
