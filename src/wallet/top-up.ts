import type { PartnerId } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { findBalance, fundingAccount, insertTransfer, partnerAccount } from './wallet-sql.ts';

/** Puts money into the partner's wallet of a currency; answers with what is in it then. */
export async function topUp(
  { clock, ids }: { clock: Clock; ids: Ids },
  tx: Transaction,
  { partnerId, currency, amountMinor }: { partnerId: PartnerId; currency: string; amountMinor: MinorUnits },
): Promise<MinorUnits> {
  const id = ids.next<'ledgerTransfer'>();
  await insertTransfer(tx, {
    id,
    businessKey: `top-up/${id}`,
    kind: 'top_up',
    from: await fundingAccount(tx, ids.next(), currency),
    to: await partnerAccount(tx, ids.next(), partnerId, currency),
    amountMinor,
    at: clock.now(),
  });
  return findBalance(tx, partnerId, currency);
}
