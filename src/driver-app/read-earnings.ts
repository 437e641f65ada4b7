import type { Driver } from '../drivers/index.ts';
import { formatAmount } from '../foundation/money.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { driverStatements } from '../wallet/index.ts';
import { type EarnedDay, earnedDays, shownSince } from './rules/earned-days.ts';

const ENTRIES_SHOWN = 50;

export async function readEarnings(
  { database, catalogue }: { readonly database: Database; readonly catalogue: MarketCatalogue },
  driver: Driver,
  now: Instant,
) {
  const decimalsOf = (currency: string) =>
    catalogue.all().find((market) => market.currency === currency)?.decimals ?? 0;
  const { timeZone = 'UTC' } = catalogue.city(driver.locode) ?? {};
  const asked = { most: ENTRIES_SHOWN, since: shownSince(now, timeZone) };
  const statements = await driverStatements(database, driver.id, asked);
  return statements.map(({ currency, balanceMinor, transfers, earnings }) => {
    const print = (amount: bigint) => formatAmount(amount, decimalsOf(currency));
    const printDay = ({ date, amountMinor, orders }: EarnedDay) => ({ date, amount: print(amountMinor), orders });
    const { today, days } = earnedDays(earnings, now, timeZone);
    return {
      currency,
      due: print(balanceMinor),
      today: printDay(today),
      days: days.map(printDay),
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
