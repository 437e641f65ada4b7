import { Type } from 'typebox';
import { DAY_MS, SECOND_MS } from '../foundation/time.ts';

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

export const ActionData = Type.Object({
  action: Type.String({ description: 'One that is possible now', examples: ['DRIVER_ACCEPT'] }),
  stopId: Type.Optional(Type.String({ description: 'Which drop-off; the next open one where not given' })),
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
export const OrderOrParcel = Type.Unknown({ description: 'The order, as GET /v3/orders/{orderId} gives it' });
