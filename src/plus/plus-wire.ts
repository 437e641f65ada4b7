import { Type } from 'typebox';
import { AsKept, Id, Nullable, OneOf, Taken, Text, Time } from '../infrastructure/http/schema.ts';
import {
  ContactData,
  contactSentAgain,
  KeptMetadata,
  Metadata,
  orderStopFields,
  PartnerMark,
} from '../orders/index.ts';
import {
  DistanceWire,
  ItemData,
  KeptItem,
  NewStop,
  placeFields,
  StopForm,
  stopCountFaultCodes,
  stopsFaultCodes,
} from '../quotations/index.ts';
import { DELIVERY_STAGES } from './rules/parcel.ts';
import { PARCEL_STATUSES } from './rules/parcel-transitions.ts';
import { LOG_STATUSES } from './rules/parcel-view.ts';

const exactlyTwo = { minItems: 2, maxItems: 2, description: 'The pick-up, then the drop-off' };

export const QuotationData = Type.Object(
  {
    scheduleAt: Time('Pick-up time: later than now, at most 30 days ahead'),
    serviceType: Taken<string>({ type: 'string' }, OneOf(['PLUS'], 'Only PLUS')),
    stops: Type.Array(NewStop, { ...exactlyTwo, 'x-fault-codes': stopsFaultCodes }),
    deliveryBy: Type.Optional(
      Nullable<string>('string', 'ISO 8601, at least 1 hour after scheduleAt; 4 hours after it where not given'),
    ),
    deliveryStage: Type.Optional(
      Taken<string | null>(
        { type: ['string', 'null'] },
        OneOf(DELIVERY_STAGES, 'To the recipient, or to the warehouse; LAST_MILE where not given'),
      ),
    ),
    item: Type.Optional(ItemData),
  },
  {
    title: 'NewPlusQuotation',
    description: 'What is to be delivered, and when',
    'x-fault-codes': { type: stopsFaultCodes.type },
  },
);

export const ParcelData = Type.Object(
  {
    quotationId: Id('A scheduled quotation that has not expired'),
    clientRef: Text('Your own reference of the parcel, unique among yours', { minLength: 1, maxLength: 64 }),
    sender: ContactData,
    recipients: Type.Array(ContactData, { maxItems: 15, description: 'One, for the drop-off' }),
    partner: Type.Optional(PartnerMark),
    metadata: Type.Optional(Metadata),
    generateLabel: Type.Optional(Nullable<boolean>('boolean', 'Make a printable label; false where not given')),
  },
  { title: 'NewPlusOrder', description: 'A scheduled quotation, its parcel, and who is at its stops' },
);

export const EditData = Type.Object(
  {
    scheduleAt: Time('New pick-up time: later than now, at most 30 days ahead'),
    deliveryBy: Time('New deadline: more than 1 hour after scheduleAt'),
    stops: Type.Array(
      Type.Object(
        { ...placeFields, ...contactSentAgain },
        { title: 'PlusEditedStop', description: 'A stop with its contact, as it shall be' },
      ),
      { ...exactlyTwo, 'x-fault-codes': stopCountFaultCodes },
    ),
    item: Type.Optional(ItemData),
    metadata: Type.Optional(Metadata),
  },
  {
    title: 'PlusOrderChange',
    description: 'The parcel as it shall be; item and metadata stay where they are left out',
  },
);

const NoPrice = Type.Null({ description: 'Each client has prices of their own, which the API does not show' });
const times = { scheduleAt: Time('Pick-up time'), deliveryBy: Time('Deadline of the delivery') };
const AlwaysPlus = OneOf(['PLUS'], 'Always PLUS');

