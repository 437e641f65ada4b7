import { type DeskApi, recordAct } from '../accounts/index.ts';
import { MINUTE_MS } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { GuardedHttp } from '../infrastructure/guarded-http.ts';
import { createCallLimit } from '../infrastructure/http/call-limit.ts';
import { noContent, ok } from '../infrastructure/http/partner-api.ts';
import type { Random } from '../infrastructure/random.ts';
import type { SecretBox } from '../infrastructure/secret-box.ts';
import { readWebhookSecret, rotateWebhookSecret, secretRotatedAt } from '../partners/index.ts';
import {
  chooseEvents,
  eventChoicesOf,
  insistOnRevision,
  probeReceiver,
  readReceiver,
  type Sequence,
  sendTest,
  setWebhook,
} from '../webhooks/index.ts';
import {
  ChoicesData,
  SecretWire,
  TestWire,
  testToWire,
  UrlData,
  WebhookHealthWire,
  webhookToWire,
} from './webhook-wire.ts';

export type WebhookDeps = {
  readonly environment: Environment;
  readonly database: Database;
  /** Deliveries stay on the real clock. */
  readonly clock: Clock;
  readonly random: Random;
  readonly secretBox: SecretBox;
  readonly http: GuardedHttp;
  readonly sequence: Sequence;
};

/** Each is a call to somebody's server. */
const TESTS_A_MINUTE = 10;

export function addWebhookRoutes(api: DeskApi<'portal'>, deps: WebhookDeps): void {
  const { environment, database, clock, http } = deps;
  const countTest = createCallLimit(clock, TESTS_A_MINUTE, MINUTE_MS);
  const subjectOf = (partnerId: string) => ({ kind: 'webhook', id: partnerId });

  api.get(
    '/portal/v1/webhook',
    { may: 'look', answers: { 200: WebhookHealthWire } },
    async ({ partnerId, now, seen }) => {
      const receiver = await readReceiver(deps, partnerId, now);
      const choices = await eventChoicesOf(seen, partnerId);
      return ok(webhookToWire(receiver, choices, await secretRotatedAt(seen, partnerId, now)));
    },
  );

  api.put(
    '/portal/v1/webhook',
    { may: 'build', data: UrlData, answers: { 204: null } },
    async ({ partnerId, person, now, data: { url, seen }, once }) => {
      if (url !== '') await probeReceiver(http, url, environment);
      return once(async (tx) => {
        await insistOnRevision(tx, partnerId, seen);
        await setWebhook(tx, partnerId, url === '' ? undefined : url, now);
        const action = url === '' ? 'webhook.remove' : 'webhook.set';
        await recordAct(tx, { at: now, by: person, action, subject: subjectOf(partnerId), details: { url } });
        return noContent();
      });
    },
  );

  api.put(
    '/portal/v1/webhook/choices',
    { may: 'build', data: ChoicesData, answers: { 204: null } },
    async ({ partnerId, person, now, data, once }) =>
      once(async (tx) => {
        const choices = await chooseEvents(tx, partnerId, data.choices, now);
        const subject = subjectOf(partnerId);
        await recordAct(tx, { at: now, by: person, action: 'webhook.choose', subject, details: { choices } });
        return noContent();
      }),
  );

  api.post('/portal/v1/webhook/test', { may: 'build', answers: { 200: TestWire } }, async ({ partnerId, now }) => {
    countTest(partnerId);
    return ok(testToWire(await sendTest(deps, partnerId, now)));
  });

  // Neither is done by `once`: the answers hold a secret, and what is remembered of answers is not sealed.
  const secrets = {
    '/portal/v1/webhook/secret': { tell: readWebhookSecret, action: 'webhook.show-secret' },
    '/portal/v1/webhook/secret/rotate': { tell: rotateWebhookSecret, action: 'webhook.rotate-secret' },
  };
  for (const [path, { tell, action }] of Object.entries(secrets))
    api.post(path, { may: 'build', answers: { 200: SecretWire } }, async ({ partnerId, person, now }) =>
      database.inTransaction(async (tx) => {
        const webhookSecret = await tell(deps, tx, partnerId);
        await recordAct(tx, { at: now, by: person, action, subject: subjectOf(partnerId) });
        return ok({ webhookSecret });
      }),
    );
}
