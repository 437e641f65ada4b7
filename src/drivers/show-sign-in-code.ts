import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type Asker, ownerOfCode, type RequestCodeDeps, requestSignInCode } from './request-sign-in-code.ts';
import type { Driver } from './rules/driver.ts';
import { isCodeAlive } from './rules/sign-in-code.ts';
import { findCode } from './sign-in-codes-sql.ts';

type ShownCode = { readonly code: string; readonly expiresAt: Instant };

/**
 * For somebody at the desk who has the driver on the phone: the code that was sent and still works, or a new one. Undefined where the
 * driver is suspended, or too many were asked for within an hour.
 */
export async function showSignInCode(
  deps: RequestCodeDeps,
  tx: Transaction,
  { id, phone }: Driver,
  asker: Asker,
  now: Instant,
): Promise<ShownCode | undefined> {
  const known = await findCode(tx, id);
  if (known !== undefined && isCodeAlive(known, now))
    return { code: deps.secretBox.open(known.sealedCode, ownerOfCode(id)), expiresAt: known.expiresAt };
  return requestSignInCode(deps, tx, phone, asker, now);
}
