import { Type } from 'typebox';
import { formatAllowedFrom, formatAllowedUntil, type Instant } from '../foundation/time.ts';
import { AsKept, Id, Nullable, OneOf, Text, Time } from '../infrastructure/http/schema.ts';
import {
  DistanceWire,
  KeptItem,
  PriceBreakdown,
  PriceWire,
  placeFields,
  stopCountFaultCodes,
  stopFields,
} from '../quotations/index.ts';
import type { Actions } from './rules/actions.ts';
import type { Order } from './rules/order.ts';
import { ORDER_STATUSES } from './rules/order-transitions.ts';
import { type Links, orderDetailsView } from './rules/order-view.ts';

const Name = { maxLength: 200 };
const Phone = { examples: ['+85256847123'] };
const nameAndPhone = { name: Text('Contact name', Name), phone: Text('In E.164 form', Phone) };
const Remarks = (description: string) => Type.Optional(Nullable<string>('string', description, { maxLength: 1500 }));

export const ContactData = Type.Object(
  {
    stopId: Type.Optional(
      Nullable<string | number>(
        ['string', 'number'],
        'A stop of the quotation. Where no contact at all has one, contacts and stops are matched by position, in the order that the quotation answered.',
      ),
    ),
    ...nameAndPhone,
    remarks: Remarks('A note to the driver, up to 1500 characters; lines end with CRLF'),
  },
  { title: 'NewContact', description: 'Who is at a stop' },
);
/** Of a stop that is sent again. */
export const contactSentAgain = { ...nameAndPhone, remarks: Remarks('A note to the driver; sent again or lost') };

export const PartnerMark = Nullable<string>('string', 'For channel partners: their own mark', { maxLength: 200 });
export const Metadata = Nullable<Record<string, unknown>>(
  'object',
  'Your own data, given back with the order; at most 16 KiB and 5 levels deep',
  { title: 'Metadata', additionalProperties: true },
);
/** As it is given back, where it was given. */
export const KeptMetadata = Type.Optional(AsKept({ ...Metadata, type: 'object' }));

export const OrderData = Type.Object(
  {
    quotationId: Id('A quotation made less than 5 minutes ago'),
    sender: ContactData,
    recipients: Type.Array(ContactData, { maxItems: 15, description: 'One for each drop-off' }),
    isPODEnabled: Type.Optional(
      Nullable<boolean>('boolean', 'Ask the driver for proof of delivery at every drop-off; false where not given'),
    ),
    partner: Type.Optional(PartnerMark),
    metadata: Type.Optional(Metadata),
  },
  { title: 'NewOrder', description: 'A quotation, and who is at its stops' },
);

export const PriorityFeeData = Type.Object(
  {
    priorityFee: Type.Unsafe<string | number>({
      type: ['string', 'number'],
      description: 'The whole fee, not an addition to an earlier one; decimal number',
      examples: ['20'],
    }),
  },
  { title: 'PriorityFee', description: 'What is paid so that a driver is found sooner' },
);

const EditedStop = Type.Object(
  {
    ...placeFields,
    name: Type.Optional(Nullable<string>('string', 'Contact name', Name)),
    phone: Type.Optional(Nullable<string>('string', 'In E.164 form', Phone)),
    remarks: contactSentAgain.remarks,
  },
  { title: 'EditedStop', description: 'A stop with its contact, as it shall be' },
);
export const EditData = Type.Object(
  {
    stops: Type.Array(EditedStop, {
      minItems: 2,
      maxItems: 16,
      description:
        'The pick-up as it was, then every drop-off of the order from now on, each with coordinates and address',
      'x-fault-codes': stopCountFaultCodes,
    }),
  },
  { title: 'OrderChange', description: 'All stops as they shall be' },
);

export const proofFields = {
  status: OneOf(
    ['PENDING', 'DELIVERED', 'SIGNED', 'FAILED'],
    'DELIVERED with a photo, SIGNED with a signature; PENDING until the drop-off is closed',
  ),
  image: Type.Optional(Text('Link to the photo or the signature; absent where there is none')),
  deliveredAt: Type.Optional(Time('When it was delivered; absent before, and where it failed')),
  reason: Type.Optional(Text('Why it failed')),
};
const Proof = Type.Object(proofFields, {
  title: 'ProofOfDelivery',
  description: 'Of drop-offs, where proof of delivery was asked for',
});
const TimeOrNull = (description: string) => Nullable<string>('string', `${description}; UTC, ISO 8601`);

/** A stop with its contact. */
export const orderStopFields = {
  ...stopFields,
  name: Text('Contact name'),
  phone: Text('In E.164 form', { examples: ['+85256847123'] }),
  remarks: Type.Optional(Text('A note to the driver; absent where there is none')),
};
export const OrderStopWire = Type.Object(
  { ...orderStopFields, POD: Type.Optional(Proof) },
  { title: 'OrderStop', description: 'A stop with its contact' },
);
const order = {
  orderId: Text('19 digits', { examples: ['1586470163640590592'] }),
  quotationId: Text('The quotation that was used'),
  priceBreakdown: AsKept(PriceBreakdown),
  priorityFee: Type.Optional(PriceWire('The same as in `priceBreakdown`; absent where there is none')),
  driverId: Text('Empty until a driver is matched', { examples: ['100001'] }),
  shareLink: Text('Shows the delivery to whoever has the link'),
  status: OneOf(ORDER_STATUSES, 'How far the order is'),
  distance: DistanceWire,
  stops: Type.Array(OrderStopWire, {
    description: 'The pick-up, then the drop-offs in the order in which they are driven',
  }),
  item: KeptItem,
  metadata: KeptMetadata,
  partner: Type.Optional(Text('The mark of a channel partner; absent where none was given')),
};
export const OrderWire = Type.Object(order, {
  title: 'PlacedOrder',
  description: 'An order as it is answered by what changes it',
});
export const OrderDetailsWire = Type.Object(
  {
    ...order,
    remarks: Type.Array(Type.String(), { description: 'One for each stop, empty where there is none' }),
    actions: Type.Optional(
      Type.Object(
        {
          canCancelUntil: TimeOrNull('The last moment to cancel; null where it cannot be cancelled'),
          canChangeDriverFrom: TimeOrNull(
            'From then on another driver can be asked for; null while nobody has it, and after the pick-up',
          ),
          canEdit: Type.Boolean({ description: 'Whether the drop-offs can be edited now' }),
          editsLeft: Type.Integer({ description: 'How many edits the order has left: 1 or 0' }),
          canAddPriorityFee: Type.Boolean({ description: 'Whether a priority fee can be added now' }),
          driverVisibleFrom: TimeOrNull(
            'From then on the driver can be read; null while nobody has it, and after its end',
          ),
        },
        { title: 'OrderActions', description: 'Only with the header `Expand: actions`: what can be done when' },
      ),
    ),
  },
  { title: 'Order', description: 'An order as it is read' },
);

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
