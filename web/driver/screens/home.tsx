import { Empty, Skeleton } from '../../shared/ui/card.tsx';
import type { Offers } from '../day/use-offers.ts';
import { useWork } from '../day/work.ts';
import { ActionBar } from '../parts/action-bar.tsx';
import { OnlineCard } from '../parts/online-card.tsx';
import { PlaceMap } from '../parts/place-map.tsx';
import { TodayCard } from '../parts/today-card.tsx';
import { useWords } from '../words/words.ts';
import { OfferAnswers, OfferCard } from './offer-card.tsx';

/** Between two orders: online or not, what is offered, what today has brought. */
export function Home({ offers: { shown, answered } }: { readonly offers: Offers }) {
  const t = useWords();
  const { me } = useWork();
  if (me === undefined)
    return (
      <div className="flex flex-col gap-4 p-4">
        <h1 className="sr-only">{t('shell.work')}</h1>
        <Skeleton className="h-28" />
        <Skeleton className="h-48" />
      </div>
    );
  const open = shown.find(({ gone }) => gone === undefined)?.offer;
  return (
    <>
      <div className="flex flex-1 flex-col gap-4 p-4">
        <h1 className="sr-only">{t('shell.work')}</h1>
        {shown.map((one) => (
          <OfferCard key={one.offer.offerId} shown={one} />
        ))}
        <OnlineCard onlineSince={me.onlineSince} />
        {shown.length > 0 ? undefined : <Quiet isOnline={me.onlineSince !== null} market={me.market} />}
      </div>
      {open === undefined ? undefined : (
        <ActionBar>
          <OfferAnswers key={open.offerId} offer={open} onAnswered={() => answered(open.offerId)} />
        </ActionBar>
      )}
    </>
  );
}

type QuietProps = { readonly isOnline: boolean; readonly market: string | undefined };

function Quiet({ isOnline, market }: QuietProps) {
  const t = useWords();
  return (
    <>
      {isOnline && market !== undefined ? (
        <PlaceMap market={market} className="min-h-48 flex-1 overflow-hidden rounded-card border border-line" />
      ) : undefined}
      <Empty title={t(isOnline ? 'home.waitingTitle' : 'home.offlineTitle')}>
        {t(isOnline ? 'home.waitingHint' : 'home.offlineHint')}
      </Empty>
      <TodayCard />
    </>
  );
}
