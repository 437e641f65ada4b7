import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { deviceLabel } from '../infrastructure/device-label.ts';
import { hashOf, newSessionToken } from '../infrastructure/session-token.ts';
import type { AccountDeps, Origin } from './account-deps.ts';
import type { Person } from './rules/person.ts';
import { insertSession } from './sessions-sql.ts';

export type SignedIn = { readonly person: Person; readonly sessionId: string; readonly token: string };

export async function openSession(
  { random }: Pick<AccountDeps, 'random'>,
  tx: Transaction,
  person: Person,
  { address, device }: Origin,
  now: Instant,
): Promise<SignedIn> {
  const token = newSessionToken(random);
  const session = { personId: person.id, tokenHash: hashOf(token), device: deviceLabel(device), address };
  return { person, sessionId: await insertSession(tx, session, now), token };
}