export const QuotationWire = Type.Object(
  {
    quotationId: Text('19 digits; used to place an order'),
    ...times,
    deliveryStage: OneOf(DELIVERY_STAGES, 'To the recipient, or to the warehouse'),
    expiresAt: Time('Until then an order can be placed with it'),
    serviceType: AlwaysPlus,
    stops: Type.Array(StopForm, exactlyTwo),
    priceBreakdown: NoPrice,
    item: KeptItem,
    locationID: Text('The city', { examples: ['HK HKG'] }),
  },
  { title: 'PlusQuotation', description: 'A promise to carry a parcel' },
);

const LabelStatus = OneOf(['GENERATING', 'GENERATED'], 'Whether the PDF is there');
const LabelWire = Type.Unsafe<{ url: string | null; status: string } | null>({
  title: 'Label',
  type: ['object', 'null'],
  description: 'To print and stick on the parcel; null where none was asked for',
  properties: {
    url: { type: ['string', 'null'], description: 'Downloads a PDF in A6, for an hour; null while it is being made' },
    status: LabelStatus,
  },
  required: ['url', 'status'],
});

export const ParcelWire = Type.Object(
  {
    orderId: Text('19 digits'),
    quotationId: Text('The quotation that was used'),
    ...times,
    serviceType: AlwaysPlus,
    driverId: Text('Empty until a driver is assigned'),
    shareLink: Text('Shows the delivery to whoever has the link'),
    status: OneOf(['IN_PROGRESS', 'DELIVERED', 'CANCELED', 'CLOSED'], 'The last entry of `deliveryLogs` says more'),
    distance: DistanceWire,
    item: KeptItem,
    clientRef: Text('Your own reference of the parcel'),
    priceBreakdown: NoPrice,
    stops: Type.Array(
      Type.Object(orderStopFields, { title: 'PlusOrderStop', description: 'A stop with its contact' }),
      exactlyTwo,
    ),
    deliveryLogs: Type.Array(
      Type.Object(
        { status: OneOf(LOG_STATUSES, 'What it became'), updatedAt: Time('When') },
        { title: 'DeliveryLog', description: 'A change of the status' },
      ),
      { description: 'One entry for each change of the status; the last is the status now' },
    ),
    metadata: KeptMetadata,
    partner: Type.Optional(Text('The mark of a channel partner; absent where none was given')),
    label: LabelWire,
  },
  { title: 'PlusOrder', description: 'A parcel' },
);

const recordTimes = {
  pickupAt: Time('Pick-up time'),
  deliveryBy: Time('Deadline of the delivery'),
  createdAt: Time('When the order was placed'),
  updatedAt: Time('When it last changed'),
};
const MetadataWithin = AsKept({
  type: 'object',
  description: 'Your own data; empty where there is none',
  properties: { metadata: { ...Metadata, type: 'object' } },
});
const Anything = (description: string) => Type.Unknown({ description });

const RecordStop = Type.Object(
  {
    stopId: Text('19 digits'),
    text: Text('The address'),
    contacts: Type.Array(
      Type.Object(
        { name: Text('Contact name'), phone: Text('In E.164 form') },
        { title: 'PlusContact', description: 'Who is there' },
      ),
      { description: 'One' },
    ),
    remarks: Text('A note to the driver; empty where there is none'),
  },
  { title: 'PlusRecordStop', description: 'A stop with its contact' },
);
const RecordNote = Type.Object(
  {
    categories: Anything('As given in the item'),
    handlingInstructions: Anything('As given in the item'),
    weight: Anything('As given in the item'),
  },
  { title: 'PlusNote', description: 'What the driver should know of the item' },
);
const ChangeLog = Type.Object(
  {
    at: Time('When it was changed'),
    by: OneOf(['USER', 'CUSTOMER_SUPPORT'], 'You, or the operator'),
    changes: Type.Array(
      Type.Object(
        { field: Text('Which one'), from: Anything('What it was'), to: Anything('What it is') },
        { title: 'PlusFieldChange', description: 'A field that was changed' },
      ),
      { description: 'All fields that were changed at once' },
    ),
  },
  { title: 'PlusChangeLog', description: 'An edit' },
);
const RecordDelivery = Type.Object(
  {
    ...recordTimes,
    id: Text('Of the delivery'),
    clientId: Text('Of the partner'),
    hasSla: Type.Boolean({ description: 'Whether you named the deadline' }),
    isFlagged: Type.Boolean({ description: 'Whether it failed at least once' }),
    orderId: Text('Of the order'),
    meta: Type.Object(
      {
        barcodeFormats: Type.Array(Type.String(), { description: 'Those on the label' }),
        frames: Type.Array(Type.Unknown(), { description: 'Always empty' }),
      },
      { title: 'PlusDeliveryMeta', description: 'Of the label' },
    ),
    orderRef: Text('The id of the order'),
    parcelRef: Text('Your own reference of the parcel'),
    formSubmissions: Type.Array(
      Type.Object(
        { form: Text('Which one'), at: Time('When it was sent'), driverId: Text('Who sent it') },
        { title: 'PlusFormSubmission', description: 'A form that the driver sent' },
      ),
      { description: 'Oldest first' },
    ),
  },
  { title: 'PlusDelivery', description: 'How the parcel is delivered' },
);

