import { useSyncExternalStore } from 'react';
import { createObserved } from './observed.ts';

const LOOK_MS = 60 * 60_000;
/** The worker of a newer version, complete on the phone; it waits until the driver agrees. */
const next = createObserved<ServiceWorker | undefined>(undefined);

/** Keeps the app on the phone. Without a certificate the phone trusts, browsers refuse that, and it works with signal only. */
export async function installWorker(): Promise<void> {
  const registration = await navigator.serviceWorker
    ?.register('/driver/service-worker.js', { scope: '/', updateViaCache: 'none' })
    .catch(() => undefined);
  if (registration === undefined) return;
  const look = () => {
    if (navigator.serviceWorker.controller !== null) next.set(registration.waiting ?? undefined);
  };
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  look();
  setInterval(() => void registration.update().catch(() => undefined), LOOK_MS);
}

/** True while a newer version is ready to be used. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(next.subscribe, () => next.get() !== undefined);
}

/** Opens the app anew in its newer version. */
export function takeNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  next.get()?.postMessage('TAKE_OVER');
}
