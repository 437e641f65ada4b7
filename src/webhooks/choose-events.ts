import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import { setEventChoices } from './outbox-sql.ts';
import { EVENT_CHOICES, type EventChoice } from './rules/event.ts';

/** From now on the partner is told these and no other events that have to be chosen; answers with them in the order of their list. */
export async function chooseEvents(
  sql: Queryable,
  partnerId: PartnerId,
  chosen: readonly EventChoice[],
  now: Instant,
): Promise<readonly EventChoice[]> {
  const choices = EVENT_CHOICES.filter((choice) => chosen.includes(choice));
  await setEventChoices(sql, partnerId, choices, now);
  return choices;
}