export const RecordWire = Type.Object(
  {
    id: Text('Of the order'),
    quotationId: Text('The quotation that was used'),
    clientId: Text('Of the partner'),
    deliveryStage: OneOf(DELIVERY_STAGES, 'To the recipient, or to the warehouse'),
    clientRef: Text('Your own reference of the parcel'),
    label: LabelWire,
    address: Type.Array(RecordStop, exactlyTwo),
    extras: MetadataWithin,
    locationId: Text('The city', { examples: ['HK HKG'] }),
    parcelNum: Type.Number({ description: 'Quantity of the item; 1 where it is no number' }),
    totalWeight: Type.Number({ description: 'Weight of the item in kilograms; 0 where it is no number' }),
    notes: Type.Array(RecordNote, { description: 'One where there is an item, otherwise none' }),
    ...recordTimes,
    status: OneOf(PARCEL_STATUSES, 'The sub-status while in progress; then DELIVERED, CANCELED or CLOSED'),
    attributes: MetadataWithin,
    pickupDistrict: Text('District or city of the pick-up'),
    deliveryDistrict: Text('District or city of the drop-off'),
    pickupCoordinate: Text('lat,lng', { examples: ['22.3193,114.1694'] }),
    deliveryCoordinate: Text('lat,lng', { examples: ['22.3193,114.1694'] }),
    distance: DistanceWire,
    isCancelled: Type.Boolean({ description: 'Whether the status is CANCELED' }),
    changeLogs: Type.Array(ChangeLog, { description: 'The newest last' }),
    users: Type.Array(
      Type.Object(
        { id: Text('Of the driver'), name: Text('Of the driver') },
        { title: 'PlusUser', description: 'A driver' },
      ),
      { description: 'The driver; none before one is assigned' },
    ),
    tags: Type.Array(Type.String(), { description: 'Those that an operator has given; usually none' }),
    shareLink: Text('Shows the delivery to whoever has the link'),
    userIds: Type.Array(Type.String(), { description: 'The id of the driver; none before one is assigned' }),
    deliveries: Type.Array(RecordDelivery, { description: 'Always one' }),
  },
  { title: 'PlusOrderRecord', description: 'A parcel as it is answered by an edit' },
);

const MOST_LABELS = 200;
export const BatchData = Type.Object(
  {
    orderIds: Type.Array(Id('Of an order of yours'), {
      minItems: 1,
      maxItems: MOST_LABELS,
      description: 'In the order in which the labels are printed',
    }),
  },
  { title: 'NewLabels', description: 'Which labels to print' },
);
export const BatchWire = Type.Object(
  {
    labelBatchId: Text('19 digits'),
    status: LabelStatus,
    url: Nullable<string>('string', 'Downloads one PDF with a page for each label, for an hour; null while it is made'),
  },
  { title: 'Labels', description: 'Many labels as one PDF' },
);
