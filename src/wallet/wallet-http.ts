import type { Database } from '../infrastructure/database/database.ts';
import { ok, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { readWallet } from './read-wallet.ts';
import { WalletWire, walletToWire } from './wallet-wire.ts';

export function addWalletRoutes(partnerApi: PartnerApi, database: Database, catalogue: MarketCatalogue): void {
  partnerApi.get(
    '/v3/wallet',
    {
      limit: 'GetOrder',
      platform: 'ON_DEMAND',
      tag: 'Wallet',
      operationId: 'getWallet',
      summary: "The wallet of the market's currency",
      refusals: ['ERR_NOT_FOUND'],
      answers: { 200: WalletWire },
    },
    async ({ partner, market }) => {
      const money = catalogue.market(market);
      return ok(walletToWire(await readWallet(database, partner.id, money.currency), money));
    },
  );
}
