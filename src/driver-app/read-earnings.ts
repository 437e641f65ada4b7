import type { Driver } from '../drivers/index.ts';
import { formatAmount } from '../foundation/money.ts';
import { formatInstant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { driverStatements } from '../wallet/index.ts';

const ENTRIES_SHOWN = 50;

export async function readEarnings(
  { database, catalogue }: { readonly database: Database; readonly catalogue: MarketCatalogue },
  driver: Driver,
) {
  const decimalsOf = (currency: string) =>
    catalogue.all().find((market) => market.currency === currency)?.decimals ?? 0;
  const statements = await driverStatements(database, driver.id, ENTRIES_SHOWN);
  return statements.map(({ currency, balanceMinor, transfers }) => {
    const print = (amount: bigint) => formatAmount(amount, decimalsOf(currency));
    return {
      currency,
      due: print(balanceMinor),
      entries: transfers.map(({ id, kind, orderId, amountMinor, createdAt }) => ({
        entryId: id,
        type: kind.toUpperCase(),
        ...(orderId === undefined ? {} : { orderId }),
        amount: print(kind === 'payout' ? -amountMinor : amountMinor),
        createdAt: formatInstant(createdAt),
      })),
    };
  });
}
