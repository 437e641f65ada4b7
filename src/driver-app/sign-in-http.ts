import { Type } from 'typebox';
import { sessionsOf, signIn, signOut, signOutEverywhere } from '../drivers/index.ts';
import { formatInstant } from '../foundation/time.ts';
import { created, noContent, ok } from '../infrastructure/http/partner-api.ts';
import type { DriverApi } from './driver-api.ts';
import { type SendCodeDeps, sendSignInCode } from './send-sign-in-code.ts';
import { CodeSentWire, SessionWire, SignedInWire, SignInCodeData, SignInData } from './sign-in-wire.ts';

export function addSignInRoutes(api: DriverApi, deps: SendCodeDeps): void {
  api.open(
    '/driver/v1/sign-in/code',
    {
      operationId: 'requestSignInCode',
      summary: 'Ask for a code by phone',
      description:
        'The answer is the same for every phone, whoever has it. Repeated with its Request-ID, the call sends no second message.',
      data: SignInCodeData,
      answers: { 200: CodeSentWire },
    },
    async ({ data: { phone }, now, asker }) => {
      await sendSignInCode(deps, phone, asker, now);
      return ok({ standsIn: deps.messages.standInLog ? 'LOG' : 'MESSAGE' });
    },
  );
  api.open(
    '/driver/v1/sign-in',
    {
      operationId: 'signIn',
      summary: 'Sign a device in',
      description:
        'A code works once. Repeated with its Request-ID while the code would live, the call gives a fresh token for the same session. With the header `Waybill-App: driver` the token comes in a cookie that no script can read, and not in the answer.',
      data: SignInData,
      answers: { 201: SignedInWire },
    },
    async ({ data: { phone, code, device = '' }, now, asker: { requestId }, keepsInCookie }) => {
      const { token, ...signedIn } = await signIn(deps, { phone, code, device, requestId }, now);
      return created(keepsInCookie(token) ? signedIn : { ...signedIn, token });
    },
  );
  api.get(
    '/driver/v1/sessions',
    {
      operationId: 'listSessions',
      summary: 'Devices that are signed in',
      answers: { 200: Type.Array(SessionWire, { description: 'The latest first' }) },
    },
    async ({ driver, now }) => {
      const sessions = await sessionsOf(deps.database, driver.id, now);
      return ok(
        sessions.map(({ id, device, createdAt, lastSeenAt }) => ({
          sessionId: id,
          device,
          current: id === driver.sessionId,
          createdAt: formatInstant(createdAt),
          lastSeenAt: formatInstant(lastSeenAt),
        })),
      );
    },
  );
  api.delete(
    '/driver/v1/sessions/:sessionId',
    {
      operationId: 'signOut',
      summary: 'Sign a device out',
      description: 'Safe to repeat, also by the device that is signed out.',
      purpose: 'SIGN_OUT',
      params: Type.Object({ sessionId: Type.String({ description: '"current" for the device that asks' }) }),
      refusals: ['ERR_NOT_FOUND'],
      answers: { 204: null },
    },
    async ({ driver, now, params: { sessionId }, once, forgetCookie }) => {
      if (sessionId === 'current' || sessionId === driver.sessionId) forgetCookie();
      return once(async (tx) => {
        await signOut(tx, driver, sessionId, now);
        return noContent();
      });
    },
  );
  api.delete(
    '/driver/v1/sessions',
    {
      operationId: 'signOutEverywhere',
      summary: 'Sign out everywhere',
      description: 'Every device of the driver, this one too. Safe to repeat.',
      purpose: 'SIGN_OUT',
      answers: { 204: null },
    },
    async ({ driver, now, once, forgetCookie }) => {
      forgetCookie();
      return once(async (tx) => {
        await signOutEverywhere(tx, driver, now);
        return noContent();
      });
    },
  );
}
