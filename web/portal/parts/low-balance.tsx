import { Link } from 'wouter';
import type { WalletRow } from '../../../src/portal/wallet-wire.ts';
import { useData } from '../../shared/desk/use-data.ts';
import { Notice } from '../../shared/ui/notice.tsx';

/** Where a balance is below what the partner wanted to be told of. */
export function LowBalance() {
  const { data: wallets = [] } = useData<readonly WalletRow[]>('/wallets');
  return wallets
    .filter(({ isLow }) => isLow)
    .map(({ market, name, balance, currency, alertBelow }) => (
      <Notice key={market} tone="bad">
        {`The wallet of ${name} holds ${balance} ${currency}, less than the ${alertBelow} ${currency} you wanted to be told of. `}
        <Link href={`/wallet?market=${market}`} className="underline">
          See the wallet
        </Link>
      </Notice>
    ));
}
