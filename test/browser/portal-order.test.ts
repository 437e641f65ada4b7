import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type DeskUser, deskUser, openDesk } from '../support/desk.ts';
import { createWorld, type World } from '../support/world.ts';

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

describe('a new order', () => {
  const places = (page: Page) => page.getByText(/^On the map at/);
  async function write(page: Page, stop: 'first' | 'last', address: string): Promise<void> {
    const field = page.getByPlaceholder('Address')[stop]();
    await field.fill(address);
    await field.press('Enter');
  }

  test('goes to where the address lies that was written last, whichever is found first', async () => {
    const { page } = await openDesk(browser, world, person, '/orders/new');
    let find = () => {};
    const isWanted = new Promise<void>((resolve) => {
      find = resolve;
    });
    const isLate = (data: string | null) => data?.includes('Central') === true;
    await page.route('**/portal/v1/places**', async (route) => {
      if (isLate(route.request().postData())) await isWanted;
      await route.continue();
    });
    const late = page.waitForResponse((response) => isLate(response.request().postData()));
    await write(page, 'last', 'Central');
    await write(page, 'last', 'Mong Kok');
    const found = await places(page).textContent();
    find();
    await (await late).finished();
    await write(page, 'first', 'Wan Chai');
    await expect.poll(() => places(page).count()).toBe(2);
    expect(await places(page).last().textContent()).toBe(found);
  });
});
