import type { PartnerId } from '../foundation/ids.ts';
import type { Currency, MinorUnits } from '../foundation/money.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { clockAheadOf } from '../partners/index.ts';
import { lockPurse, moveMoney } from './move-money.ts';
import { keyOfReference, type Reference } from './rules/reference.ts';
import { type Booking, wasBooked } from './was-booked.ts';

/** Puts money into the partner's wallet of a currency, once where it has a reference; by the partner's clock, as all that is booked there. */
export async function topUp(
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  tx: Transaction,
  purse: Currency & { readonly partnerId: PartnerId },
  amountMinor: MinorUnits,
  reference?: Reference,
): Promise<Booking> {
  const at = clock.now() + (await clockAheadOf(tx, purse.partnerId));
  const book = async (key: string) => ({
    balanceMinor: await moveMoney({ ids }, tx, purse, at, [{ kind: 'top_up', amountMinor, key }]),
    alreadyBooked: false,
  });
  if (reference === undefined) return book(`top-up/${ids.next<'topUp'>()}`);
  const key = keyOfReference('top-up', purse.partnerId, purse.currency, reference);
  const { wallet } = await lockPurse(ids, tx, purse);
  if (await wasBooked(tx, key, amountMinor, purse)) return { balanceMinor: wallet.balanceMinor, alreadyBooked: true };
  return book(key);
}
