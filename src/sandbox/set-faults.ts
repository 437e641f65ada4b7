import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { callFaultOf, lockPartner, setCallFault } from '../partners/index.ts';
import { pushFaultsOf, setPushFaults } from '../webhooks/index.ts';
import type { Faults } from './rules/faults.ts';

export async function readFaults(sql: Queryable, partnerId: PartnerId): Promise<Faults> {
  const [webhooks, api] = [await pushFaultsOf(sql, partnerId), await callFaultOf(sql, partnerId)];
  return { ...(webhooks === undefined ? {} : { webhooks }), ...(api === undefined ? {} : { api }) };
}

/** In the place of all that were set before; calls and pushes are counted anew. Pushes keep to our clock, so that is `ours`. */
export async function setFaults(
  tx: Transaction,
  partnerId: PartnerId,
  { webhooks, api }: Faults,
  ours: Instant,
): Promise<void> {
  await lockPartner(tx, partnerId);
  await setCallFault(tx, partnerId, api);
  await setPushFaults(tx, partnerId, webhooks, ours);
}
