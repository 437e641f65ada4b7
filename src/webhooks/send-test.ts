import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { Random } from '../infrastructure/random.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { signingKeysOf } from '../partners/index.ts';
import { findReceiver } from './receivers-sql.ts';
import { type Outcome, push, type SendDeps } from './send-event.ts';

const TEST_TYPE = 'WEBHOOK_TEST';

type TestDeps = SendDeps & { readonly database: Database; readonly secretBox: SecretBox; readonly random: Random };
export type SentTest = Outcome & { readonly eventId: string; readonly eventType: string; readonly url: string };

/**
 * Pushes an event that nothing has caused, signed as all are, and tells what came of it. It is in no log and no stream, and says nothing
 * about the receiver: what waits goes on waiting as it did.
 */
export async function sendTest(deps: TestDeps, partnerId: PartnerId, now: Instant): Promise<SentTest> {
  const url = (await findReceiver(deps.database, partnerId))?.url;
  if (url === undefined) throw new DeliveryError('ERR_NO_WEBHOOK', 'No webhook URL is set. Set one first.');
  const keys = await signingKeysOf(deps.database, deps.secretBox, [partnerId], now);
  const eventId = deps.random.uuid().toUpperCase();
  const data = { message: 'This is a test. Nothing has happened.', updatedAt: formatInstant(now) };
  const test = { eventId, type: TEST_TYPE, data, url };
  const outcome = await push(deps, test, keys.get(partnerId), new AbortController());
  return { ...outcome, eventId, eventType: TEST_TYPE, url };
}
