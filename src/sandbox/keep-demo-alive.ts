import type { PartnerId } from '../foundation/ids.ts';
import type { MinorUnits } from '../foundation/money.ts';
import type { Instant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Trace } from '../infrastructure/trace.ts';
import type { Market } from '../markets/index.ts';
import { countOpenOrders, type OrderDeps, placeOrder } from '../orders/index.ts';
import { clockAheadOf, findSimulation } from '../partners/index.ts';
import { createQuotation, type QuotationDeps } from '../quotations/index.ts';
import { balancesOf, topUp } from '../wallet/index.ts';
import { DEMO_MARKET, demoOrder } from './rules/demo-order.ts';
import { seedOf } from './rules/seeded.ts';

export type DemoDeps = OrderDeps & QuotationDeps & { readonly clock: Clock };

const PLAY_MONEY = 1_000_000n;
const MOST_OPEN = 3;

/** What the demo partner has in each market from the start. */
export function playMoneyOf({ decimals }: Market): MinorUnits {
  return PLAY_MONEY * 10n ** BigInt(decimals);
}

/** Fills up every wallet of which more than half is gone. */
export async function fillWallets(deps: DemoDeps, partnerId: PartnerId): Promise<void> {
  await deps.database.inTransaction(async (tx) => {
    const balances = await balancesOf(tx, partnerId);
    for (const market of deps.catalogue.all()) {
      const { currency, decimals } = market;
      const [balance, full] = [balances.get(currency) ?? 0n, playMoneyOf(market)];
      if (balance < full / 2n) await topUp(deps, tx, { partnerId, currency, decimals }, full - balance);
    }
  });
}

/** One more order by the doors that partners use, while simulated drivers take them and few are open. */
export async function placeDemoOrder(deps: DemoDeps, partnerId: PartnerId, trace: Trace, ours: Instant): Promise<void> {
  const { database } = deps;
  if ((await findSimulation(database, partnerId)).drivers !== 'AUTO') return;
  if ((await countOpenOrders(database, partnerId)) >= MOST_OPEN) return;
  const clockAheadMs = await clockAheadOf(database, partnerId);
  const asker = { partnerId, market: deps.catalogue.market(DEMO_MARKET), now: ours + clockAheadMs };
  const { quotation, order } = demoOrder(seedOf(String(ours)));
  const { id: quotationId } = await createQuotation(deps, asker, quotation);
  await placeOrder(deps, { ...asker, clockAheadMs, trace, remember: () => undefined }, { quotationId, ...order });
}
