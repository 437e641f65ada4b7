import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callForHelp } from '../../src/driver-app/call-for-help.ts';
import { goOnline, recordPositions } from '../../src/drivers/index.ts';
import { chooseEvents } from '../../src/webhooks/index.ts';
import { openBrowser } from '../support/browser.ts';
import { deskUser, follow, openDesk } from '../support/desk.ts';
import { dispatchOf } from '../support/dispatch.ts';
import { clearStreets } from '../support/driver-client.ts';
import { makeDriver } from '../support/drivers.ts';
import { driversOf, fund, orderBody, place, post, quote, SENDER } from '../support/orders.ts';
import { act } from '../support/sandbox.ts';
import { button, expectFaultless, heading, isReadForward, type Screen } from '../support/screen.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let browser: Browser;
let dispatch: Awaited<ReturnType<typeof dispatchOf>>;
let grace: Screen;
let viewer: Screen;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true, partner: { limitFactor: 1_000 } });
  browser = await openBrowser();
  await fund(world, 1_000_000n);
  dispatch = await dispatchOf(world);
  grace = await openDesk(browser, world, await deskUser(world, 'console', { name: 'Grace', role: 'admin' }));
  viewer = await openDesk(browser, world, await deskUser(world, 'console', { role: 'viewer' }), '/orders');
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

