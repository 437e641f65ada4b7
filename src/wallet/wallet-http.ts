import { ok, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { readWallet } from './read-wallet.ts';
import { WalletWire, walletToWire } from './wallet-wire.ts';

export function addWalletRoutes(partnerApi: PartnerApi, catalogue: MarketCatalogue): void {
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
    async ({ partner, market, seen }) => {
      const money = catalogue.market(market);
      return ok(walletToWire(await readWallet(seen, partner.id, money.currency), money));
    },
  );
}
