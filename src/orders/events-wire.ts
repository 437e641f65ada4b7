import { Type } from 'typebox';
import { OneOf, Text, Time } from '../infrastructure/http/schema.ts';
import { PriceWire } from '../quotations/index.ts';
import { BalanceForm } from '../wallet/index.ts';
import type { EventForm } from '../webhooks/index.ts';
import { OrderDetailsWire, OrderStopWire, OrderWire, proofFields } from './orders-wire.ts';
import { ORDER_STATUSES } from './rules/order-transitions.ts';

export const updatedAt = Time('When it happened, on your clock');
const UPDATED_AT = '2026-11-20T09:30:00.00Z';
const ORDER_ID = '1586470163640590592';
/** Of events that are not for everybody. */
export const CHOSEN = 'Only for those who have chosen it in the portal.';

export const OrderOfEvent = Type.Object(
  { orderId: Text('19 digits') },
  { title: 'OrderOfEvent', description: 'Which order' },
);

/** Of both variants; their statuses differ. */
export const statusEventFields = {
  orderId: Text('19 digits'),
  scheduleAt: Time('Pick-up time; for an immediate order the time of its placement'),
  shareLink: Text('Shows the delivery to whoever has the link'),
  market: Text('The city', { examples: ['HK_HKG'] }),
  createdAt: Time('When the order was placed'),
  driverId: Text('Empty while no driver has it'),
};
export const cancelReason = Type.Optional(Text('Why it was cancelled, where that was said; ASCII'));

const StatusChanged = Type.Object(
  {
    order: Type.Object(
      {
        ...statusEventFields,
        previousStatus: OneOf(['', ...ORDER_STATUSES], 'What it was; empty on the first push of an order'),
        status: OneOf(ORDER_STATUSES, 'What it is'),
        cancelParty: Type.Optional(OneOf(['USER', 'CUSTOMER_SUPPORT'], 'Who cancelled it; only with CANCELED')),
        cancelReason,
      },
      { title: 'OrderWithStatus', description: 'The order after the change' },
    ),
    updatedAt,
  },
  { title: 'OrderStatusChanged', description: 'An order has another status' },
);

const AmountChanged = Type.Object(
  {
    order: Type.Object(
      {
        orderId: Text('19 digits'),
        market: Text('The city', { examples: ['HK_HKG'] }),
        status: OneOf(ORDER_STATUSES, 'How far the order is'),
        price: Type.Object(
          {
            currency: Text('ISO 4217', { examples: ['HKD'] }),
            subtotal: PriceWire('Without the priority fee'),
            subTotal: PriceWire('The same; receivers of this API read either'),
            priorityFee: PriceWire('0 where there is none'),
            totalPrice: PriceWire('What is to be paid'),
          },
          { title: 'ChangedPrice', description: 'The price after the change' },
        ),
      },
      { title: 'OrderWithPrice', description: 'The order after the change' },
    ),
    balance: BalanceForm,
    updatedAt,
  },
  { title: 'OrderAmountChanged', description: 'An edit or a priority fee has changed the price' },
);

const Replaced = Type.Object(
  { order: OrderOfEvent, prevOrderId: Text('The order that was replaced'), updatedAt },
  { title: 'OrderReplaced', description: 'Support has put another order in the place of one' },
);

const Edited = Type.Object(
  {
    editReason: OneOf(['CLIENT_REQUEST', 'OTHERS'], 'CLIENT_REQUEST where you have edited it'),
    editParty: OneOf(['USER', 'CUSTOMER_SUPPORT'], 'Who edited it'),
    previousData: Type.Object(
      { stops: Type.Array(OrderStopWire, { description: 'As they were' }) },
      { title: 'PreviousData', description: 'What the edit has changed' },
    ),
    order: OrderWire,
    updatedAt,
  },
  { title: 'OrderEdited', description: 'The drop-offs of an order are others' },
);

const Created = Type.Object(
  { order: OrderDetailsWire, updatedAt },
  { title: 'OrderCreated', description: 'An order was placed' },
);

const ProofChanged = Type.Object(
  {
    order: OrderOfEvent,
    stop: Type.Object(
      { stopId: Text('19 digits'), ...proofFields },
      { title: 'StopWithProof', description: 'The drop-off after the change' },
    ),
    updatedAt,
  },
  { title: 'ProofStatusChanged', description: 'A drop-off was closed' },
);

