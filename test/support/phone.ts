import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Driver, type NewDriver, signIn as openSession } from '../../src/drivers/index.ts';
import { assertPresent } from '../../src/foundation/assert.ts';
import { openBrowser, type Sight } from './browser.ts';
import { PICK_UP } from './driver-client.ts';
import { codeFor, makeDriver } from './drivers.ts';
import { type Screen, screenOf } from './screen.ts';
import type { World } from './world.ts';

/** A driver's phone with the app on it. */
export type Phone = Screen & { readonly driver: Driver; leave(): Promise<void> };

/** What is done before the app is opened for the first time. */
export type Prepare = (page: Page) => Promise<unknown>;

/** For tests that answer in the server's place: where a service worker stands before the page, `page.route` misses calls. */
export const withoutWorker: Prepare = (page) => page.addInitScript('delete Navigator.prototype.serviceWorker');

/** Its time is in the test's hand, and so are the server's answers. */
export const inHand: Prepare = async (page) => {
  await page.clock.install();
  await withoutWorker(page);
};

/** A phone's size, touch, and a place that the app may know: at the pick-up. Signed in by a code. */
export async function phoneOf(world: World, further: Partial<NewDriver> = {}, sight?: Sight): Promise<Phone> {
  const phone = await openPhone(world, await makeDriver(world, further), undefined, sight);
  await signIn(world, phone);
  return phone;
}

/** For a driver who is there already; nobody is signed in on it. */
export async function openPhone(
  world: World,
  driver: Driver,
  prepare: Prepare = async () => {},
  sight?: Sight,
): Promise<Phone> {
  const browser = await openBrowser(sight);
  const base = `https://localhost:${world.port}`;
  const context = await browser.newContext({
    baseURL: base,
    ignoreHTTPSErrors: true,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    permissions: ['geolocation'],
    geolocation: { latitude: PICK_UP.lat, longitude: PICK_UP.lng },
    locale: 'en-GB',
    // A colour on its way to another one is neither.
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const screen = screenOf(page, base);
  await prepare(page);
  await page.goto('/driver');
  return { driver, ...screen, leave: () => browser.close() };
}

/** One for all that prepare it alike, in the hands of another driver each time: opening one costs three times as much. */
export function phonesOf(world: World) {
  const opened = new Map<Prepare | undefined, Phone>();
  return {
    async signedIn(driver: Driver, prepare?: Prepare): Promise<Phone> {
      const before = opened.get(prepare);
      if (before !== undefined) return handOver(world, before, driver);
      const phone = await openPhone(world, driver, prepare);
      opened.set(prepare, phone);
      await signIn(world, phone);
      return phone;
    },
    async leave(): Promise<void> {
      for (const phone of opened.values()) await phone.leave();
    },
  };
}

/** The app knows by what it keeps who is signed in, and the server by the cookie. */
const keptAs = (driverId: string) => `new Promise((resolve, reject) => {
  const opening = indexedDB.open('waybill-driver');
  opening.onsuccess = () => {
    const keeping = opening.result.transaction('kept', 'readwrite');
    keeping.objectStore('kept').put('${driverId}', 'session');
    keeping.oncomplete = resolve;
    keeping.onerror = reject;
  };
})`;

/** The next driver is signed in on it, without the way through the pages; nothing is known of the one before. */
async function handOver(world: World, { page, leave }: Phone, driver: Driver): Promise<Phone> {
  const { phone } = driver;
  const attempt = { phone, code: await codeFor(world, phone), device: 'Phone', requestId: randomUUID() };
  const { token } = await openSession(world.foundations, attempt, world.clock.now());
  await page.context().setOffline(false);
  for (const kind of ['console', 'pageerror', 'request']) page.removeAllListeners(kind);
  // A page of the same origin in which nothing of the app runs.
  await page.goto('/driver/manifest.webmanifest');
  await page.evaluate(keptAs(driver.id));
  const base = `https://localhost:${world.port}`;
  await page.context().addCookies([{ name: '__Host-waybill-driver', value: token, url: base, secure: true }]);
  const screen = screenOf(page, base);
  await page.goto('/driver');
  await page.getByText('Connected').waitFor();
  return { driver, ...screen, leave };
}

/** Time goes by, for the server and for a phone whose `page.clock` was installed before the app was opened. */
export async function letPass(world: World, { page }: Pick<Phone, 'page'>, ms: number): Promise<void> {
  world.clock.advance(ms);
  await page.clock.fastForward(ms);
}

/** From now on a phone whose time is in hand gets older only by `letPass`. */
export async function holdTime({ page }: Pick<Phone, 'page'>): Promise<void> {
  const stop = async () => page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1_000);
  // On a busy machine that moment is over before the phone hears of it: then its clock stands still all the same, and the next one is to come.
  await stop().catch(stop);
}

/** As a driver does it: the phone's number, then the code. */
export async function signIn(world: World, { page, driver: { phone } }: Pick<Phone, 'page' | 'driver'>): Promise<void> {
  await page.getByLabel('Your phone number').fill(phone);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = page.getByLabel('Code', { exact: true });
  // A code that was asked for before the app's own would not be the last one, which alone counts.
  await code.waitFor();
  await code.fill(await codeFor(world, phone));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').waitFor();
}

/** Until the server knows the place as well, which the app tells it after that: who is nowhere is offered nothing. */
export async function goOnline(world: World, { page, driver }: Pick<Phone, 'page' | 'driver'>): Promise<void> {
  const online = page.getByRole('switch', { name: 'Online' });
  if ((await online.getAttribute('aria-checked')) === 'false') await online.click();
  await page.getByText('You are online').waitFor();
  await expect.poll(() => lastPlaceAt(world, driver)).toBeGreaterThan(0);
}

/** When the server last heard where the driver is; 0 where it never did. */
export async function lastPlaceAt({ foundations }: World, { id }: Pick<Driver, 'id'>): Promise<number> {
  const [position] = await foundations.database.query<{ receivedAt: Date }>(
    'select received_at as "receivedAt" from driver_positions where driver_id = $1',
    [id],
  );
  return position?.receivedAt.getTime() ?? 0;
}

/** With a finger on the glass. */
export async function writeName(page: Page): Promise<void> {
  const paper = await page.getByRole('img', { name: /^Sign here/ }).boundingBox();
  const { x, y, width, height } = assertPresent(paper, 'there is something to sign on');
  const at = (share: number) =>
    [x + width * (0.15 + 0.7 * share), y + height * (0.5 + 0.12 * Math.cos(share * 30) * (1 - share))] as const;
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let share = 0.02; share <= 1; share += 0.02) await page.mouse.move(...at(share));
  await page.mouse.up();
}
