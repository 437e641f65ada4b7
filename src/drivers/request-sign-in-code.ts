import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Random } from '../infrastructure/random.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { lockDriverByPhone, replaceCode } from './drivers-sql.ts';
import { type DriverId, isPhone } from './rules/driver.ts';
import { CODE_LIFE_MS, nextCodeRequests } from './rules/sign-in-code.ts';

const CODE_DIGITS = 6;

export type SignInDeps = { readonly random: Random; readonly secretBox: SecretBox };
export type IssuedCode = { readonly driverId: DriverId; readonly code: string; readonly expiresAt: Instant };

/** The name under which a code is sealed: it opens only as the code of its driver. */
export const ownerOfCode = (driverId: DriverId): string => `driver_sign_in_codes/${driverId}`;

/**
 * A new code in place of the old one, for the caller to send. Undefined for a phone that is no active driver's, and after five
 * requests within an hour: whoever asked must not be told which.
 */
export async function requestSignInCode(
  { random, secretBox }: SignInDeps,
  tx: Transaction,
  phone: string,
  now: Instant,
): Promise<IssuedCode | undefined> {
  const driver = isPhone(phone) ? await lockDriverByPhone(tx, phone) : undefined;
  if (driver === undefined || driver.status !== 'active') return undefined;
  const requestedAt = nextCodeRequests(driver.requestedAt, now);
  if (requestedAt === undefined) return undefined;
  const code = String(random.below(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const expiresAt = now + CODE_LIFE_MS;
  const sealedCode = secretBox.seal(code, ownerOfCode(driver.id));
  await replaceCode(tx, { driverId: driver.id, sealedCode, expiresAt, requestedAt });
  return { driverId: driver.id, code, expiresAt };
}