const COORDINATES = { lat: '22.3193', lng: '114.1694' };
const PICK_UP = {
  stopId: '1586470163640590337',
  coordinates: { lat: '22.2810', lng: '114.1580' },
  address: '8 Finance Street, Central',
  name: 'Ada Lam',
  phone: '+85256847123',
};
const DROP_OFF = {
  stopId: '1586470163640590338',
  coordinates: COORDINATES,
  address: '1 Nathan Road, Tsim Sha Tsui',
  name: 'Ben Wong',
  phone: '+85256847124',
};
const SHARE_LINK = 'https://localhost:8443/track/mZ3vY8kQ1xT5bR7nW2cJ9g';
const ORDER = {
  orderId: ORDER_ID,
  quotationId: '1586470163640590336',
  priceBreakdown: { base: '60', totalExcludePriorityFee: '60', total: '60', currency: 'HKD' },
  driverId: '',
  shareLink: SHARE_LINK,
  status: 'ASSIGNING_DRIVER',
  distance: { value: '4580', unit: 'm' },
  stops: [PICK_UP, DROP_OFF],
};

/** What orders tell, in the order in which a partner meets it. */
export const ORDER_EVENTS: readonly EventForm[] = [
  {
    type: 'ORDER_STATUS_CHANGED',
    summary: 'An order has another status',
    description: 'The first comes with the placement.',
    data: StatusChanged,
    example: {
      order: {
        orderId: ORDER_ID,
        scheduleAt: '2026-11-20T09:25:00.00Z',
        shareLink: SHARE_LINK,
        market: 'HK_HKG',
        createdAt: '2026-11-20T09:25:00.00Z',
        driverId: '100001',
        previousStatus: 'ASSIGNING_DRIVER',
        status: 'ON_GOING',
      },
      updatedAt: UPDATED_AT,
    },
  },
  {
    type: 'ORDER_AMOUNT_CHANGED',
    summary: 'An order has another price',
    description: 'After an edit and after a priority fee. A lower price at the placement is no change.',
    data: AmountChanged,
    example: {
      order: {
        orderId: ORDER_ID,
        market: 'HK_HKG',
        status: 'ASSIGNING_DRIVER',
        price: { currency: 'HKD', subtotal: '60', subTotal: '60', priorityFee: '20', totalPrice: '80' },
      },
      balance: { currency: 'HKD', amount: '4920' },
      updatedAt: UPDATED_AT,
    },
  },
  {
    type: 'ORDER_EDITED',
    summary: 'The drop-offs of an order were edited',
    data: Edited,
    example: {
      editReason: 'CLIENT_REQUEST',
      editParty: 'USER',
      previousData: { stops: [PICK_UP, DROP_OFF] },
      order: { ...ORDER, driverId: '100001', status: 'ON_GOING', stops: [PICK_UP, { ...DROP_OFF, name: 'Cy Chan' }] },
      updatedAt: UPDATED_AT,
    },
  },
  {
    type: 'ORDER_REPLACED',
    summary: 'An order has taken the place of another',
    description: 'Between the CANCELED of the old order and the first push of the new one.',
    data: Replaced,
    example: { order: { orderId: '1586470163640590848' }, prevOrderId: ORDER_ID, updatedAt: UPDATED_AT },
  },
  {
    type: 'ORDER_CREATED',
    summary: 'An order was placed',
    description: `Before its first ORDER_STATUS_CHANGED. ${CHOSEN}`,
    data: Created,
    example: { order: { ...ORDER, remarks: ['', ''] }, updatedAt: UPDATED_AT },
  },
  {
    type: 'POD_STATUS_CHANGED',
    summary: 'A drop-off was closed, with proof',
    description: CHOSEN,
    data: ProofChanged,
    example: {
      order: { orderId: ORDER_ID },
      stop: {
        stopId: DROP_OFF.stopId,
        status: 'DELIVERED',
        image: 'https://localhost:8443/files/photo?until=1795771800&signature=8c1f',
        deliveredAt: UPDATED_AT,
      },
      updatedAt: UPDATED_AT,
    },
  },
];
