import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Log } from '../infrastructure/log.ts';
import type { Random } from '../infrastructure/random.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { hashOf } from '../infrastructure/session-token.ts';
import { type DriverId, isPhone } from './rules/driver.ts';
import { CODE_LIFE_MS, CODE_REQUESTS_COUNT_MS, isCodeSent } from './rules/sign-in-code.ts';
import { codeRequestsOf, lockDriverByPhone, replaceCode, saveCodeRequest } from './sign-in-codes-sql.ts';

const CODE_DIGITS = 6;

export type SignInDeps = { readonly random: Random; readonly secretBox: SecretBox };
export type RequestCodeDeps = SignInDeps & { readonly log: Log };
/** Who asks: the address, as far as it tells households apart, and the client's id of the call. */
export type Asker = { readonly address: string; readonly requestId: string };
export type IssuedCode = { readonly driverId: DriverId; readonly code: string; readonly expiresAt: Instant };

/** The name under which a code is sealed: it opens only as the code of its driver. */
export const ownerOfCode = (driverId: DriverId): string => `driver_sign_in_codes/${driverId}`;

/**
 * A new code in place of the old one, for the caller to send. Undefined for a phone that is no active driver's, for a call that is
 * repeated, and after too many within an hour: whoever asked must not be told which, and the log says the last two.
 */
export async function requestSignInCode(
  { random, secretBox, log }: RequestCodeDeps,
  tx: Transaction,
  phone: string,
  { address, requestId }: Asker,
  now: Instant,
): Promise<IssuedCode | undefined> {
  const driver = isPhone(phone) ? await lockDriverByPhone(tx, phone) : undefined;
  if (driver === undefined || driver.status !== 'active') return undefined;
  const asked = { at: now, address, requestHash: hashOf(requestId) };
  const since = now - CODE_REQUESTS_COUNT_MS;
  if (!isCodeSent(await codeRequestsOf(tx, driver.id, since), asked)) {
    log.info(
      { driverId: driver.id },
      'no sign-in code was sent: this call was answered before, or there were too many within an hour',
    );
    return undefined;
  }
  await saveCodeRequest(tx, driver.id, asked, since);
  const code = String(random.below(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const expiresAt = now + CODE_LIFE_MS;
  const sealedCode = secretBox.seal(code, ownerOfCode(driver.id));
  await replaceCode(tx, { driverId: driver.id, sealedCode, expiresAt });
  return { driverId: driver.id, code, expiresAt };
}
