import type { PartnerId } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { type Money, moveMoney } from './move-money.ts';

/** Puts money into the partner's wallet of a currency; answers with what is in it then. */
export async function topUp(
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  tx: Transaction,
  purse: Money & { readonly partnerId: PartnerId },
  amountMinor: MinorUnits,
): Promise<MinorUnits> {
  const key = `top-up/${ids.next<'topUp'>()}`;
  return moveMoney({ ids }, tx, purse, clock.now(), [{ kind: 'top_up', amountMinor, key }]);
}
