import type { ReactNode } from 'react';
import { BottomNav } from './parts/bottom-nav.tsx';
import { NewVersion } from './parts/new-version.tsx';
import { OfferBanner } from './parts/offer-banner.tsx';
import { TopBar } from './parts/top-bar.tsx';

/** `alone`: one thing to do, and the way back out of it; no other places beside it. */
export function Shell({ alone = false, children }: { readonly alone?: boolean; readonly children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-xl flex-col">
      <TopBar />
      <OfferBanner />
      {alone ? undefined : <NewVersion />}
      <main data-alone={alone || undefined} className="flex flex-1 flex-col">
        {children}
      </main>
      {alone ? undefined : <BottomNav />}
    </div>
  );
}
