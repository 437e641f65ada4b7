import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../shared/ui/button.tsx';
import { Empty } from '../shared/ui/card.tsx';
import { Mishap } from '../shared/ui/mishap.tsx';
import { usePlace } from '../shared/ui/use-place.ts';
import { BottomNav } from './parts/bottom-nav.tsx';
import { NewVersion } from './parts/new-version.tsx';
import { OfferBanner } from './parts/offer-banner.tsx';
import { TopBar } from './parts/top-bar.tsx';
import { useWords } from './words/words.ts';

type Props = {
  /** One thing to do, and the way back out of it; no other places beside it. */
  readonly alone?: boolean;
  /** Whoever comes back to it is where he was in it. */
  readonly long?: boolean;
  readonly children: ReactNode;
};

const leftAt = new Map<string, number>();

export function Shell({ alone = false, long = false, children }: Props) {
  const [place] = useLocation();
  const main = useRef<HTMLElement>(null);
  const before = useRef(place);
  usePlace(main, place);
  // Another screen begins at its top.
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    scrollTo(0, leftAt.get(place) ?? 0);
  }, [place]);
  useEffect(() => {
    if (!long) return;
    const note = () => leftAt.set(place, scrollY);
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, [long, place]);
  return (
    <div className="mx-auto flex min-h-dvh max-w-xl flex-col">
      <TopBar />
      <OfferBanner />
      {alone ? undefined : <NewVersion />}
      <main ref={main} tabIndex={-1} data-alone={alone || undefined} className="flex flex-1 flex-col">
        <Mishap instead={<NotShown />}>{children}</Mishap>
      </main>
      {alone ? undefined : <BottomNav />}
    </div>
  );
}

function NotShown() {
  const t = useWords();
  return (
    <Empty title={t('shell.notShown')}>
      <p className="mb-4">{t('shell.kept')}</p>
      <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
    </Empty>
  );
}
