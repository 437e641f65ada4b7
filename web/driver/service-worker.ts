export {};

/** Put in front by the server that sends this file. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] };

type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Event & { readonly request: Request; respondWith(response: Promise<Response>): void };
/** What of a worker is used here; its types and those of pages cannot be had together. */
type WorkerScope = {
  addEventListener(kind: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(kind: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(kind: 'message', listener: (event: MessageEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
};
const worker = self as unknown as WorkerScope;

const APP = `app-${BUILD.version}`;
const MAPS = 'maps';
const PAGE = '/driver';
/** A driver in a lift does not wait longer for a page that is there. */
const LONGEST_WAIT_MS = 3_000;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(APP).then((cache) => cache.addAll([...BUILD.files])));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([removeOldVersions(), worker.clients.claim()]));
});

/** The driver has agreed to the new version. */
worker.addEventListener('message', ({ data }) => {
  if (data === 'TAKE_OVER') void worker.skipWaiting();
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/driver/v1/')) return;
  if (request.mode === 'navigate') {
    if (pathname === PAGE || pathname.startsWith(`${PAGE}/`)) event.respondWith(page(request));
  } else if (BUILD.files.includes(pathname) || pathname.startsWith('/assets/')) event.respondWith(file(request));
  else if (pathname.startsWith('/map/') && pathname.endsWith('.json')) event.respondWith(map(request));
});

/** The one before stays: a tab that is still open with it may ask for more of it. */
async function removeOldVersions(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith('app-'));
  await Promise.all(versions.slice(0, -2).map((name) => caches.delete(name)));
}

async function page(request: Request): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) });
    if (response.status < 500) return response;
  } catch {}
  return (await kept(PAGE)) ?? fetch(request);
}

/** Names change with the content, so what is kept is right. */
async function file(request: Request): Promise<Response> {
  return (await kept(request)) ?? fetch(request);
}

/** Of this version; a tab that is still open with the one before finds that one's. */
async function kept(wanted: Request | string): Promise<Response | undefined> {
  const own = await caches.open(APP);
  return (await own.match(wanted)) ?? caches.match(wanted);
}

async function map(request: Request): Promise<Response> {
  const cache = await caches.open(MAPS);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const before = await cache.match(request);
    if (before === undefined) throw error;
    return before;
  }
}
