import type { PartnerId } from '../foundation/ids.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Random } from '../infrastructure/random.ts';
import type { PartnerDeps } from './issue-key.ts';
import { insertPartner } from './partners-sql.ts';
import { ownerOfWebhookSecret } from './secrets.ts';

export type RegisteredPartner = {
  readonly partnerId: PartnerId;
  readonly name: string;
  readonly webhookSecret: string;
};

export function newWebhookSecret(random: Random): string {
  return `whsec_${random.bytes(32).toString('base64')}`;
}

/** A partner without a key: money comes before it. */
export async function registerPartner(
  { ids, random, secretBox, clock }: PartnerDeps,
  tx: Transaction,
  name: string,
): Promise<RegisteredPartner> {
  const partnerId = ids.next<'partner'>();
  const webhookSecret = newWebhookSecret(random);
  await insertPartner(tx, {
    id: partnerId,
    name,
    sealedWebhookSecret: secretBox.seal(webhookSecret, ownerOfWebhookSecret(partnerId)),
    createdAt: clock.now(),
  });
  return { partnerId, name, webhookSecret };
}
