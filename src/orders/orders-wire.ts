import { Type } from 'typebox';
import { formatAllowedFrom, formatAllowedUntil, type Instant } from '../foundation/time.ts';
import type { Actions } from './rules/actions.ts';
import type { Order } from './rules/order.ts';
import { type Links, orderDetailsView } from './rules/order-view.ts';

const Nullable = <T>(type: string, description: string, further: object = {}) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], description, ...further });
const Id = (description: string) => Type.Unsafe<string | number>({ type: ['string', 'number'], description });
const Name = { maxLength: 200 };
const Phone = { maxLength: 40, examples: ['+85256847123'] };
const Remarks = { maxLength: 1500 };

const Contact = Type.Object({
  stopId: Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'number', 'null'],
      description:
        'A stop of the quotation. Where no contact at all has one, contacts and stops are matched by position.',
    }),
  ),
  name: Type.String({ description: 'Contact name', ...Name }),
  phone: Type.String({ description: 'In E.164 form', ...Phone }),
  remarks: Type.Optional(Nullable<string>('string', 'A note to the driver; lines end with CRLF', Remarks)),
});

export const OrderData = Type.Object({
  quotationId: Id('A quotation made less than 5 minutes ago'),
  sender: Contact,
  recipients: Type.Array(Contact, { maxItems: 15, description: 'One for each drop-off' }),
  isPODEnabled: Type.Optional(Nullable<boolean>('boolean', 'Ask the driver for proof of delivery at every drop-off')),
  partner: Type.Optional(Nullable<string>('string', 'For channel partners: their own mark', { maxLength: 200 })),
  metadata: Type.Optional(
    Nullable<Record<string, unknown>>(
      'object',
      'Your own data, given back with the order; at most 16 KiB and 5 levels deep',
    ),
  ),
});

export const PriorityFeeData = Type.Object({
  priorityFee: Type.Unsafe<string | number>({
    type: ['string', 'number'],
    description: 'The whole fee, not an addition to an earlier one',
    examples: ['20'],
  }),
});

const EditedStop = Type.Object({
  coordinates: Type.Optional(
    Type.Unsafe<{ lat?: string | number | null; lng?: string | number | null } | null>({
      type: ['object', 'null'],
      properties: { lat: { type: ['string', 'number', 'null'] }, lng: { type: ['string', 'number', 'null'] } },
    }),
  ),
  address: Type.Optional(Nullable<string>('string', 'Street address, plain text')),
  name: Type.Optional(Nullable<string>('string', 'Contact name', Name)),
  phone: Type.Optional(Nullable<string>('string', 'In E.164 form', Phone)),
  remarks: Type.Optional(Nullable<string>('string', 'Sent again or lost', Remarks)),
});
const wrongStops = 'ERR_INSUFFICIENT_STOPS';
export const EditData = Type.Object({
  stops: Type.Array(EditedStop, {
    minItems: 2,
    maxItems: 16,
    description: 'The pick-up as it was, then every drop-off of the order from now on',
    'x-fault-codes': { minItems: wrongStops, maxItems: 'ERR_TOO_MANY_STOPS' },
  }),
});

const Price = Type.String({ description: 'Decimal number' });
const Proof = Type.Object(
  {
    status: Type.String({ description: 'PENDING, DELIVERED, SIGNED or FAILED' }),
    image: Type.Optional(Type.String()),
    deliveredAt: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String({ description: 'Why it failed' })),
  },
  { description: 'Of drop-offs, where proof of delivery was asked for' },
);
const Time = (description: string) => Nullable<string>('string', description);

const order = {
  orderId: Type.String({ description: '19 digits' }),
  quotationId: Type.String(),
  priceBreakdown: Type.Record(Type.String(), Price, { description: 'Items that are zero are left out' }),
  priorityFee: Type.Optional(Price),
  driverId: Type.String({ description: 'Empty until a driver is matched' }),
  shareLink: Type.String({ description: 'Shows the delivery to whoever has the link' }),
  status: Type.String({
    description: 'ASSIGNING_DRIVER, ON_GOING, PICKED_UP, COMPLETED, CANCELED, REJECTED or EXPIRED',
  }),
  distance: Type.Object({ value: Type.String(), unit: Type.String() }),
  stops: Type.Array(
    Type.Object({
      stopId: Type.String(),
      coordinates: Type.Object({ lat: Type.String(), lng: Type.String() }),
      address: Type.String(),
      name: Type.String(),
      phone: Type.String(),
      remarks: Type.Optional(Type.String()),
      POD: Type.Optional(Proof),
    }),
  ),
  item: Type.Optional(Type.Unknown()),
  metadata: Type.Optional(Type.Unknown()),
  partner: Type.Optional(Type.String()),
};
export const OrderWire = Type.Object(order);
export const OrderDetailsWire = Type.Object({
  ...order,
  remarks: Type.Array(Type.String(), { description: 'One for each stop, empty where there is none' }),
  actions: Type.Optional(
    Type.Object(
      {
        canCancelUntil: Time('Null where it cannot be cancelled'),
        canChangeDriverFrom: Time('Null while nobody has it, and after the pick-up'),
        canEdit: Type.Boolean(),
        editsLeft: Type.Integer(),
        canAddPriorityFee: Type.Boolean(),
        driverVisibleFrom: Time('Null while nobody has it, and after its end'),
      },
      { description: 'With the header "Expand: actions"' },
    ),
  ),
});

export function orderDetailsToWire(order: Order, links: Links, actions: Actions | undefined) {
  return {
    ...orderDetailsView(order, links),
    ...(actions === undefined ? {} : { actions: actionsToWire(actions) }),
  };
}

function actionsToWire({ canCancelUntil, canChangeDriverFrom, driverVisibleFrom, ...rest }: Actions) {
  const from = (instant: Instant | undefined) => (instant === undefined ? null : formatAllowedFrom(instant));
  return {
    canCancelUntil: canCancelUntil === undefined ? null : formatAllowedUntil(canCancelUntil),
    canChangeDriverFrom: from(canChangeDriverFrom),
    ...rest,
    driverVisibleFrom: from(driverVisibleFrom),
  };
}
