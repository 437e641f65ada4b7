import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { goOnline, recordPositions } from '../src/drivers/index.ts';
import { MINUTE_MS } from '../src/foundation/time.ts';
import { openBrowser } from '../test/support/browser.ts';
import { deskUser, openDesk } from '../test/support/desk.ts';
import { dispatchOf } from '../test/support/dispatch.ts';
import { runRounds } from '../test/support/driver-client.ts';
import { makeDriver } from '../test/support/drivers.ts';
import { driversOf, orderBody, post, quote } from '../test/support/orders.ts';
import { phoneOf, writeName } from '../test/support/phone.ts';
import { pathOf } from '../test/support/tracking.ts';
import { visitorOf } from '../test/support/visitor.ts';
import { createWorld, type World } from '../test/support/world.ts';

// `npm run screenshots`: the pictures of the README, taken of the real apps in a real browser.

const FOLDER = path.resolve('docs/screenshots');
const SHOP = { coordinates: { lat: '22.2819', lng: '114.1589' }, address: '18 Des Voeux Road Central, Central' };
const HOME = { coordinates: { lat: '22.3193', lng: '114.1694' }, address: '700 Nathan Road, Mong Kok' };
const ON_THE_WAY = { latitude: 22.301, longitude: 114.1642 };

/** Where people order, and where drivers wait. */
const ADDRESSES = [
  ['22.2870', '114.1480', '12 Hollywood Road, Sheung Wan'],
  ['22.2766', '114.1735', '200 Hennessy Road, Wan Chai'],
  ['22.2795', '114.1850', '1 Sugar Street, Causeway Bay'],
  ['22.2855', '114.2135', '980 King’s Road, Quarry Bay'],
  ['22.2976', '114.1722', '26 Nathan Road, Tsim Sha Tsui'],
  ['22.3050', '114.1715', '180 Nathan Road, Jordan'],
  ['22.3307', '114.1622', '30 Yen Chow Street, Sham Shui Po'],
  ['22.3163', '114.2250', '223 Hing Fong Road, Kwun Tong'],
  ['22.3370', '114.1760', '80 Tat Chee Avenue, Kowloon Tong'],
  ['22.2470', '114.1570', '10 Aberdeen Main Road, Aberdeen'],
] as const;
const STOPS = ADDRESSES.map(([lat, lng, address]) => ({ coordinates: { lat, lng }, address }));
const NAMES = [
  'Mei Ling Chan',
  'Ravi Nair',
  'Tom Ho',
  'Grace Yip',
  'Ken Lau',
  'Noor Aziz',
  'Wing Fung',
  'Iris Tam',
  'Paolo Reyes',
  'Jun Seto',
];
const RECIPIENTS = ['Mei Wong', 'Peter Kwan', 'Lily Fong', 'Omar Shah', 'Yan Cheung'];

/** What a courier leaves at a door. */
const DOOR = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">
  <rect width="1200" height="900" fill="#c9bfae"/><rect x="330" y="60" width="420" height="760" fill="#5b4636"/>
  <rect x="370" y="110" width="340" height="290" fill="#6f5745"/><rect x="370" y="440" width="340" height="330" fill="#6f5745"/>
  <circle cx="700" cy="450" r="18" fill="#d9b44a"/><rect y="820" width="1200" height="80" fill="#8d8577"/>
  <rect x="620" y="620" width="330" height="220" fill="#b98a54"/><rect x="765" y="620" width="40" height="220" fill="#d8c39b"/>
  <rect x="650" y="760" width="90" height="56" fill="#f4efe3"/></svg>`;

async function take(page: Page, name: string): Promise<void> {
  // Maps and pictures that are on their way.
  await page.waitForTimeout(4_000);
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`) });
}

