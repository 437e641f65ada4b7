import { Type } from 'typebox';
import { Id, Nullable, Text } from '../infrastructure/http/schema.ts';
import { ContactData, contactSentAgain, Metadata, orderStopFields, PartnerMark } from '../orders/index.ts';
import { DistanceWire, placeFields, stopCountFaultCodes, stopFields, stopsFaultCodes } from '../quotations/index.ts';

const Time = (description: string) => Text(description, { examples: ['2026-11-20T09:30:00.00Z'] });
const Item = Nullable<Record<string, unknown>>('object', 'What is sent. Values are kept and given back.', {
  properties: {
    quantity: { description: 'Number of items', examples: ['2'] },
    weight: { description: 'Kilograms', examples: ['3.5'] },
    categories: { description: 'A list', examples: [['ELECTRONICS']] },
    handlingInstructions: { description: 'A list', examples: [['FRAGILE', 'KEEP_UPRIGHT']] },
  },
});
const exactlyTwo = { minItems: 2, maxItems: 2, description: 'The pick-up, then the drop-off' };

export const QuotationData = Type.Object(
  {
    scheduleAt: Time('Pick-up time: later than now, at most 30 days ahead'),
    serviceType: Text('Only PLUS', { examples: ['PLUS'] }),
    stops: Type.Array(Type.Object(placeFields), { ...exactlyTwo, 'x-fault-codes': stopsFaultCodes }),
    deliveryBy: Type.Optional(
      Nullable<string>('string', 'At least 1 hour after scheduleAt; 4 hours after it where not given'),
    ),
    deliveryStage: Type.Optional(Nullable<string>('string', 'LAST_MILE or FIRST_MILE; LAST_MILE where not given')),
    item: Type.Optional(Item),
  },
  { 'x-fault-codes': { type: stopsFaultCodes.type } },
);

export const ParcelData = Type.Object({
  quotationId: Id('A scheduled quotation that has not expired'),
  clientRef: Text('Your own reference of the parcel, unique among yours', { minLength: 1, maxLength: 64 }),
  sender: ContactData,
  recipients: Type.Array(ContactData, { maxItems: 15, description: 'One, for the drop-off' }),
  partner: Type.Optional(PartnerMark),
  metadata: Type.Optional(Metadata),
  generateLabel: Type.Optional(Nullable<boolean>('boolean', 'Make a printable label; false where not given')),
});

export const EditData = Type.Object({
  scheduleAt: Time('New pick-up time: later than now, at most 30 days ahead'),
  deliveryBy: Time('New deadline: more than 1 hour after scheduleAt'),
  stops: Type.Array(Type.Object({ ...placeFields, ...contactSentAgain }), {
    ...exactlyTwo,
    'x-fault-codes': stopCountFaultCodes,
  }),
  item: Type.Optional(Item),
  metadata: Type.Optional(Metadata),
});

const Nothing = Type.Null({ description: 'Each client has prices of their own, which the API does not show' });

export const QuotationWire = Type.Object({
  quotationId: Text('19 digits; used to place an order'),
  scheduleAt: Text('Pick-up time'),
  deliveryBy: Text('Deadline of the delivery'),
  deliveryStage: Text('LAST_MILE or FIRST_MILE'),
  expiresAt: Text('Until then an order can be placed with it'),
  serviceType: Text('PLUS'),
  stops: Type.Array(Type.Object(stopFields)),
  priceBreakdown: Nothing,
  item: Type.Optional(Type.Unknown()),
  locationID: Text('The city, for example HK HKG'),
});

const LabelWire = Type.Unsafe<{ url: string | null; status: string } | null>({
  type: ['object', 'null'],
  description: 'Null where none was asked for',
  properties: {
    url: { type: ['string', 'null'], description: 'Downloads a PDF in A6, for an hour; null while it is being made' },
    status: { type: 'string', description: 'GENERATING or GENERATED' },
  },
});

