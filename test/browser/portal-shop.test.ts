import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvRecord } from '../../src/foundation/csv.ts';
import { DAY_MS } from '../../src/foundation/time.ts';
import { issueCreditNote } from '../../src/wallet/index.ts';
import { chooseEvents } from '../../src/webhooks/index.ts';
import { openBrowser } from '../support/browser.ts';
import { type DeskUser, deskUser, follow, openDesk } from '../support/desk.ts';
import { CENTRAL, MONG_KOK, place, TUEN_MUN } from '../support/orders.ts';
import { act } from '../support/sandbox.ts';
import { button, expectFaultless, heading, type Screen } from '../support/screen.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let browser: Browser;
let withoutMaps: Browser;
beforeAll(async () => {
  const partner = { platforms: ['ON_DEMAND', 'PLUS'] as const, creditMinor: 1_000n, limitFactor: 100 };
  world = await createWorld({ clockRuns: true, partner });
  browser = await openBrowser({ drawsMaps: true });
  withoutMaps = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await withoutMaps.close();
  await world.close();
});

// One story: what is placed at its beginning is delivered, seen and paid at its end.
describe('a shop', { shuffle: false }, () => {
  let person: DeskUser;
  let shop: Screen;
  let order: string;
  let viewer: Screen;
  beforeAll(async () => {
    person = await deskUser(world, 'portal', { role: 'developer' });
    shop = await openDesk(browser, world, person, '/orders');
  });

  test('sees that there are no orders yet, and places one on the map after seeing its price', async () => {
    const { page } = shop;
    await page.getByText('No orders yet.').waitFor();
    await expectFaultless(shop);
    await page.getByRole('link', { name: 'Place an order' }).click();
    const map = page.locator('.maplibregl-canvas');
    await map.waitFor();
    // The sketch goes when the map is drawn.
    await page.locator('.map-sketch').waitFor({ state: 'detached' });
    const { width, height } = (await map.boundingBox()) as { width: number; height: number };
    await map.click({ position: { x: width / 2, y: height / 2 } });
    await page.getByText('On the map at').first().waitFor();
    await page.getByLabel('Drop-off 1', { exact: true }).fill('Nowhere that anybody knows');
    await page.getByLabel('Drop-off 1', { exact: true }).press('Enter');
    await page.getByText('This address is not known. Place the stop on the map.').waitFor();
    await page.getByLabel('Drop-off 1', { exact: true }).fill('');
    await map.click({ position: { x: width / 2 + 20, y: height / 2 + 12 } });
    await expect.poll(() => page.getByText('On the map at').count()).toBe(2);
    await expectFaultless(shop);
    await page.getByLabel('Pick-up', { exact: true }).and(page.locator('[type=datetime-local]')).focus();
    await page.keyboard.type('12012099');
    await button(page, 'See the price').click();
    await page.getByText('Finish the date and the time, or empty them.').waitFor();
    await page.getByLabel('Pick-up', { exact: true }).and(page.locator('[type=datetime-local]')).fill('');
    await button(page, 'See the price').click();
    await page.getByRole('rowheader', { name: /Base fare/ }).waitFor();
    await page.getByText(/[34]:\d\d left/).waitFor();
    await expectFaultless(shop);
  });

  test('is told which phone is wrong beside it, corrects it, and has the order', async () => {
    const { page } = shop;
    await page.getByLabel('Sender').fill('Ada');
    await page.getByLabel('Phone').first().fill('+852 5684 7123');
    await page.getByLabel('Recipient').fill('Ben <b>Lee</b>');
    await page.getByLabel('Phone').last().fill('12');
    await page.getByLabel('Your reference').fill('SHOP-1');
    await page.getByRole('button', { name: /Place the order for HK\$\d/ }).click();
    await page.getByText(/The phone of recipient 1 must be a number/).waitFor();
    await page.getByLabel('Phone').last().fill('+85256847124');
    await page.getByRole('button', { name: /Place the order for/ }).click();
    await page.locator('header').getByText('Looking for a driver').waitFor();
    await page.getByText('Ben <b>Lee</b>, +85256847124').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await expectFaultless(shop);
    order = new URL(page.url()).pathname.replace('/portal', '');
    // Nothing is done on the map any more, which is drawn slowly here.
    await page.context().close();
    shop = await openDesk(withoutMaps, world, person, order);
  });

  test('lets it be driven in the sandbox, and a colleague who only looks sees it move, without a button', async () => {
    const { page } = shop;
    viewer = await openDesk(withoutMaps, world, await deskUser(world, 'portal', { role: 'viewer' }), order);
    await viewer.page.getByText('Live', { exact: true }).waitFor();
    for (const name of ['What can be done', 'Let it happen'])
      expect(await viewer.page.getByRole('heading', { name }).count()).toBe(0);
    for (const step of ['A driver takes the order', 'The driver is at the pick-up', 'The driver has the goods'])
      await button(page, step).click();
    await button(page, 'The driver closes a drop-off').waitFor();
    // A read that fails is not the last one.
    let refused = 0;
    const isOrder = (url: URL) => url.pathname === `/portal/v1${order}`;
    await viewer.page.route(isOrder, (route) => {
      refused += 1;
      return route.fulfill({
        status: 429,
        json: { errors: [{ id: 'ERR_RATE_LIMIT_EXCEEDED', message: 'Too many.' }] },
      });
    });
    await button(page, 'The driver closes a drop-off').click();
    await page.locator('header').getByText('Completed').waitFor();
    await page.getByText('Nothing can happen to it any more.').waitFor();
    await expect.poll(() => refused).toBeGreaterThan(0);
    await viewer.page.unroute(isOrder);
    await viewer.page.locator('header').getByText('Completed').waitFor();
    await viewer.page.getByText('The last drop-off was closed').waitFor();
    await follow(viewer, '/portal/orders');
    await viewer.page.getByText('Ben <b>Lee</b>').waitFor();
    expect(await viewer.page.getByRole('link', { name: 'Place an order' }).count()).toBe(0);
  });

  test('finds it by its reference, and the wallet shows what it cost and says when it is low', async () => {
    const { page } = shop;
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await page.getByLabel('Search orders').fill('shop-1');
    await page.getByText('Ben <b>Lee</b>').waitFor();
    await page.getByLabel('Search orders').fill('nobody at all');
    await page.getByText('No order fits.').waitFor();
    const { foundations, partner } = world;
    const credit = { partnerId: partner.partnerId, market: 'HK', currency: 'HKD', decimals: 0, amountMinor: 5n };
    await foundations.database.inTransaction((tx) =>
      issueCreditNote(foundations, tx, { ...credit, reason: 'It was late' }, foundations.clock.now()),
    );
    await page.getByRole('link', { name: 'Wallet' }).click();
    await page.getByText('Paid for an order').waitFor();
    await page.getByText('Given back').waitFor();
    await button(page, 'Change').click();
    await page.getByText(/your webhook is not told/).waitFor();
    await page.getByLabel(/Below this amount/).fill('1000');
    await button(page, 'Keep it so').click();
    await page.getByText(/The balance is below the 1000 HKD/).waitFor();
    await expectFaultless(shop);
    await page.getByRole('tab', { name: 'Statement' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
    expect(file.suggestedFilename()).toMatch(/^wallet-HK-\d{4}-\d{2}\.csv$/);
    await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
    await page.getByText(/less than the 1000 HKD you wanted to be told of/).waitFor();
  });

  test('reads of a drop-off that failed, where no proof was asked for', async () => {
    const { orderId } = await place(world);
    for (const action of ['DRIVER_ACCEPT', 'DRIVER_PICK_UP']) await act(world, orderId, action);
    await act(world, orderId, 'DRIVER_DROP_OFF', { proof: 'FAILED', reason: 'Nobody there' });
    await follow(viewer, `/portal/orders/${orderId}`);
    await viewer.page.getByText(/^Delivery failed at .*: Nobody there$/).waitFor();
  });

  test('reads which proof of a drop-off an event tells of, on the page of the order and among all events', async () => {
    await chooseEvents(world.foundations.database, world.partner.partnerId, ['POD_STATUS_CHANGED'], world.clock.now());
    const quotation = { stops: [CENTRAL, MONG_KOK, TUEN_MUN] };
    const { orderId } = await place(world, { quotation, order: { isPODEnabled: true } });
    for (const action of ['DRIVER_ACCEPT', 'DRIVER_PICK_UP']) await act(world, orderId, action);
    await act(world, orderId, 'DRIVER_DROP_OFF', { proof: 'SIGNATURE' });
    await act(world, orderId, 'DRIVER_DROP_OFF', { proof: 'FAILED', reason: 'Nobody there' });
    const screen = await openDesk(withoutMaps, world, person, `/orders/${orderId}`);
    const { page } = screen;
    const told = page
      .locator('section')
      .filter({ has: heading(page, 'What your system was told') })
      .getByRole('listitem');
    for (const status of ['Drop-off 1: Signed for', 'Drop-off 2: Delivery failed'])
      await told.filter({ hasText: `POD_STATUS_CHANGED${status}` }).waitFor();
    await page.getByText(/^Signed for at /).waitFor();
    expect([await screen.accessibilityFaults(), await screen.overhang()]).toEqual([[], 0]);
    await follow(screen, `/portal/events?order=${orderId}`);
    await page.getByRole('link', { name: 'POD_STATUS_CHANGED Signed for' }).waitFor();
    await page.getByRole('link', { name: 'POD_STATUS_CHANGED Delivery failed' }).waitFor();
  });

  test('uploads parcels: three bad lines are named, and once corrected all are placed', async () => {
    const { page } = shop;
    await page.getByRole('link', { name: 'Parcels' }).click();
    await page.getByText('No parcels yet.').waitFor();
    await page.getByRole('link', { name: 'Upload parcels' }).click();
    await expectFaultless(shop);
    await page.getByLabel('Choose a file').setInputFiles(parcels(['+85256847124', 'none', '12', '']));
    await page.getByRole('heading', { name: '3 faults in 4 lines' }).waitFor();
    for (const line of ['3', '4', '5']) await page.getByRole('cell', { name: line, exact: true }).waitFor();
    await expectFaultless(shop);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download the faults').click()]);
    expect(file.suggestedFilename()).toBe('parcels-faults.csv');
    expect(await readFile(await file.path(), 'utf8')).toContain('\r\n3,UP-2,recipient_phone,none,');
    await page
      .getByLabel('Choose a file')
      .setInputFiles(parcels(['+85256847124', '+85256847125', '+85256847126', '+85256847127']));
    await button(page, 'Place 4 parcels').click();
    await page.getByRole('heading', { name: '4 of 4 done' }).waitFor();
    expect(await page.getByText('Placed', { exact: true }).count()).toBe(4);
    await page.getByRole('link', { name: 'See the parcels' }).click();
    await page.getByLabel('Print the label of UP-1').check();
    await button(page, 'Print 1 label').click();
    await page.getByText('The labels are being made').waitFor();
    await expectFaultless(shop);
    await page.getByRole('link', { name: 'UP-2' }).click();
    await button(page, 'Edit').click();
    await page.getByLabel('Recipient').fill('Cleo');
    await button(page, 'Change the parcel').click();
    await page.getByText('Cleo, +85256847125').waitFor();
    await expectFaultless(shop);
  });

  test('moves the clock and the drivers of its sandbox', async () => {
    const { page } = shop;
    await page.getByRole('link', { name: 'Sandbox' }).click();
    await button(page, '+10 min').click();
    await page.getByText(/10 min ahead/).waitFor();
    await page.getByLabel('Faults as JSON').fill('{');
    await button(page, 'Set the faults').click();
    await page.getByText('This is not JSON.').waitFor();
    await expectFaultless(shop);
  });
});

/** A file with one line for each phone. */
function parcels(phones: readonly string[]) {
  const head = [
    ...['reference', 'pick_up_at', 'pick_up_address', 'pick_up_lat', 'pick_up_lng', 'sender_name', 'sender_phone'],
    ...['delivery_address', 'delivery_lat', 'delivery_lng', 'recipient_name', 'recipient_phone'],
  ];
  const tomorrow = new Date(world.clock.now() + DAY_MS).toISOString();
  const lines = phones.map((phone, index) =>
    csvRecord([
      ...[
        `UP-${index + 1}`,
        tomorrow,
        CENTRAL.address,
        CENTRAL.coordinates.lat,
        CENTRAL.coordinates.lng,
        'Ada',
        '+85256847123',
      ],
      ...[MONG_KOK.address, MONG_KOK.coordinates.lat, MONG_KOK.coordinates.lng, 'Ben', phone],
    ]),
  );
  return { name: 'parcels.csv', mimeType: 'text/csv', buffer: Buffer.from(csvRecord(head) + lines.join('')) };
}
