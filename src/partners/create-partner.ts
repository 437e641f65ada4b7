import type { PartnerId } from '../foundation/ids.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type IssuedKey, issueKey, type KeyRequest, type PartnerDeps } from './issue-key.ts';
import { insertPartner } from './partners-sql.ts';
import { ownerOfWebhookSecret } from './secrets.ts';

export type CreatedPartner = IssuedKey & {
  readonly partnerId: PartnerId;
  readonly name: string;
  readonly webhookSecret: string;
};

export async function createPartner(
  deps: PartnerDeps,
  tx: Transaction,
  request: KeyRequest & { name: string },
): Promise<CreatedPartner> {
  const partner = { id: deps.ids.next<'partner'>(), name: request.name };
  const webhookSecret = `whsec_${deps.random.bytes(32).toString('base64')}`;
  await insertPartner(tx, {
    ...partner,
    sealedWebhookSecret: deps.secretBox.seal(webhookSecret, ownerOfWebhookSecret(partner.id)),
    createdAt: deps.clock.now(),
  });
  const key = await issueKey(deps, tx, partner.id, request);
  return { ...key, partnerId: partner.id, name: partner.name, webhookSecret };
}
