import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { lineUp, wakeSenders } from './delivery-streams-sql.ts';
import { findEvent, type LoggedEvent } from './event-log-sql.ts';
import { KEPT_MS } from './forget-events.ts';
import { lockReceiver, type Receiver } from './receivers-sql.ts';
import { eventKeyOf, isNamed } from './rules/event-id.ts';
import { sequenceAll } from './sequence-events.ts';

/** Sends one event again, delivered before or not; before later ones of its stream that still wait. */
export async function redeliverEvent(
  tx: Transaction,
  partnerId: PartnerId,
  eventId: string,
  now: Instant,
): Promise<LoggedEvent> {
  const unknown = () => new DeliveryError('ERR_EVENT_NOT_FOUND', `There is no event ${eventId.slice(0, 40)} of yours.`);
  const key = eventKeyOf(eventId);
  if (key === undefined) throw unknown();
  // Whoever takes both, the receiver and the log, takes the receiver first.
  const receiver = await lockReceiver(tx, partnerId);
  await sequenceAll(tx, now);
  const find = () => findEvent(tx, partnerId, key, now - KEPT_MS);
  const event = await find();
  if (event === undefined || !isNamed(event, eventId)) throw unknown();
  insistOnReceiver(receiver);
  await lineUp(tx, partnerId, [event.position], now, { again: true });
  wakeSenders(tx);
  return (await find()) ?? event;
}

/** Without a URL there is nobody to send to, and to one that is switched off nothing is sent until it is set again. */
export function insistOnReceiver(receiver: Receiver | undefined): void {
  if (receiver?.url === undefined) throw new DeliveryError('ERR_NO_WEBHOOK');
  if (receiver.disabledReason !== undefined)
    throw new DeliveryError(
      'ERR_NO_WEBHOOK',
      `The webhook URL is switched off. ${receiver.disabledReason} Set it again first, and all that waits follows.`,
    );
}
