import { Type } from 'typebox';
import { DeliveryError } from '../foundation/errors.ts';
import type { Settings } from '../infrastructure/config/settings.ts';
import { created, noContent, ok } from '../infrastructure/http/partner-api.ts';
import { findPartnerTerms } from '../partners/index.ts';
import type { AccountDeps } from './account-deps.ts';
import {
  CodeData,
  DeviceParams,
  DeviceWire,
  deviceToWire,
  ForgotData,
  LinkData,
  LinkWire,
  MeWire,
  meToWire,
  OwnPasswordData,
  PasswordData,
  SetUpWire,
  SignedInWire,
  SignInData,
  signedInToWire,
  UseLinkData,
} from './accounts-wire.ts';
import type { DeskApi } from './desk-api.ts';
import { drawQr } from './draw-qr.ts';
import { askForReset } from './forgotten-password.ts';
import type { SignedIn } from './open-session.ts';
import { findAccount, lockAccount } from './people-sql.ts';
import { beginSetUp, confirmSetUp, takeOffSecondFactor } from './second-factor.ts';
import { changePassword, confirmPassword, readLink, setPasswordByLink } from './set-password.ts';
import { type CodeNeeded, signIn } from './sign-in.ts';
import { endThisSession, openDevicesOf, signOut, signOutEverywhere } from './sign-out.ts';

export type SessionDeps = AccountDeps & { readonly environment: Settings['environment'] };

/** Signing in and out, and what concerns oneself. */
export function addSessionRoutes(api: DeskApi, deps: SessionDeps): void {
  const { database } = deps;
  const at = `/${api.desk}/v1`;
  const welcome = (outcome: SignedIn | CodeNeeded, keepInCookie: (token: string) => void) => {
    if (outcome === 'CODE_NEEDED')
      throw new DeliveryError('ERR_MISSING_FIELD', 'Give the code of your second factor too.', '/data/code');
    keepInCookie(outcome.token);
    return ok(signedInToWire(outcome.person));
  };

  api.open(
    `${at}/sign-in`,
    { data: SignInData, answers: { 200: SignedInWire } },
    async ({ data, origin, now, keepInCookie }) =>
      welcome(await signIn(deps, api.desk, data, origin, now), keepInCookie),
  );
  api.open(`${at}/sign-out`, { answers: { 204: null } }, async ({ token, now, forgetCookie }) => {
    await endThisSession(database, api.desk, token, now);
    forgetCookie();
    return noContent();
  });
  // Whoever has the address is known to nobody but the worker, which comes later: so the answer and its time are the same.
  api.open(`${at}/forgot`, { data: ForgotData, answers: { 204: null } }, async ({ data, now }) => {
    await database.inTransaction((tx) => askForReset(tx, api.desk, data.email, now));
    return noContent();
  });
  api.open(`${at}/links/look`, { data: LinkData, answers: { 200: LinkWire } }, async ({ data, now }) => {
    const { purpose, person } = await readLink(deps, api.desk, data.token, now);
    return ok({ purpose, email: person.email, name: person.name });
  });
  api.open(
    `${at}/links/use`,
    { data: UseLinkData, answers: { 200: SignedInWire } },
    async ({ data, origin, now, keepInCookie }) =>
      welcome(await setPasswordByLink(deps, api.desk, data, origin, now), keepInCookie),
  );

  api.get(`${at}/me`, { may: 'look', answers: { 200: MeWire } }, async ({ person }) => {
    const account = await findAccount(database, person.id);
    const terms = person.partnerId === undefined ? undefined : await findPartnerTerms(database, person.partnerId);
    const hasSecondFactor = account?.secondFactor?.isOn === true;
    return ok(meToWire({ person, hasSecondFactor, environment: deps.environment, terms }));
  });
  api.put(
    `${at}/password`,
    { may: 'look', data: PasswordData, answers: { 204: null } },
    async ({ person, data, address, now }) => {
      await changePassword(deps, person, data, address, now);
      return noContent();
    },
  );
  api.post(
    `${at}/second-factor`,
    { may: 'look', data: OwnPasswordData, answers: { 201: SetUpWire } },
    async ({ person, data, address, now }) => {
      await confirmPassword(deps, person, data.password, '/data/password', address, now);
      // Not remembered: the answer holds a secret.
      const { secret, uri } = await database.inTransaction((tx) => beginSetUp(deps, tx, person));
      return created({ secret, uri, qrSvg: await drawQr(uri) });
    },
  );
  api.put(
    `${at}/second-factor`,
    { may: 'look', data: CodeData, answers: { 204: null } },
    async ({ person, data, now, once }) =>
      once(async (tx) => {
        await confirmSetUp(deps, tx, person, data.code, now);
        return noContent();
      }),
  );
  api.delete(
    `${at}/second-factor`,
    { may: 'look', data: OwnPasswordData, answers: { 204: null } },
    async ({ person, data, address, now, once }) => {
      await confirmPassword(deps, person, data.password, '/data/password', address, now);
      return once(async (tx) => {
        const account = await lockAccount(tx, person.id);
        if (account !== undefined) await takeOffSecondFactor(tx, { by: person }, account, now);
        return noContent();
      });
    },
  );
  api.get(`${at}/devices`, { may: 'look', answers: { 200: Type.Array(DeviceWire) } }, async ({ person, now }) =>
    ok((await openDevicesOf(database, person, now)).map((session) => deviceToWire(session, person.sessionId))),
  );
  api.delete(
    `${at}/devices/:deviceId`,
    { may: 'look', params: DeviceParams, answers: { 204: null } },
    async ({ person, params: { deviceId }, now, once, forgetCookie }) => {
      if (deviceId === 'current' || deviceId === person.sessionId) forgetCookie();
      return once(async (tx) => {
        await signOut(tx, person, deviceId, now);
        return noContent();
      });
    },
  );
  api.post(
    `${at}/sign-out-everywhere`,
    { may: 'look', answers: { 204: null } },
    async ({ person, now, once, forgetCookie }) => {
      forgetCookie();
      return once(async (tx) => {
        await signOutEverywhere(tx, person, now);
        return noContent();
      });
    },
  );
}
