import { Type } from 'typebox';
import { type DeskApi, recordAct } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import { formatInstant, type Instant, MINUTE_MS, parseInstant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { ok } from '../infrastructure/http/partner-api.ts';
import { findPartner } from '../partners/index.ts';
import { findTroubles, recoverEvents, type Trouble } from '../webhooks/index.ts';
import { Reason } from './reason.ts';

export type WebhookDeskDeps = { readonly database: Database };

/** What has been due for so long is behind. */
const BEHIND_MS = 5 * MINUTE_MS;
const MOST_SHOWN = 200;

const RecoverData = Type.Object({ since: Type.String({ maxLength: 40 }), reason: Reason });

/** Partners who do not get what we push, and sending it again for them. */
export function addWebhookRoutes(api: DeskApi<'console'>, { database }: WebhookDeskDeps): void {
  api.get('/console/v1/webhooks', { may: 'look' }, async ({ now }) =>
    ok((await findTroubles(database, now - BEHIND_MS, MOST_SHOWN)).map(troubleToWire)),
  );

  api.post(
    '/console/v1/webhooks/:partnerId/recover',
    { may: 'partners', params: Type.Object({ partnerId: Type.String() }), data: RecoverData },
    async ({ person, now, params, data, once }) => {
      const since = parseInstant(data.since);
      if (since === undefined)
        throw new DeliveryError('ERR_INVALID_FIELD', 'It must be a time such as 2026-12-01T00:00:00Z.', '/data/since');
      return once(async (tx) => {
        const partner = isId(params.partnerId) ? await findPartner(tx, params.partnerId) : undefined;
        if (partner === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such partner.');
        const events = await recoverEvents(tx, partner.id, since, now);
        await recordAct(tx, {
          at: now,
          by: person,
          action: 'webhook.recover',
          subject: { kind: 'partner', id: partner.id },
          partnerId: partner.id,
          reason: data.reason,
          details: { since: data.since, events },
        });
        return ok({ events });
      });
    },
  );
}

function troubleToWire({ silentSince, oldestEventAt, url, disabledReason, lastAnswer, ...trouble }: Trouble) {
  const printed = (instant: Instant | undefined) => (instant === undefined ? null : formatInstant(instant));
  return {
    ...trouble,
    url: url ?? null,
    disabledReason: disabledReason ?? null,
    silentSince: printed(silentSince),
    oldestEventAt: printed(oldestEventAt),
    lastAnswer: lastAnswer ?? null,
  };
}
export type TroubleWire = ReturnType<typeof troubleToWire>;