export const ParcelWire = Type.Object({
  orderId: Text('19 digits'),
  quotationId: Type.String(),
  scheduleAt: Text('Pick-up time'),
  deliveryBy: Text('Deadline of the delivery'),
  serviceType: Text('PLUS'),
  driverId: Text('Empty until a driver is assigned'),
  shareLink: Text('Shows the delivery to whoever has the link'),
  status: Text('IN_PROGRESS, DELIVERED, CANCELED or CLOSED'),
  distance: DistanceWire,
  item: Type.Optional(Type.Unknown()),
  clientRef: Text('Your own reference'),
  priceBreakdown: Nothing,
  stops: Type.Array(Type.Object(orderStopFields)),
  deliveryLogs: Type.Array(
    Type.Object({
      status: Text(
        'AWAITS_DRIVER, AWAITS_PICKUP, DELIVERING, FAILED_PICKUP, FAILED, RETURNED, DELIVERED, CANCELED or CLOSED',
      ),
      updatedAt: Type.String(),
    }),
    { description: 'One entry for each change of the status; the last is the status now' },
  ),
  metadata: Type.Optional(Type.Unknown()),
  partner: Type.Optional(Type.String()),
  label: LabelWire,
});

const recordTimes = {
  pickupAt: Type.String(),
  deliveryBy: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
};

export const RecordWire = Type.Object({
  id: Text('Of the order'),
  quotationId: Type.String(),
  clientId: Text('Of the partner'),
  deliveryStage: Type.String(),
  clientRef: Type.String(),
  label: LabelWire,
  address: Type.Array(
    Type.Object({
      stopId: Type.String(),
      text: Type.String(),
      contacts: Type.Array(Type.Object({ name: Type.String(), phone: Type.String() })),
      remarks: Type.String(),
    }),
  ),
  extras: Type.Unknown({ description: 'With `metadata` where there is any' }),
  locationId: Text('The city, for example HK HKG'),
  parcelNum: Type.Number({ description: 'Quantity of the item; 1 where it is no number' }),
  totalWeight: Type.Number({ description: 'Weight of the item; 0 where it is no number' }),
  notes: Type.Array(
    Type.Object({ categories: Type.Unknown(), handlingInstructions: Type.Unknown(), weight: Type.Unknown() }),
  ),
  ...recordTimes,
  status: Text('The sub-status while in progress, such as AWAIT_DRIVER; then DELIVERED, CANCELED or CLOSED'),
  attributes: Type.Unknown({ description: 'With `metadata` where there is any' }),
  pickupDistrict: Type.String(),
  deliveryDistrict: Type.String(),
  pickupCoordinate: Text('lat,lng'),
  deliveryCoordinate: Text('lat,lng'),
  distance: DistanceWire,
  isCancelled: Type.Boolean(),
  changeLogs: Type.Array(
    Type.Object({
      at: Type.String(),
      by: Text('USER or CUSTOMER_SUPPORT'),
      changes: Type.Array(Type.Object({ field: Type.String(), from: Type.Unknown(), to: Type.Unknown() })),
    }),
    { description: 'The newest last' },
  ),
  users: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), { description: 'The driver' }),
  tags: Type.Array(Type.String()),
  shareLink: Type.String(),
  userIds: Type.Array(Type.String()),
  deliveries: Type.Array(
    Type.Object({
      ...recordTimes,
      id: Type.String(),
      clientId: Type.String(),
      hasSla: Type.Boolean({ description: 'You named the deadline' }),
      isFlagged: Type.Boolean({ description: 'Failed at least once' }),
      orderId: Type.String(),
      meta: Type.Object({ barcodeFormats: Type.Array(Type.String()), frames: Type.Array(Type.Unknown()) }),
      orderRef: Type.String(),
      parcelRef: Type.String(),
      formSubmissions: Type.Array(Type.Object({ form: Type.String(), at: Type.String(), driverId: Type.String() })),
    }),
  ),
});

const MOST_LABELS = 200;
export const BatchData = Type.Object({
  orderIds: Type.Array(Id('Of an order of yours'), {
    minItems: 1,
    maxItems: MOST_LABELS,
    description: 'In the order in which the labels are printed',
  }),
});
export const BatchWire = Type.Object({
  labelBatchId: Text('19 digits'),
  status: Text('GENERATING or GENERATED'),
  url: Nullable<string>('string', 'Downloads one PDF with a page for each label, for an hour; null while it is made'),
});
