import { Type } from 'typebox';
import { formatAllowedFrom, formatAllowedUntil, type Instant } from '../foundation/time.ts';
import { Id, Nullable, Text } from '../infrastructure/http/schema.ts';
import { DistanceWire, PriceWire, placeFields, stopCountFaultCodes, stopFields } from '../quotations/index.ts';
import type { Actions } from './rules/actions.ts';
import type { Order } from './rules/order.ts';
import { type Links, orderDetailsView } from './rules/order-view.ts';

const Name = { maxLength: 200 };
const Phone = { maxLength: 40, examples: ['+85256847123'] };
const nameAndPhone = { name: Text('Contact name', Name), phone: Text('In E.164 form', Phone) };
const Remarks = (description: string) => Type.Optional(Nullable<string>('string', description, { maxLength: 1500 }));

export const ContactData = Type.Object({
  stopId: Type.Optional(
    Nullable<string | number>(
      ['string', 'number'],
      'A stop of the quotation. Where no contact at all has one, contacts and stops are matched by position.',
    ),
  ),
  ...nameAndPhone,
  remarks: Remarks('A note to the driver; lines end with CRLF'),
});
/** Of a stop that is sent again. */
export const contactSentAgain = { ...nameAndPhone, remarks: Remarks('Sent again or lost') };

export const PartnerMark = Nullable<string>('string', 'For channel partners: their own mark', { maxLength: 200 });
export const Metadata = Nullable<Record<string, unknown>>(
  'object',
  'Your own data, given back with the order; at most 16 KiB and 5 levels deep',
);

export const OrderData = Type.Object({
  quotationId: Id('A quotation made less than 5 minutes ago'),
  sender: ContactData,
  recipients: Type.Array(ContactData, { maxItems: 15, description: 'One for each drop-off' }),
  isPODEnabled: Type.Optional(
    Nullable<boolean>('boolean', 'Ask the driver for proof of delivery at every drop-off; false where not given'),
  ),
  partner: Type.Optional(PartnerMark),
  metadata: Type.Optional(Metadata),
});

export const PriorityFeeData = Type.Object({
  priorityFee: Type.Unsafe<string | number>({
    type: ['string', 'number'],
    description: 'The whole fee, not an addition to an earlier one',
    examples: ['20'],
  }),
});

const EditedStop = Type.Object({
  ...placeFields,
  name: Type.Optional(Nullable<string>('string', 'Contact name', Name)),
  phone: Type.Optional(Nullable<string>('string', 'In E.164 form', Phone)),
  remarks: contactSentAgain.remarks,
});
export const EditData = Type.Object({
  stops: Type.Array(EditedStop, {
    minItems: 2,
    maxItems: 16,
    description:
      'The pick-up as it was, then every drop-off of the order from now on, each with coordinates and address',
    'x-fault-codes': stopCountFaultCodes,
  }),
});

const Proof = Type.Object(
  {
    status: Type.String({ description: 'PENDING, DELIVERED, SIGNED or FAILED' }),
    image: Type.Optional(Text('Link to the photo or the signature')),
    deliveredAt: Type.Optional(Text('When it was delivered')),
    reason: Type.Optional(Type.String({ description: 'Why it failed' })),
  },
  { description: 'Of drop-offs, where proof of delivery was asked for' },
);
const Time = (description: string) => Nullable<string>('string', description);

/** A stop with its contact. */
export const orderStopFields = {
  ...stopFields,
  name: Type.String(),
  phone: Type.String(),
  remarks: Type.Optional(Text('Where there are any')),
};
const order = {
  orderId: Type.String({ description: '19 digits' }),
  quotationId: Text('The quotation that was used'),
  priceBreakdown: Type.Record(Type.String(), PriceWire, {
    description: 'Items that are zero are left out; the others add up to the total',
  }),
  priorityFee: Type.Optional(PriceWire),
  driverId: Type.String({ description: 'Empty until a driver is matched' }),
  shareLink: Type.String({ description: 'Shows the delivery to whoever has the link' }),
  status: Type.String({
    description: 'ASSIGNING_DRIVER, ON_GOING, PICKED_UP, COMPLETED, CANCELED, REJECTED or EXPIRED',
  }),
  distance: DistanceWire,
  stops: Type.Array(Type.Object({ ...orderStopFields, POD: Type.Optional(Proof) })),
  item: Type.Optional(Type.Unknown({ description: 'As given in the quotation' })),
  metadata: Type.Optional(Type.Unknown({ description: 'As given when placing the order' })),
  partner: Type.Optional(Text('The mark of a channel partner')),
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
