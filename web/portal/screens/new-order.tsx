import { useState } from 'react';
import type { MarketRow } from '../../../src/portal/places-wire.ts';
import { Page } from '../../shared/desk/page.tsx';
import { useSay } from '../../shared/desk/say.tsx';
import { moneyText } from '../../shared/money-text.ts';
import { Skeleton } from '../../shared/ui/card.tsx';
import { type Details, type Quotation, Quoted } from '../parts/order-quoted.tsx';
import { emptyDraft, Wish } from '../parts/order-wish.tsx';
import { useMarkets } from '../parts/use-markets.ts';
import { useUsualMarket } from '../parts/use-usual-market.ts';

const QUOTATION_LIFE_MS = 5 * 60_000;

export function NewOrder() {
  const markets = useMarkets();
  const usual = useUsualMarket();
  const first = usual === undefined ? undefined : (markets?.find(({ market }) => market === usual) ?? markets?.[0]);
  const back = { href: '/orders', title: 'Orders' };
  return (
    <Page title="Place an order" back={back} about="Nothing is ordered before you have seen the price.">
      {markets === undefined || usual === undefined ? <Skeleton className="h-96" /> : undefined}
      {markets?.length === 0 ? <p className="text-quiet">No market is open for you yet.</p> : undefined}
      {markets === undefined || first === undefined ? undefined : <Making markets={markets} first={first} />}
    </Page>
  );
}

function Making({ markets, first }: { readonly markets: readonly MarketRow[]; readonly first: MarketRow }) {
  const [draft, setDraft] = useState(() => emptyDraft(first));
  const [quoted, setQuoted] = useState<{ readonly quotation: Quotation; readonly aheadMs: number }>();
  const [details, setDetails] = useState<Details>({ contacts: {}, isProofWanted: false, reference: '' });
  const say = useSay();
  const market = markets.find((each) => each.market === draft.market) ?? first;
  if (quoted !== undefined)
    return (
      <Quoted
        market={market}
        {...quoted}
        details={details}
        onChange={(fields) => setDetails({ ...details, ...fields })}
        onBack={() => setQuoted(undefined)}
      />
    );
  return (
    <Wish
      markets={markets}
      market={market}
      draft={draft}
      onChange={(change) => setDraft((before) => ({ ...before, ...change(before) }))}
      onQuoted={(quotation) => {
        const { total, currency } = quotation.priceBreakdown;
        say(`The price is ${moneyText(total, currency, 'en')}.`);
        // A quotation lives five minutes from now on the partner's clock, whatever this browser's shows.
        setQuoted({ quotation, aheadMs: Date.parse(quotation.expiresAt) - QUOTATION_LIFE_MS - Date.now() });
      }}
    />
  );
}
