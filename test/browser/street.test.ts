import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runRounds } from '../support/driver-client.ts';
import { CENTRAL, MONG_KOK, place, TUEN_MUN } from '../support/orders.ts';
import { goOnline, type Phone, phoneOf, writeName } from '../support/phone.ts';
import { photo } from '../support/pictures.ts';
import { pathOf } from '../support/tracking.ts';
import { type Visitor, visitorOf } from '../support/visitor.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let phone: Phone;
let visitor: Visitor;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true, partner: { limitFactor: 1000, creditMinor: 1_000_000n } });
  const sight = { drawsMaps: true };
  [phone, visitor] = await Promise.all([phoneOf(world, {}, sight), visitorOf(world, sight)]);
});
afterAll(async () => {
  await Promise.all([phone.leave(), visitor.leave()]);
  await world.close();
});

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('an order placed by API is taken and delivered in the app, without signal in the middle, and the recipient sees it live', async () => {
  const { page: app } = phone;
  await goOnline(world, phone);
  const { orderId, shareLink } = await place(world, {
    quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] },
    order: { isPODEnabled: true },
  });
  const { page: tracking, ...seen } = await visitor.visit(pathOf(shareLink), {
    viewport: { width: 390, height: 844 },
    // What glides is drawn anew all the way, and slowly here.
    reducedMotion: 'reduce',
  });
  await tracking.evaluate('window.stayed = true');
  const page = () => tracking.textContent('main');
  const status = async () => (await world.call('GET', `/v3/orders/${orderId}`)).json.data.status;

  await runRounds(world, 2);
  await press(app, 'Accept');
  await expect.poll(page).toContain(phone.driver.name.split(' ')[0]);

  await press(app, 'I am here');
  await expect.poll(page).toContain('Driver at the pick-up');

  await app.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await app.context().setOffline(true);
  await press(app, 'I have the goods');
  await app.getByRole('link', { name: 'Drop off here' }).click();
  const picture = { name: 'door.jpg', mimeType: 'image/jpeg', buffer: await photo() };
  await app.getByLabel('Take a photo').setInputFiles(picture);
  await press(app, 'Delivered');
  const waiting = app.getByText('2 things still to be sent');
  await waiting.waitFor();
  await app.reload();
  await waiting.waitFor();
  expect([await status(), await tracking.locator('main img').count()]).toEqual(['ON_GOING', 0]);

  await app.context().setOffline(false);
  await expect.poll(status).toBe('PICKED_UP');
  await expect.poll(page).toContain('Picked up');
  await expect
    .poll(() => tracking.evaluate('document.querySelector("main img")?.naturalWidth ?? 0'))
    .toBeGreaterThan(0);

  await app.getByRole('link', { name: 'Drop off here' }).click();
  await press(app, 'Get a signature');
  await writeName(app);
  await press(app, 'Signed');
  await app.getByRole('heading', { name: 'Delivered' }).waitFor();
  await expect.poll(() => tracking.locator('h1').textContent()).toMatch(/^Delivered/);
  await expect.poll(() => tracking.locator('main img').count()).toBe(2);
  expect(await status()).toBe('COMPLETED');
  expect(await tracking.evaluate('window.stayed')).toBe(true);
  expect([phone.troubles, phone.strangers, seen.troubles, seen.strangers]).toEqual([[], [], [], []]);
});