async function because(page: Page, reason: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

const CENTRAL = { lat: 22.281, lng: 114.158 };
const stand = (driverId: string, point: { lat: number; lng: number }) =>
  recordPositions(world.foundations.database, [
    {
      driverId,
      orderId: undefined,
      positions: [{ ...point, at: world.clock.now() }],
      receivedAt: world.clock.now(),
    },
  ]);

// One story: what waits in its first test has been delivered in its last.
describe('an order that is stuck', { shuffle: false }, () => {
  let orderId: string;
  let driverId: string;
  const row = (page: Page) => page.getByRole('row').filter({ has: page.locator(`a[href$="/${orderId}"]`) });

  test('stands on the map of the city and in the queue with the reason why it waits', async () => {
    const { page } = grace;
    ({ orderId } = await place(world));
    const driver = await makeDriver(world, { name: 'Ada van Velo', service: 'VAN' });
    driverId = driver.id;
    await goOnline(world.foundations.database, driverId, world.clock.now());
    await stand(driverId, CENTRAL);
    await dispatch.round(0);
    await page.getByRole('link', { name: 'City', exact: true }).click();
    await page.locator(`[data-order="${orderId}"]`).waitFor();
    await page.locator(`[data-driver="${driverId}"][data-state="FREE"]`).waitFor();
    await expectFaultless(grace);
    await page.getByRole('link', { name: 'Queue', exact: true }).click();
    await heading(page, 'Queue').waitFor();
    await row(page).getByText('No motorcycle driver is reachable; 1 driver for other services is.').waitFor();
    await expectFaultless(grace);
  });

  test('stands under its own city only, also while the next one has not been heard of', async () => {
    const { page } = grace;
    await page.getByRole('link', { name: 'City', exact: true }).click();
    const longest = page.getByRole('link', { name: new RegExp(`…${orderId.slice(-6)}$`) });
    await longest.waitFor();
    const isNext = (url: URL) => url.pathname === '/console/v1/live' && url.search.includes('SG');
    await page.route(isNext, () => {});
    await page.getByLabel('City', { exact: true }).selectOption({ label: 'Singapore (SG)' });
    await page.getByRole('heading', { name: 'Singapore', level: 1 }).waitFor();
    expect(await longest.count()).toBe(0);
    await page.getByText('Orders looking for a driver –').waitFor();
    expect(await page.getByText('Every order has its driver.').count()).toBe(0);
    await page.unroute(isNext);
    await page.getByLabel('City', { exact: true }).selectOption({ label: 'Hong Kong (HK)' });
    await longest.waitFor();
    await page.getByRole('link', { name: 'Queue', exact: true }).click();
    await heading(page, 'Queue').waitFor();
  });

  test('is given to a driver by hand, who is told what speaks against it', async () => {
    const { page } = grace;
    await row(page).click();
    await heading(page, `Order ${orderId}`).waitFor();
    await expectFaultless(grace);
    await button(page, 'Assign a driver').click();
    const choice = page.getByRole('radio', { name: /Ada van Velo/ });
    await page.getByText('drives VAN').waitFor();
    await choice.check();
    await page.getByLabel('Reason').fill('Nobody else is near');
    const search = page.getByLabel('Search drivers of the city');
    await search.fill('Nobody');
    await page.getByText('No driver of this city fits.').waitFor();
    await button(page, 'Assign').click();
    await page.getByText('Choose a driver.').waitFor();
    await search.fill('');
    await choice.waitFor();
    await button(page, 'Assign').click();
    await page.getByText('Choose a driver.').waitFor();
    await choice.check();
    await expectFaultless(grace);
    await because(page, 'Nobody else is near', 'Assign');
    await page.getByText('Driver on the way').waitFor();
    await page.getByRole('tab', { name: 'Who did what' }).click();
    await page.getByText('Grace gave an order to a driver').waitFor();
    await page.getByText('Nobody else is near').waitFor();
  });

  test('moves on the map while somebody looks', async () => {
    const { page } = grace;
    await page.getByRole('link', { name: 'City', exact: true }).click();
    const dot = page.locator(`[data-driver="${driverId}"][data-state="BUSY"]`);
    await dot.waitFor();
    const placeOf = async () => [await dot.getAttribute('cx'), await dot.getAttribute('cy')];
    const before = await placeOf();
    // Not farther than a van gets in the meantime: a place beyond that is taken for a mistake.
    await stand(driverId, { lat: CENTRAL.lat + 0.0003, lng: CENTRAL.lng + 0.0003 });
    await expect.poll(placeOf).not.toEqual(before);
  });

  test('every look at it and at its driver is sound', async () => {
    const { page } = grace;
    const drivers = await driversOf(world);
    await drivers.pickUp(orderId);
    await drivers.dropOff(orderId);
    await follow(grace, `/console/orders/${orderId}`);
    await page.getByText('Completed').first().waitFor();
    for (const tab of ['Price and driver', 'Money', 'Events', 'Proofs', 'Who did what']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('tabpanel').getByText(/\w/).first().waitFor();
      await expectFaultless(grace);
    }
    await follow(grace, `/console/drivers/${driverId}`);
    await heading(page, 'Ada van Velo').waitFor();
    for (const tab of ['Overview', 'Documents', 'Earnings', 'Orders']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await page.getByRole('tabpanel').getByText(/\w/).first().waitFor();
      await expectFaultless(grace);
    }
    await page.getByRole('tab', { name: 'Earnings', exact: true }).click();
    await page.getByRole('link', { name: `Order ${orderId}` }).waitFor();
    for (const [path, title] of [
      ['/orders', 'Orders'],
      ['/drivers', 'Drivers'],
      ['/documents', 'Expiring documents'],
    ] as const) {
      await follow(grace, `/console${path}`);
      await heading(page, title).waitFor();
      await page.getByRole('table').or(page.getByText('No document ends')).first().waitFor();
      await expectFaultless(grace);
    }
  });
});

test('the price of an order is explained line by line, who was asked is called by name, and an event says which status it tells of', async () => {
  const { page } = grace;
  await clearStreets(world);
  const { orderId } = await place(world);
  const mia = await dispatch.join(200, { name: 'Mia Moto' });
  await dispatch.round(0);
  await dispatch.leave(mia);
  await follow(grace, `/console/orders/${orderId}?tab=matching`);
  await page.getByRole('row', { name: /^Base fare For every order.* HK\$/ }).waitFor();
  await page.getByRole('region', { name: 'Offers' }).getByRole('link', { name: 'Mia Moto' }).waitFor();
  await page.getByRole('region', { name: 'Offers' }).getByText('has not answered yet').waitFor();
  await page.getByRole('region', { name: 'Rounds' }).getByText('Mia Moto ✓').waitFor();
  await expectFaultless(grace);
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('button', { name: 'ORDER_STATUS_CHANGED Looking for a driver' }).waitFor();
  await expectFaultless(grace);
});

test('an order whose drop-off failed says so on its page and in the event of it, by the same words', async () => {
  const { page } = grace;
  await chooseEvents(world.foundations.database, world.partner.partnerId, ['POD_STATUS_CHANGED'], world.clock.now());
  const { orderId } = await place(world, { order: { isPODEnabled: true } });
  for (const action of ['DRIVER_ACCEPT', 'DRIVER_PICK_UP']) await act(world, orderId, action);
  await act(world, orderId, 'DRIVER_DROP_OFF', { proof: 'FAILED', reason: 'Nobody there' });
  await follow(grace, `/console/orders/${orderId}`);
  const stops = page
    .locator('section')
    .filter({ has: heading(page, 'Stops') })
    .getByRole('listitem');
  const stop = stops.last();
  await stop.getByText('Delivery failed', { exact: true }).waitFor();
  await stop.getByText(/: Nobody there$/).waitFor();
  // Both stops are over, and no number of a stop to go to is left, on the map and beside it.
  expect(await page.locator('.map-stop').allTextContents()).toEqual(['✓', '✕']);
  expect(await stops.locator('> [aria-hidden] svg').count()).toBe(2);
  await expectFaultless(grace);
  await page.getByRole('tab', { name: 'Events' }).click();
  await page.getByRole('button', { name: 'POD_STATUS_CHANGED Delivery failed' }).waitFor();
});

test('a driver who is searched for among the orders is looked for among the drivers next', async () => {
  const { page } = grace;
  const { name } = await makeDriver(world, { name: 'Zora & Söhne' });
  await follow(grace, '/console/orders');
  await page.getByText(/beginning of a recipient’s name/).waitFor();
  await page.getByLabel('Search orders').fill(name);
  await page.getByRole('link', { name: `Search the drivers for “${name}”` }).click();
  await heading(page, 'Drivers').waitFor();
  await page.getByRole('row').filter({ hasText: name }).waitFor();
  expect(await page.getByLabel('Search drivers').inputValue()).toBe(name);
});

test('a service is paused and resumed, and everybody sees the banner', async () => {
  const { page } = grace;
  await follow(grace, '/console/?city=HK%20HKG');
  await button(page, 'Pause').click();
  await page.getByRole('dialog').getByLabel('What').selectOption({ label: 'Van' });
  await expectFaultless(grace);
  await because(page, 'Typhoon <b>', 'Pause');
  await viewer.page
    .getByRole('region', { name: 'Paused' })
    .getByText('Van in Hong Kong is paused: Typhoon <b>')
    .waitFor();
  await expectFaultless(viewer);
  await button(page, 'Resume').click();
  await because(page, 'It is over', 'Resume');
  await viewer.page.getByRole('region', { name: 'Paused' }).waitFor({ state: 'detached' });
});

test('a call for help is on every screen at once until somebody sees to it', async () => {
  const driver = await makeDriver(world, { name: 'Hero' });
  await follow(viewer, '/console/orders');
  await heading(viewer.page, 'Orders').waitFor();
  const { page } = grace;
  await follow(grace, '/console/drivers');
  await heading(page, 'Drivers').waitFor();
  const { database, clock } = world.foundations;
  await database.inTransaction((tx) =>
    callForHelp(world.foundations, tx, driver, { place: CENTRAL, note: 'fell off' }, clock.now()),
  );
  for (const screen of [grace, viewer]) {
    const alarm = screen.page.getByRole('alert').filter({ hasText: 'calls for help' });
    await alarm.getByText('fell off').waitFor();
    await expectFaultless(screen);
  }
  expect(await button(viewer.page, 'I see to it').count()).toBe(0);
  await button(page, 'I see to it').click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Ambulance is called');
  await page.getByRole('dialog').getByRole('button', { name: 'I see to it' }).click();
  for (const screen of [grace, viewer])
    await screen.page.getByRole('alert').filter({ hasText: 'calls for help' }).waitFor({ state: 'detached' });
});

test('two operators do opposite things: the later one is told, and sees how it stands', async () => {
  const { orderId } = await place(world);
  const linus = await openDesk(
    browser,
    world,
    await deskUser(world, 'console', { role: 'dispatcher', name: 'Linus' }),
    `/orders/${orderId}`,
  );
  const { page } = grace;
  await follow(grace, `/console/orders/${orderId}`);
  await button(page, 'Cancel the order').click();
  await button(linus.page, 'Cancel the order').click();
  await because(page, 'The partner called', 'Cancel the order');
  const dialog = linus.page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('No driver');
  await dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await dialog.getByText('Customer support cancelled the order since you looked. It is cancelled now.').waitFor();
  await expectFaultless(linus);
  await linus.page.context().close();
});

test('the drop-offs of an order are edited: a note keeps its lines, and it is said where the coordinates still lie', async () => {
  const { page } = grace;
  const { orderId } = await place(world);
  await (await driversOf(world)).accept(orderId, (await makeDriver(world)).id);
  await follow(grace, `/console/orders/${orderId}`);
  await button(page, 'Edit the drop-offs').click();
  const isOld = page.getByText(/^The coordinates are still those of 750 Nathan Road/);
  const [latitude, address] = [page.getByLabel('Latitude'), page.getByLabel('Address')];
  await address.fill('752 Nathan Road');
  await isOld.waitFor();
  await latitude.fill(await latitude.inputValue().then((lat) => `${lat}1`));
  await isOld.waitFor({ state: 'detached' });
  const note = page.getByLabel('Note to the driver');
  expect(await note.inputValue()).toBe('Second door\nring twice');
  await note.fill('Third door\nring once');
  await because(page, 'They have moved', 'Save the drop-offs');
  const { stops } = (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
  expect(stops[1]).toMatchObject({ address: '752 Nathan Road', remarks: 'Third door\r\nring once' });
});

test('what is wrong with a drop-off that is edited goes with it, and what is wrong with the next one stays there', async () => {
  const { page } = grace;
  const { orderId } = await place(world);
  await (await driversOf(world)).accept(orderId, (await makeDriver(world)).id);
  await follow(grace, `/console/orders/${orderId}`);
  await button(page, 'Edit the drop-offs').click();
  const drops = page.getByRole('dialog').getByRole('group', { name: /^Drop-off \d$/ });
  const wrong = drops.locator('[aria-invalid=true]');
  await page.getByLabel('Phone').fill('12');
  await button(page, 'Add a drop-off').click();
  await drops.last().getByLabel('Address').fill('1 Nathan Road');
  await drops.last().getByLabel('Phone').fill('34');
  await page.getByRole('dialog').getByLabel('Reason').fill('They have moved');
  await button(page, 'Save the drop-offs').click();
  await expect
    .poll(async () => Promise.all((await wrong.all()).map((field) => field.inputValue())))
    .toEqual(['12', '34']);
  await button(page, 'Remove this drop-off').first().click();
  expect([await drops.count(), await wrong.inputValue()]).toEqual([1, '34']);
});

test('whoever takes off one driver too many with blame is told that the order has ended', async () => {
  const { page } = grace;
  const { orderId } = await place(world);
  const drivers = await driversOf(world);
  await drivers.accept(orderId, (await makeDriver(world)).id);
  await drivers.giveBack(orderId);
  await drivers.accept(orderId, (await makeDriver(world)).id);
  await follow(grace, `/console/orders/${orderId}`);
  await button(page, 'Take the driver off').click();
  await page.getByLabel('The driver let the order down').check();
  await because(page, 'Went home', 'Take off');
  await page.getByText('The order has ended: too many drivers have let it down.').waitFor();
});

test('a phone is read from its country on, also beside a name that is read from the right', async () => {
  const quotation = await quote(world);
  const sender = { ...SENDER, stopId: quotation.stops[0].stopId, name: 'محمد علي' };
  const { orderId } = (await post(world, orderBody(quotation, { sender }))).json.data;
  await follow(viewer, `/console/orders/${orderId}`);
  const line = viewer.page.getByText(`محمد علي · ${SENDER.phone}`);
  expect(await isReadForward(line, SENDER.phone)).toBe(true);
});

test('a viewer sees everything and has nothing to press', async () => {
  const { orderId } = await place(world);
  const driver = await makeDriver(world, { name: 'Look but do not touch' });
  const { page } = viewer;
  await follow(viewer, '/console');
  await page.locator(`[data-order="${orderId}"]`).waitFor();
  const touching = ['Pause', 'Assign a driver', 'Cancel the order', 'Create a driver', 'Suspend', 'Add a document'];
  for (const path of ['', `/orders/${orderId}`, '/drivers', `/drivers/${driver.id}?tab=documents`]) {
    await follow(viewer, `/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const name of touching) expect(await button(page, name).count(), `${name} at ${path}`).toBe(0);
  }
});
