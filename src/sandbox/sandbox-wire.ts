import { Type } from 'typebox';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../foundation/time.ts';
import { FAULT_STATUSES, type FaultStatus, type Share } from '../partners/index.ts';
import { SCENARIOS } from './rules/scenario.ts';

const LONGEST_ADVANCE_SECONDS = (31 * DAY_MS) / SECOND_MS;

export const ClockData = Type.Object({
  advanceSeconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LONGEST_ADVANCE_SECONDS, description: 'From 1 to 31 days' }),
  ),
  reset: Type.Optional(Type.Literal(true, { description: 'Back to our time; refused while orders are open' })),
});
export const ClockWire = Type.Object({
  now: Type.String({ description: 'The time on your clock' }),
  offsetSeconds: Type.Integer({ description: 'How far it is ahead of ours' }),
});

export const SimulationData = Type.Object({
  drivers: Type.Enum(['AUTO', 'MANUAL'], {
    description:
      'AUTO: simulated drivers take your orders by themselves; MANUAL: nobody does but actions and signed-in drivers',
  }),
  speed: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 600, default: 1, description: 'How much faster than life they drive' }),
  ),
  scenario: Type.Optional(Type.String({ description: `How orders go: ${SCENARIOS.join(', ')}` })),
});
export const SimulationWire = Type.Object({
  drivers: Type.Enum(['AUTO', 'MANUAL']),
  speed: Type.Integer(),
  scenario: Type.Optional(Type.Enum(SCENARIOS as unknown as string[])),
});

export const ActionData = Type.Object({
  action: Type.String({ description: 'One that is possible now', examples: ['DRIVER_ACCEPT'] }),
  stopId: Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'number', 'null'],
      description: 'Which drop-off; the next open one where not given',
    }),
  ),
  proof: Type.Optional(Type.Enum(['PHOTO', 'SIGNATURE', 'FAILED'])),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
});
export const ActionsWire = Type.Object({
  status: Type.String({ description: 'Of the order; for a scheduled one its sub-status' }),
  actions: Type.Array(
    Type.Object({
      action: Type.String(),
      description: Type.String(),
      needs: Type.Array(
        Type.Object({
          field: Type.String(),
          required: Type.Boolean(),
          values: Type.Optional(Type.Array(Type.String())),
        }),
        { description: 'Fields that the action takes beside its name' },
      ),
    }),
  ),
});
const share = (description: string) =>
  Type.Optional(
    Type.Unsafe<Share>({ type: ['number', 'boolean'], minimum: 0, maximum: 1, description, examples: [0.5] }),
  );
export const FaultsData = Type.Object({
  webhooks: Type.Optional(
    Type.Object({
      duplicate: share('Share of the events that are pushed twice: 0 to 1, or true for all'),
      drop: share('Share that is never pushed, and counts as delivered'),
      delaySeconds: Type.Optional(
        Type.Number({ minimum: 0, maximum: HOUR_MS / SECOND_MS, description: 'How long every push waits' }),
      ),
      reorder: share('Share that is pushed after the next event of the same order'),
    }),
  ),
  api: Type.Optional(
    Type.Object({
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
    }),
  ),
});

export const OrderOrParcel = Type.Unknown({ description: 'The order, as GET /v3/orders/{orderId} gives it' });
