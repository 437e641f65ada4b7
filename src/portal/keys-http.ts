import { type DeskApi, recordAct } from '../accounts/index.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { created, noContent, ok } from '../infrastructure/http/partner-api.ts';
import { changeOwnKeyStatus, changeOwnKeyTerms, issueOwnKey, keysOf, type PartnerDeps } from '../partners/index.ts';
import { ChangeKeyData, KeyParams, KeyStatusData, KeysWire, keysToWire, NewKeyData, NewKeyWire } from './keys-wire.ts';

export type KeyDeps = PartnerDeps & { readonly database: Database };

const ACTIONS = { active: 'key.resume', suspended: 'key.suspend', revoked: 'key.revoke' } as const;

export function addKeyRoutes(api: DeskApi<'portal'>, deps: KeyDeps): void {
  const { database } = deps;

  api.get('/portal/v1/keys', { may: 'look', answers: { 200: KeysWire } }, async ({ partnerId, seen }) =>
    ok(keysToWire(await keysOf(seen, partnerId))),
  );

  api.post(
    '/portal/v1/keys',
    { may: 'build', data: NewKeyData, answers: { 201: NewKeyWire } },
    // Not `once`: the answer holds a secret, and what is remembered of answers is not sealed.
    async ({ partnerId, person, now, data }) =>
      database.inTransaction(async (tx) => {
        const issued = await issueOwnKey(deps, tx, partnerId, data);
        const { apiKey, markets, platforms } = issued;
        const subject = { kind: 'key', id: apiKey };
        await recordAct(tx, { at: now, by: person, action: 'key.create', subject, details: { markets, platforms } });
        return created(issued);
      }),
  );

  api.patch(
    '/portal/v1/keys/:apiKey',
    { may: 'build', params: KeyParams, data: ChangeKeyData, answers: { 204: null } },
    async ({ partnerId, person, now, params: { apiKey }, data, once }) =>
      once(async (tx) => {
        await changeOwnKeyTerms(deps, tx, partnerId, apiKey, data);
        const { seen: _, ...details } = data;
        await recordAct(tx, {
          at: now,
          by: person,
          action: 'key.change',
          subject: { kind: 'key', id: apiKey },
          details,
        });
        return noContent();
      }),
  );

  api.put(
    '/portal/v1/keys/:apiKey/status',
    { may: 'build', params: KeyParams, data: KeyStatusData, answers: { 204: null } },
    async ({ partnerId, person, now, params: { apiKey }, data, once }) =>
      once(async (tx) => {
        await changeOwnKeyStatus(tx, partnerId, apiKey, data);
        await recordAct(tx, {
          at: now,
          by: person,
          action: ACTIONS[data.status],
          subject: { kind: 'key', id: apiKey },
        });
        return noContent();
      }),
  );
}
