import type { Page } from 'playwright-core';
import type { Driver, NewDriver } from '../../src/drivers/index.ts';
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

/** A phone's size, touch, and a place that the app may know: at the pick-up. Signed in by a code. */
export async function phoneOf(world: World, further: Partial<NewDriver> = {}, sight?: Sight): Promise<Phone> {
  const phone = await openPhone(world, await makeDriver(world, further), undefined, sight);
  await signIn(world, phone);
  return phone;
}

export async function signedOutPhone(world: World, further: Partial<NewDriver> = {}): Promise<Phone> {
  return openPhone(world, await makeDriver(world, further));
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

/** Time goes by, for the server and for a phone whose `page.clock` was installed before the app was opened. */
export async function letPass(world: World, { page }: Pick<Phone, 'page'>, ms: number): Promise<void> {
  world.clock.advance(ms);
  await page.clock.fastForward(ms);
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
