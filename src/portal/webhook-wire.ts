import { type Static, Type } from 'typebox';
import { formatInstant, type Instant } from '../foundation/time.ts';
import { Nullable, Text } from '../infrastructure/http/schema.ts';
import { EVENT_CHOICES, type EventChoice, type ReceiverHealth, type SentTest } from '../webhooks/index.ts';

const Choice = Type.Unsafe<EventChoice>({ type: 'string', enum: EVENT_CHOICES });

export const UrlData = Type.Object({
  url: Type.String({ maxLength: 3_000, description: 'Empty: no more pushes' }),
  seen: Type.Integer({ description: 'The revision that the person saw' }),
});
export const ChoicesData = Type.Object({ choices: Type.Array(Choice, { maxItems: 20 }) });

export const WebhookHealthWire = Type.Object({
  url: Nullable<string>('string', 'Where events are pushed to'),
  revision: Type.Integer(),
  version: Text('Of what is pushed'),
  choices: Type.Array(Choice, { description: 'Of those that have to be chosen' }),
  allChoices: Type.Array(Choice),
  disabledReason: Nullable<string>('string', 'Why nothing is pushed at all'),
  silentSince: Nullable<string>('string', 'The first failure since something got through'),
  nextTryAt: Nullable<string>('string', 'While nobody answers'),
  secretRotatedAt: Nullable<string>('string', 'Where the secret before still signs'),
  lastDay: Type.Object({
    delivered: Type.Integer(),
    attempts: Type.Integer(),
    isAtLeast: Type.Boolean({ description: 'There are more than were counted' }),
  }),
  waiting: Type.Array(
    Type.Object({
      count: Type.Integer(),
      oldestAt: Type.String(),
      isAtLeast: Type.Boolean({ description: 'There are more than were counted, and older ones may be among them' }),
      parkedReason: Nullable<string>('string', 'Null where they are tried again by themselves'),
    }),
  ),
});
export const SecretWire = Type.Object({ webhookSecret: Type.String() });
export const TestWire = Type.Object({
  eventId: Type.String(),
  eventType: Type.String(),
  url: Type.String(),
  at: Type.String(),
  status: Nullable<number>('integer', 'Null where nobody answered'),
  durationMs: Type.Integer(),
  answer: Text('The first bytes of the answer, or why there was none'),
  error: Nullable<string>('string', 'Null where it was taken'),
});

/** The one there is. */
const VERSION = 'v3';

export function webhookToWire(
  { delivered, waiting, ...receiver }: ReceiverHealth,
  choices: readonly EventChoice[],
  secretRotatedAt: Instant | undefined,
): Static<typeof WebhookHealthWire> {
  return {
    url: receiver.url ?? null,
    revision: receiver.revision,
    version: VERSION,
    choices: [...choices],
    allChoices: [...EVENT_CHOICES],
    disabledReason: receiver.disabledReason ?? null,
    silentSince: instantOrNull(receiver.silentSince),
    nextTryAt: instantOrNull(receiver.nextTryAt),
    secretRotatedAt: instantOrNull(secretRotatedAt),
    lastDay: { delivered: delivered.events, attempts: delivered.attempts, isAtLeast: delivered.isAtLeast },
    waiting: waiting.map(({ count, oldestAt, isAtLeast, parkedReason }) => ({
      count,
      oldestAt: formatInstant(oldestAt),
      isAtLeast,
      parkedReason: parkedReason ?? null,
    })),
  };
}

export function testToWire({ at, failure, status, ...test }: SentTest): Static<typeof TestWire> {
  return { ...test, at: formatInstant(at), status: status ?? null, error: failure?.error ?? null };
}

function instantOrNull(instant: Instant | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}
