import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { DAY_MS } from '../../foundation/time.ts';
import type { DriverStatus } from './driver.ts';

/** A phone that lies in a drawer so long is signed out. */
export const UNUSED_SESSION_ENDS_MS = 90 * DAY_MS;

/** HELP: a call for help. SIGN_OUT: of this device or another one. */
export type Purpose = 'WORK' | 'HELP' | 'SIGN_OUT';
type Device = { readonly status: DriverStatus; readonly hasSignedOut: boolean };

const NOT_SIGNED_IN = refused('ERR_UNAUTHORIZED', 'This device is not signed in. Sign in again.');
export const SUSPENDED = refused('ERR_FORBIDDEN', 'Your account is suspended. Ask your operator.');

/** Nobody in need is turned away for a suspension, and a device whose sign-out was not answered may repeat it. */
export function decideAccess<T extends Device>(device: T | undefined, purpose: Purpose): Decision<T> {
  if (device === undefined || (device.hasSignedOut && purpose !== 'SIGN_OUT')) return NOT_SIGNED_IN;
  return device.status === 'active' || purpose === 'HELP' ? accepted(device) : SUSPENDED;
}

/** A device that has signed out can say so again, and nothing about the others. */
export function decideSignOut(
  device: { readonly sessionId: string; readonly hasSignedOut: boolean },
  sessionId: string,
): Decision<string> {
  const wanted = sessionId === 'current' ? device.sessionId : sessionId;
  return device.hasSignedOut && wanted !== device.sessionId ? NOT_SIGNED_IN : accepted(wanted);
}
