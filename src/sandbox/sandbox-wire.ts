import { Type } from 'typebox';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../foundation/time.ts';
import { AsKept, Nullable, OneOf, Taken, Text, Time } from '../infrastructure/http/schema.ts';
import { OrderDetailsWire } from '../orders/index.ts';
import { FAULT_STATUSES, type FaultStatus, type Share } from '../partners/index.ts';
import { ParcelWire } from '../plus/index.ts';
import { SCENARIOS } from './rules/scenario.ts';

const LONGEST_ADVANCE_SECONDS = (31 * DAY_MS) / SECOND_MS;

export const ClockData = Type.Object(
  {
    advanceSeconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LONGEST_ADVANCE_SECONDS,
        description: 'How far forward: from 1 second to 31 days',
      }),
    ),
    reset: Type.Optional(Type.Literal(true, { description: 'Back to our time; refused while orders are open' })),
  },
  { title: 'ClockChange', description: 'One of the two' },
);
export const ClockWire = Type.Object(
  {
    now: Time('The time on your clock'),
    offsetSeconds: Type.Integer({ description: 'How far it is ahead of ours' }),
  },
  { title: 'Clock', description: 'The clock by which your orders live' },
);

const DRIVERS: ('AUTO' | 'MANUAL')[] = ['AUTO', 'MANUAL'];
const WHO_DRIVES =
  'AUTO: simulated drivers take your orders by themselves; MANUAL: nobody does but actions and signed-in drivers';
export const SimulationData = Type.Object(
  {
    drivers: Type.Enum(DRIVERS, { description: WHO_DRIVES }),
    speed: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 600,
        default: 1,
        description: 'How much faster than life they drive; 1 where not given',
      }),
    ),
    scenario: Type.Optional(
      Taken<string>({ type: 'string' }, OneOf(SCENARIOS, 'How orders go; all goes well where not given')),
    ),
  },
  { title: 'NewSimulation', description: 'Who shall drive your orders' },
);
export const SimulationWire = Type.Object(
  {
    drivers: Type.Enum(DRIVERS, { description: WHO_DRIVES }),
    speed: Type.Integer({ description: 'How much faster than life they drive' }),
    scenario: Type.Optional(OneOf(SCENARIOS, 'How orders go; absent where all goes well')),
  },
  { title: 'Simulation', description: 'Who drives your orders' },
);

export const ActionData = Type.Object(
  {
    action: Text('One that is possible now', { examples: ['DRIVER_ACCEPT'] }),
    stopId: Type.Optional(
      Nullable<string | number>(['string', 'number'], 'Which drop-off; the next open one where not given'),
    ),
    proof: Type.Optional(
      Type.Enum(['PHOTO', 'SIGNATURE', 'FAILED'], {
        description: 'How a drop-off ends; where not given, as the order asks for it',
      }),
    ),
    reason: Type.Optional(Text('Why it failed or is given back', { maxLength: 500 })),
  },
  { title: 'Action', description: 'What shall happen to the order' },
);
const Need = Type.Object(
  {
    field: Text('Its name'),
    required: Type.Boolean({ description: 'Whether the action is refused without it' }),
    values: Type.Optional(Type.Array(Type.String(), { description: 'What it can be; absent where that is free' })),
  },
  { title: 'ActionNeed', description: 'A field that an action takes' },
);
export const ActionsWire = Type.Object(
  {
    status: Text('Of the order; for a scheduled one its sub-status'),
    actions: Type.Array(
      Type.Object(
        {
          action: Text('Its name', { examples: ['DRIVER_ACCEPT'] }),
          description: Text('What it does'),
          needs: Type.Array(Need, { description: 'Fields that the action takes beside its name' }),
        },
        { title: 'PossibleAction', description: 'What can happen now' },
      ),
      { description: 'None once the order has ended' },
    ),
  },
  { title: 'PossibleActions', description: 'What can happen to an order now' },
);
const share = (description: string) =>
  Type.Optional(
    Type.Unsafe<Share>({ type: ['number', 'boolean'], minimum: 0, maximum: 1, description, examples: [0.5] }),
  );
export const FaultsForm = Type.Object(
  {
    webhooks: Type.Optional(
      Type.Object(
        {
          duplicate: share('Share of the events that are pushed twice: 0 to 1, or true for all'),
          drop: share('Share that is never pushed, and counts as delivered'),
          delaySeconds: Type.Optional(
            Type.Number({ minimum: 0, maximum: HOUR_MS / SECOND_MS, description: 'How long every push waits' }),
          ),
          reorder: share('Share that is pushed after the next event of the same order'),
        },
        { title: 'WebhookFaults', description: 'What goes wrong with pushes' },
      ),
    ),
    api: Type.Optional(
      Type.Object(
        {
          status: Type.Optional(
            Type.Unsafe<FaultStatus>({
              type: 'integer',
              enum: FAULT_STATUSES,
              description: 'What is answered',
            }),
          ),
          cut: Type.Optional(Type.Literal(true, { description: 'The connection is closed without an answer' })),
          afterCommit: Type.Optional(
            Type.Boolean({ description: 'Only after the work is done and committed; otherwise nothing is done' }),
          ),
          share: share('Share of the calls, all where not given; sandbox calls are spared'),
        },
        { title: 'CallFaults', description: 'What goes wrong with calls: a status, or a cut' },
      ),
    ),
  },
  { title: 'Faults', description: 'What goes wrong on purpose; empty where nothing does' },
);

export const OrderOrParcel = AsKept(Type.Union([OrderDetailsWire, ParcelWire]));
