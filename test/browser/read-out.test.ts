import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type DeskUser, deskUser, openDesk, openSignedOut, PASSWORD } from '../support/desk.ts';
import { place } from '../support/orders.ts';
import { act } from '../support/sandbox.ts';
import { button, heading } from '../support/screen.ts';
import { createWorld, type World } from '../support/world.ts';

// The desks, for whoever works by keyboard and has the screen read out: what has the focus, and what is said without it.
let world: World;
let browser: Browser;
let person: DeskUser;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true, partner: { creditMinor: 100_000n, limitFactor: 100 } });
  browser = await openBrowser();
  person = await deskUser(world, 'portal', { role: 'developer' });
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

/** The element that has the focus: what it is, and what it says. */
const focused = (page: Page) =>
  page.evaluate("[document.activeElement.tagName, document.activeElement.textContent].join(' ').trim()");
const said = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
async function press(page: Page, name: string): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
}

test('a screen that is entered is told by its heading, from the door on', async () => {
  const { page } = await openSignedOut(browser, world);
  await page.goto('/portal');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await heading(page, 'Home').waitFor();
  await expect.poll(() => focused(page)).toBe('H1 Home');
  for (const [link, title] of [
    ['Orders', 'Orders'],
    ['Place an order', 'Place an order'],
    ['Wallet', 'Wallet'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe(`H1 ${title}`);
  }
  await page.goBack();
  await expect.poll(() => focused(page)).toBe('H1 Place an order');
});

test('where what had the focus is gone, the place is the part that it was in', async () => {
  const { orderId } = await place(world);
  const { page } = await openDesk(browser, world, person, `/orders/${orderId}`);
  await press(page, 'A driver takes the order');
  await button(page, 'The driver has the goods').waitFor();
  await expect.poll(() => focused(page)).toBe('H2 Let it happen');
  await page.goto('/portal/orders/new');
  await press(page, 'Remove Drop-off 1');
  await expect.poll(() => focused(page)).toBe('H2 Where from and where to');
});

test('what a choice leaves of a list is told, and nothing of what comes by itself', async () => {
  await place(world);
  const { page } = await openDesk(browser, world, person, '/orders');
  await page
    .getByRole('row', { name: /Looking for a driver/ })
    .first()
    .waitFor();
  const rows = (await page.getByRole('table', { name: 'Orders' }).getByRole('row').count()) - 1;
  const told = said(page, /^Orders: /);
  expect(await told.count()).toBe(0);
  await page.getByLabel('Status').selectOption('CANCELED');
  await said(page, 'Orders: nothing fits.').waitFor({ state: 'attached' });
  await page.getByLabel('Status').selectOption('');
  await said(page, `Orders: ${rows} shown.`).waitFor({ state: 'attached' });
});

test('what becomes of an order is told on its page', async () => {
  const { orderId } = await place(world);
  const { page } = await openDesk(browser, world, person, `/orders/${orderId}`);
  await said(page, 'Looking for a driver').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await act(world, orderId, 'DRIVER_ACCEPT');
  await said(page, 'Driver on the way').waitFor();
});

test('a form leads to the first field that is wrong, to a stop that is added, and to its price', async () => {
  const { page } = await openDesk(browser, world, person, '/orders/new');
  const field = () => page.evaluate('document.activeElement.labels?.[0]?.textContent');
  await press(page, 'See the price');
  await expect.poll(field).toBe('Pick-up');
  expect(await page.evaluate('document.activeElement.getAttribute("aria-invalid")')).toBe('true');
  await press(page, 'Add a drop-off');
  await expect.poll(field).toBe('Drop-off 2');
  await press(page, 'Remove Drop-off 2');
  const address = page.getByPlaceholder('Address');
  for (const [index, text] of ['Central', 'Mong Kok'].entries()) {
    await address.nth(index).fill(text);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByText(/^On the map at/).count()).toBe(index + 1);
  }
  await press(page, 'See the price');
  await said(page, /^The price is HK\$\d+\.$/).waitFor();
  await expect.poll(() => focused(page)).toBe('H1 Place an order');
  await page.getByLabel('Sender').fill('Ada');
  await page.keyboard.press('Enter');
  await expect.poll(field).toBe('Phone');
});

test('an order that waits is a link with a name, not with a number of minutes', async () => {
  const operator = await deskUser(world, 'console', { role: 'dispatcher' });
  await place(world);
  const { page } = await openDesk(browser, world, operator, '/queue');
  await page
    .getByRole('link', { name: /^\d+ (s|min), Motorcycle, .*Central/ })
    .first()
    .waitFor();
});

test('what is said while a dialog is open is said in it, what it has come to after it, and a part that is gone leaves one at the title', async () => {
  const { page } = await openDesk(browser, world, person, '/keys');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await press(page, 'New key');
  await press(page, 'Make the key');
  const dialog = page.getByRole('dialog', { name: 'Your new key' });
  const told = dialog.locator('p[role=status]');
  await expect.poll(() => told.textContent()).toBe('Copy the secret now.');
  await press(page, 'Copy the API secret');
  await expect.poll(() => told.textContent()).toBe('Copied.');
  await page.getByLabel('I have kept the secret').check();
  await press(page, 'Done');
  await dialog.waitFor({ state: 'detached' });

  // What comes into its place while that is out of reach is read by nobody.
  await page.evaluate(`{
    globalThis.isHeard = undefined;
    new MutationObserver((changes) => {
      const isTold = [...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent.includes('revoked'));
      if (isTold) isHeard ??= changes.every(({ removedNodes }) => [...removedNodes].every(({ nodeName }) => nodeName !== 'DIALOG'));
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  }`);
  const newest = page.getByRole('heading', { level: 2 }).first();
  const lastLetters = ((await newest.textContent()) ?? '').trim().slice(-4);
  await button(page, 'Revoke').first().focus();
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Type the last 4 letters/).fill(lastLetters);
  await page.keyboard.press('Enter');
  await said(page, 'The key is revoked.').waitFor();
  expect(await page.evaluate('isHeard')).toBe(true);
  await expect.poll(() => focused(page)).toBe('H1 API keys');
});