test('pictures of the apps for the street', { timeout: 180_000 }, async () => {
  await mkdir(FOLDER, { recursive: true });
  const world = await createWorld({ clockRuns: true, partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
  const sight = { drawsMaps: true };
  const phone = await phoneOf(world, { name: 'Mei Ling Chan', capabilities: ['PARCELS'] }, sight);
  const visitor = await visitorOf(world, sight);
  const app = phone.page;
  const press = (name: string) => app.getByRole('button', { name }).click();
  await app.getByRole('switch', { name: 'Online' }).click();
  await app.getByText('You are online').waitFor();
  const quotation = await quote(world, { stops: [SHOP, HOME] });
  const body = orderBody(quotation, { isPODEnabled: true });
  const [recipient] = body.recipients as object[];
  const recipients = [{ ...recipient, name: 'Mei Wong', remarks: 'Lift to 12/F, ring twice' }];
  const { shareLink } = (await post(world, { ...body, recipients })).json.data;
  await runRounds(world, 2);
  await app.getByRole('button', { name: 'Accept' }).waitFor();
  await take(app, 'driver-offer');
  await press('Accept');
  await press('I am here');
  await press('I have the goods');
  await app.context().setGeolocation(ON_THE_WAY);
  await take(app, 'driver-order');

  const { page: tracking } = await visitor.visit(pathOf(shareLink), {
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
  });
  await expect.poll(() => tracking.locator('h1').textContent(), { timeout: 30_000 }).toMatch(/^Arriving/);
  await take(tracking, 'tracking');

  const door = { name: 'door.jpg', mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(DOOR)).jpeg().toBuffer() };
  await app.getByRole('link', { name: 'Drop off here' }).click();
  await press('Get a signature');
  await writeName(app);
  await app.emulateMedia({ colorScheme: 'dark' });
  await take(app, 'driver-signature');
  await app.reload();
  await app.getByLabel('Take a photo').setInputFiles(door);
  await press('Delivered');
  await app.getByRole('heading', { name: 'Delivered' }).waitFor();

  await tracking.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => tracking.locator('h1').textContent(), { timeout: 30_000 }).toMatch(/^Delivered/);
  await tracking.locator('main img').first().scrollIntoViewIfNeeded();
  await take(tracking, 'tracking-delivered');
  await Promise.all([phone.leave(), visitor.leave()]);
  await world.close();
});

test('pictures of the apps for the desk', { timeout: 240_000 }, async () => {
  await mkdir(FOLDER, { recursive: true });
  const world = await createWorld({
    clockRuns: true,
    partner: { name: 'Harbour Foods', limitFactor: 1000, creditMinor: 1_000_000n },
  });
  const underWay = await bringCityToLife(world);
  const browser = await openBrowser({ drawsMaps: true });
  // Whoever works in the city has its clock.
  const sight = { viewport: { width: 1280, height: 800 }, timezoneId: 'Asia/Hong_Kong' };
  const operator = await deskUser(world, 'console', { name: 'Olive Tan' });
  const { page: console } = await openDesk(browser, world, operator, '/?city=HK%20HKG', sight);
  await console.getByRole('heading', { name: 'Hong Kong' }).waitFor();
  // The sketch gives way to the map.
  await console.locator('.map-sketch').waitFor({ state: 'detached', timeout: 60_000 });
  await take(console, 'console-city');
  await console.goto('/console/queue');
  await take(console, 'console-queue');

  const partner = await deskUser(world, 'portal', { name: 'Noor Rahman' });
  const { page: portal } = await openDesk(browser, world, partner, '/', sight);
  await portal.getByRole('heading', { name: 'Orders under way' }).waitFor();
  await take(portal, 'portal-home');
  await portal.getByRole('link', { name: underWay }).click();
  await portal.getByRole('heading', { name: underWay }).waitFor();
  await take(portal, 'portal-order');
  await browser.close();
  await world.close();
});

/** Drivers all over the city, some of them on an order, and orders that nobody has taken yet; the last order that was picked up. */
async function bringCityToLife(world: World): Promise<string> {
  const { foundations, clock } = world;
  const drivers = await driversOf(world);
  const dispatch = await dispatchOf(world);
  for (const index of [1, 4, 7]) {
    await placeFor(world, index, { serviceType: 'VAN', stops: [STOPS[index], STOPS[(index + 5) % STOPS.length]] });
    clock.advance(4 * MINUTE_MS);
  }
  let pickedUp = '';
  for (const [index, name] of NAMES.entries()) {
    const { id: driverId } = await makeDriver(world, { name });
    await goOnline(foundations.database, driverId, clock.now());
    const at = {
      lat: Number(ADDRESSES[index]?.[0]) + 0.002,
      lng: Number(ADDRESSES[index]?.[1]) - 0.003,
      at: clock.now(),
    };
    await recordPositions(foundations.database, [
      { driverId, orderId: undefined, positions: [at], receivedAt: clock.now() },
    ]);
    if (index % 2 === 1) continue;
    const { orderId } = await placeFor(world, index / 2, { stops: [STOPS[index], STOPS[(index + 3) % STOPS.length]] });
    await drivers.accept(orderId, driverId);
    if (index % 4 !== 0) continue;
    await drivers.pickUp(orderId);
    pickedUp = orderId;
  }
  await dispatch.round(0);
  return pickedUp;
}

/** An order for one of the recipients. */
async function placeFor(world: World, index: number, quotation: Record<string, unknown>) {
  const body = orderBody(await quote(world, quotation));
  const [recipient] = body.recipients as object[];
  const name = RECIPIENTS[index % RECIPIENTS.length];
  return (await post(world, { ...body, recipients: [{ ...recipient, name }] })).json.data;
}
