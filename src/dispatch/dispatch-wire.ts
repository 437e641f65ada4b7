import { Type } from 'typebox';
import { AsKept, OneOf, Taken, Text, Time } from '../infrastructure/http/schema.ts';
import { CHANGE_REASONS, OrderOfEvent, updatedAt } from '../orders/index.ts';
import { explainedDriverFields, explanationFields, PriceWire } from '../quotations/index.ts';
import type { EventForm } from '../webhooks/index.ts';

const driverFields = {
  driverId: Text('A short number', { examples: ['100001'] }),
  name: Text('As the driver is called'),
  phone: Text('In E.164 form', { examples: ['+85256847123'] }),
  plateNumber: Text('The first two characters and the last one are asterisks', { examples: ['**1234*'] }),
  photo: Text('Link to the photo; empty where there is none'),
};
export const DriverWire = Type.Object(
  {
    ...driverFields,
    coordinates: Type.Optional(
      Type.Object(
        {
          lat: Text('Latitude in degrees', { examples: ['22.3193'] }),
          lng: Text('Longitude in degrees', { examples: ['114.1694'] }),
          updatedAt: Time('When the driver was there'),
        },
        { title: 'DriverPosition', description: 'Where the driver was last; absent while nobody knows' },
      ),
    ),
  },
  { title: 'Driver', description: 'Who has the order' },
);

export const DriverChange = Type.Object(
  {
    reason: Type.Optional(Taken<unknown>({}, OneOf(CHANGE_REASONS, 'Refused without one of these'))),
  },
  { title: 'DriverChange', description: 'Why another driver is asked for' },
);

const Seconds = (description: string) => Type.Integer({ description: `${description}; in seconds of driving` });
const Candidate = Type.Object(
  {
    driverId: Text('Who could be asked'),
    score: Type.Object(
      {
        pickUpSeconds: Seconds('The way to the pick-up'),
        ageBonus: Seconds('For how long the order has waited'),
        feeBonus: Seconds('For the priority fee'),
        fairnessBonus: Seconds('For a driver who has earned less than usual'),
        cost: Seconds('The way without the bonuses: the lower, the better'),
      },
      { title: 'MatchScore', description: 'How well driver and order fit' },
    ),
    chosen: Type.Boolean({ description: 'Whether the driver was asked' }),
  },
  { title: 'MatchCandidate', description: 'A driver who could be asked' },
);
const Round = Type.Object(
  {
    at: Time('When'),
    radiusMeters: Type.Integer({ description: 'How far away drivers could be; 0 where none was looked for' }),
    considered: Type.Integer({ description: 'Drivers in the city that could be reached' }),
    candidates: Type.Array(Candidate, { description: 'The best few, and always one that was chosen' }),
    excluded: Type.Record(Type.String(), Type.Integer(), {
      description:
        'How many could not be asked, by reason: OTHER_SERVICE, LACKS_…, FORMER_DRIVER, REFUSED, HAS_OFFER_OR_ORDER, BLOCKED_FOR_PARTNER, TOO_FAR',
    }),
    outcome: OneOf(
      ['OFFERED', 'NO_CANDIDATE', 'LEFT_WAITING', 'OFFER_OPEN', 'NOT_YET'],
      'LEFT_WAITING: all who could be asked are of more use elsewhere. OFFER_OPEN: enough were asked and have not answered. NOT_YET: scheduled for later',
    ),
  },
  { title: 'MatchRound', description: 'One look for a driver' },
);
const Offer = Type.Object(
  {
    driverId: Text('Who was asked'),
    state: OneOf(['OPEN', 'ACCEPTED', 'DECLINED', 'LAPSED', 'WITHDRAWN'], 'What came of it'),
    offeredAt: Time('When'),
  },
  { title: 'MadeOffer', description: 'A driver who was asked' },
);

export const ExplanationWire = AsKept(
  Type.Object(
    {
      orderId: Text('19 digits'),
      ...explanationFields,
      edited: Type.Optional(
        Type.Object(
          { totalBefore: PriceWire('What the order cost before') },
          { title: 'ExplainedEdit', description: 'Only of an order that was edited' },
        ),
      ),
      placement: Type.Object(
        {
          quotedTotal: PriceWire('What was quoted'),
          totalAtPlacement: PriceWire('What the rates of the placement would have made of it'),
          taken: OneOf(['QUOTED', 'AT_PLACEMENT'], 'Which of them holds: the lower one'),
        },
        { title: 'ExplainedPlacement', description: 'How the placement has chosen the price' },
      ),
      priorityFee: Type.Optional(PriceWire('Part of the total; absent where there is none')),
      driver: Type.Object(
        {
          ...explainedDriverFields,
          driverId: Type.Optional(Text('Who has it; absent while nobody does')),
          matchedAt: Type.Optional(Time('Since when')),
          former: Type.Array(Type.String(), { description: 'Ids of drivers who gave it back or were replaced' }),
          offers: Type.Array(Offer, { description: 'The latest 100, newest first' }),
          rounds: Type.Array(Round, { description: 'The latest 20 that had something to say, newest first' }),
        },
        { title: 'ExplainedMatch', description: 'Why this driver' },
      ),
    },
    { title: 'OrderExplanation', description: 'Why this price, and why this driver' },
  ),
);

const Assigned = Type.Object(
  {
    driver: Type.Object(
      { ...driverFields, phone: Text('In E.164 form; empty before the driver may be seen') },
      { title: 'AssignedDriver', description: 'Who has it now' },
    ),
    location: Type.Optional(
      Type.Object(
        {
          lng: Type.Number({ description: 'Longitude in degrees' }),
          lat: Type.Number({ description: 'Latitude in degrees' }),
        },
        { title: 'Location', description: 'Where the driver is; absent before the driver may be seen' },
      ),
    ),
    order: OrderOfEvent,
    updatedAt,
  },
  {
    title: 'DriverAssigned',
    description: 'An order has its driver: one has taken it, or comes along from the order that it replaces',
  },
);

export const DISPATCH_EVENTS: readonly EventForm[] = [
  {
    type: 'DRIVER_ASSIGNED',
    summary: 'An order has its driver',
    data: Assigned,
    example: {
      driver: { driverId: '100001', phone: '+85256847125', name: 'Chan Tai Man', photo: '', plateNumber: '**1234*' },
      location: { lng: 114.1602, lat: 22.2825 },
      order: { orderId: '1586470163640590592' },
      updatedAt: '2026-11-20T09:30:00.00Z',
    },
  },
];
