import { useSyncExternalStore } from 'react';
import { createObserved } from './observed.ts';

/** What browsers of the Chromium family let a page show when it suits the page. */
type InstallOffer = Event & { prompt(): Promise<unknown> };

const offer = createObserved<InstallOffer | undefined>(undefined);
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offer.set(event as InstallOffer);
});
addEventListener('appinstalled', () => offer.set(undefined));

export function useInstallOffer(): boolean {
  return useSyncExternalStore(offer.subscribe, offer.get) !== undefined;
}

/** Whether the app was opened from the home screen. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

export async function install(): Promise<void> {
  const shown = offer.get();
  // It can be shown once; the browser offers it again if it is turned down.
  offer.set(undefined);
  await shown?.prompt();
}
