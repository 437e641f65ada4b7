import { expect, test } from 'vitest';
import { accepted, refused } from '../../foundation/decision.ts';
import { decideAccess, decideSignOut, type Purpose } from './device-access.ts';

const NOT_SIGNED_IN = refused('ERR_UNAUTHORIZED', 'This device is not signed in. Sign in again.');
const SUSPENDED = refused('ERR_FORBIDDEN', 'Your account is suspended. Ask your operator.');
const device = (status: 'active' | 'suspended', hasSignedOut = false) => ({ status, hasSignedOut });

test.each<[Purpose, active: boolean, suspended: typeof SUSPENDED | true, signedOut: boolean]>([
  ['WORK', true, SUSPENDED, false],
  ['HELP', true, true, false],
  ['SIGN_OUT', true, SUSPENDED, true],
])('%s', (purpose, active, suspended, signedOut) => {
  const decided = (who: ReturnType<typeof device>, answer: boolean) => (answer ? accepted(who) : NOT_SIGNED_IN);
  expect(decideAccess(device('active'), purpose)).toEqual(decided(device('active'), active));
  expect(decideAccess(device('suspended'), purpose)).toEqual(
    suspended === true ? accepted(device('suspended')) : suspended,
  );
  expect(decideAccess(device('active', true), purpose)).toEqual(decided(device('active', true), signedOut));
  expect(decideAccess(undefined, purpose)).toEqual(NOT_SIGNED_IN);
});

test('a device ends its own session and others, and once it has signed out only its own again', () => {
  const signedIn = { sessionId: '7', hasSignedOut: false };
  expect(['current', '7', '8'].map((id) => decideSignOut(signedIn, id))).toEqual(['7', '7', '8'].map(accepted));
  const signedOut = { sessionId: '7', hasSignedOut: true };
  expect(['current', '7', '8'].map((id) => decideSignOut(signedOut, id))).toEqual([
    accepted('7'),
    accepted('7'),
    NOT_SIGNED_IN,
  ]);
});
