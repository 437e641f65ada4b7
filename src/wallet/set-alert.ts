import type { PartnerId } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { openWallet, updateAlert } from './accounts-sql.ts';

/** The partner is told, once each time, when what can be spent falls below this; undefined for never. */
export async function setAlertBelow(
  { ids }: { readonly ids: Ids },
  tx: Transaction,
  { partnerId, currency }: { readonly partnerId: PartnerId; readonly currency: string },
  belowMinor: MinorUnits | undefined,
): Promise<void> {
  await openWallet(tx, [ids.next(), ids.next()], partnerId, currency);
  await updateAlert(tx, partnerId, currency, belowMinor);
}
