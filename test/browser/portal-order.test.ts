import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/foundation/time.ts';
import { openBrowser } from '../support/browser.ts';
import { cookieOf, type DeskUser, deskUser, openDesk, openSignedOut } from '../support/desk.ts';
import { CENTRAL, orderBody, post, quote, RECIPIENT, SENDER, TUEN_MUN } from '../support/orders.ts';
import { callPlus, parcelBody, placePlus, quotePlus } from '../support/parcels.ts';
import { act } from '../support/sandbox.ts';
import { button, isReadForward } from '../support/screen.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let browser: Browser;
let person: DeskUser;
beforeAll(async () => {
  const partner = { platforms: ['ON_DEMAND', 'PLUS'] as const, creditMinor: 100_000n, limitFactor: 100 };
  world = await createWorld({ clockRuns: true, partner });
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

  test('goes to the latitude and longitude that are written, and is called by what lies there', async () => {
    const { page } = await openDesk(browser, world, person, '/orders/new');
    await write(page, 'first', 'Wan Chai');
    const place = (await places(page).textContent()) ?? '';
    await write(page, 'last', place.replace('On the map at ', ''));
    await expect.poll(() => places(page).allTextContents()).toEqual([place, place]);
    await expect.poll(() => page.getByPlaceholder('Address').last().inputValue()).toMatch(/^Wan Chai, /);
  });

  test('has what is wrong with a stop beside it, also after it was moved', async () => {
    const { page } = await openDesk(browser, world, person, '/orders/new');
    await write(page, 'first', 'Wan Chai');
    await places(page).waitFor();
    await button(page, 'Add a drop-off').click();
    await write(page, 'last', 'Central');
    await expect.poll(() => places(page).count()).toBe(2);
    await button(page, 'See the price').click();
    const wrong = page.locator('[aria-invalid=true]');
    await wrong.waitFor();
    await wrong.evaluate((field) => field.setAttribute('data-was', 'wrong'));
    await button(page, 'Move Drop-off 1 up').click();
    expect(await wrong.getAttribute('data-was')).toBe('wrong');
    expect(await page.getByPlaceholder('Address').first().getAttribute('aria-invalid')).toBe('true');
  });

  test('keeps who is at which stop, also while its price is asked for again and its drop-offs come in another order', async () => {
    const { page } = await openDesk(browser, world, person, '/orders/new');
    await button(page, 'Add a drop-off').click();
    for (const [index, address] of ['Central', 'Tuen Mun', 'Mong Kok'].entries())
      await page.getByPlaceholder('Address').nth(index).fill(address);
    await button(page, 'See the price').click();
    await page.getByLabel('Sender').fill('Ada');
    await page.getByLabel('Recipient').first().fill('Tia of Tuen Mun');
    await page.getByLabel('Recipient').last().fill('Mo of Mong Kok');
    await page.getByLabel('Phone').last().fill('+85256847124');
    await page.getByLabel('Your reference').fill('SHOP-7');
    await page.getByLabel(/^Ask for proof/).check();
    await button(page, 'Back to the stops').click();
    await page.getByLabel(/shortest order/).check();
    await button(page, 'See the price').click();
    await page.getByText('Drop-off 1: Mong Kok').waitFor();
    const written = (label: string) =>
      Promise.all([page.getByLabel(label).first().inputValue(), page.getByLabel(label).last().inputValue()]);
    expect({
      sender: await page.getByLabel('Sender').inputValue(),
      recipients: await written('Recipient'),
      phone: await page.getByLabel('Phone').nth(1).inputValue(),
      reference: await page.getByLabel('Your reference').inputValue(),
      proof: await page.getByLabel(/^Ask for proof/).isChecked(),
    }).toEqual({
      sender: 'Ada',
      recipients: ['Mo of Mong Kok', 'Tia of Tuen Mun'],
      phone: '+85256847124',
      reference: 'SHOP-7',
      proof: true,
    });
  });
});

describe('the drop-offs of an order under way', () => {
  const NOTE = 'Behind the house\r\nring twice';

  async function edited() {
    const { sender, ...order } = orderBody(await quote(world));
    const { orderId } = (await post(world, { ...order, sender: { ...(sender as object), remarks: NOTE } })).json.data;
    await act(world, orderId, 'DRIVER_ACCEPT');
    const { page } = await openDesk(browser, world, person, `/orders/${orderId}`);
    await button(page, 'Edit the drop-offs').click();
    return { orderId, page };
  }

  test('are edited, and the pick-up stays with its note', async () => {
    const { orderId, page } = await edited();
    await page.getByLabel('Recipient').fill('Cleo');
    await button(page, 'Change the drop-offs').click();
    await page.getByText('The drop-offs are changed.').waitFor();
    const { stops } = (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
    expect([stops[0].remarks, stops[1].name]).toEqual([NOTE, 'Cleo']);
  });

  test('that support has edited meanwhile are told before they are replaced, and nothing that was typed is lost', async () => {
    const { orderId, page } = await edited();
    await page.getByLabel('Recipient').fill('Cleo');
    const { revision: seen } = (await person.get(`/portal/v1/orders/${orderId}`)).json.data;
    const stops = [CENTRAL, { ...TUEN_MUN, ...RECIPIENT }];
    const operator = await deskUser(world, 'console');
    await operator.patch(`/console/v1/orders/${orderId}`, { stops, reason: 'wrong flat', seen });
    await button(page, 'Change the drop-offs').click();
    await page.getByText('Customer support edited the drop-offs since you looked.').waitFor();
    await page.getByText(`The order goes to ${TUEN_MUN.address} now.`).waitFor();
    await button(page, 'Change the drop-offs').click();
    await page.getByText('The drop-offs are changed.').waitFor();
    expect((await world.call('GET', `/v3/orders/${orderId}`)).json.data.stops[1].name).toBe('Cleo');
  });

  test('keep what was wrong with each: it goes with the one that is removed, and stays with the one after it', async () => {
    const { page } = await edited();
    const drops = page.getByRole('dialog').getByRole('group', { name: /^Drop-off \d$/ });
    const wrong = drops.locator('[aria-invalid=true]');
    await page.getByLabel('Phone').fill('12');
    await button(page, 'Add a drop-off').click();
    const added = drops.last();
    for (const [label, value] of Object.entries({
      Address: '1 Nathan Road',
      Latitude: '22.3',
      Longitude: '114.17',
      Recipient: 'Dee',
      Phone: '34',
    }))
      await added.getByLabel(label, { exact: true }).fill(value);
    await button(page, 'Change the drop-offs').click();
    await expect.poll(() => wrong.count()).toBe(2);
    await drops.first().getByLabel('Phone').fill('+85256847199');
    expect(await wrong.count()).toBe(1);
    await button(page, 'Remove this drop-off').first().click();
    expect([await drops.count(), await wrong.inputValue()]).toEqual([1, '34']);
    await button(page, 'Add a drop-off').click();
    await button(page, 'Remove this drop-off').first().click();
    expect([await drops.count(), await wrong.count()]).toEqual([1, 0]);
  });

  test('keep the lines of a note that is written on', async () => {
    const { orderId, page } = await edited();
    const note = page.getByLabel('Note to the driver');
    expect(await note.inputValue()).toBe('Second door\nring twice');
    await note.fill('Second door\nring thrice');
    await button(page, 'Change the drop-offs').click();
    await page.getByText('The drop-offs are changed.').waitFor();
    const { stops } = (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
    expect(stops[1].remarks).toBe('Second door\r\nring thrice');
  });

  test('say that the coordinates are those of the address before, until others are found or written', async () => {
    const { page } = await edited();
    const isOld = page.getByText('The coordinates are still those of 750 Nathan Road.');
    expect(await isOld.count()).toBe(0);
    await page.getByLabel('Address').fill('Wan Chai');
    await isOld.waitFor();
    await button(page, 'Find the address on the map').click();
    await isOld.waitFor({ state: 'detached' });
  });
});

test('a phone is read from its country on, also beside a name that is read from the right', async () => {
  const senderOf = ({ stops }: { stops: { stopId: string }[] }) => ({
    sender: { ...SENDER, stopId: stops[0]?.stopId, name: 'محمد علي' },
  });
  const [quotation, plusQuotation] = [await quote(world), await quotePlus(world)];
  const { orderId } = (await post(world, orderBody(quotation, senderOf(quotation)))).json.data;
  const parcel = (await callPlus(world, 'POST', '/v3/orders', parcelBody(plusQuotation, senderOf(plusQuotation)))).json
    .data;
  for (const path of [`/orders/${orderId}`, `/parcels/${parcel.orderId}`]) {
    const { page } = await openDesk(browser, world, person, path);
    const line = page.getByText(`محمد علي, ${SENDER.phone}`);
    expect([path, await isReadForward(line, SENDER.phone)]).toEqual([path, true]);
  }
});

test('a parcel whose recipient is edited keeps its times to the second', async () => {
  const scheduleAt = `${new Date(world.clock.now() + DAY_MS).toISOString().slice(0, 16)}:42Z`;
  const { orderId } = await placePlus(world, { quotation: { scheduleAt } });
  const timesOf = ({ scheduleAt, deliveryBy }: Record<string, string>) => [
    Date.parse(`${scheduleAt}`),
    Date.parse(`${deliveryBy}`),
  ];
  const read = async () => (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data;
  const before = timesOf(await read());
  const { page } = await openDesk(browser, world, person, `/parcels/${orderId}`);
  await page.locator('dt').getByText('Deliver by', { exact: true }).waitFor();
  await button(page, 'Edit').click();
  expect(await page.getByLabel('Deliver by').inputValue()).not.toBe('');
  expect(await page.getByLabel('Note to the driver').last().inputValue()).toBe('Second door\nring twice');
  await page.getByLabel('Recipient').fill('Cleo');
  await button(page, 'Change the parcel').click();
  await page.getByText('The parcel is changed.').waitFor();
  expect([timesOf(await read()), (await read()).stops[1].name]).toEqual([before, 'Cleo']);
});

test('what can happen to a parcel next is shown anew when it has gone on by itself', async () => {
  const { orderId } = await placePlus(world);
  const { page } = await openDesk(browser, world, person, `/parcels/${orderId}`);
  await page.clock.install();
  await page.reload();
  await button(page, 'A driver is assigned').waitFor();
  await act(world, orderId, 'DRIVER_ASSIGN');
  await page.clock.fastForward(10_000);
  await button(page, 'The driver drops out').waitFor();
  expect(await button(page, 'A driver is assigned').count()).toBe(0);
});

test('while a file of parcels is checked no other is taken, so that what comes back is of the one that was chosen', async () => {
  const { page } = await openDesk(browser, world, person, '/parcels/upload');
  const checks: Route[] = [];
  await page.route('**/portal/v1/uploads/check**', (route) => void checks.push(route));
  let opened = 0;
  page.on('filechooser', () => {
    opened += 1;
  });
  const file = { name: 'parcels.csv', mimeType: 'text/csv', buffer: Buffer.from('reference\nUP-1\n') };
  await page.locator('[type=file]').setInputFiles(file);
  await expect.poll(() => checks.length).toBe(1);
  await page.getByText('Checking …').click({ force: true });
  await checks[0]?.continue();
  await page.getByText('Choose a file').waitFor();
  await Promise.all([page.waitForEvent('filechooser'), page.getByText('Choose a file').click()]);
  expect(opened).toBe(1);
});

test('a shop finds its orders and its wallet in the market of its latest order, and the longest word moves nothing out of sight', async () => {
  const partner = await world.newPartner({ markets: ['BR', 'HK'], creditMinor: 100_000n });
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const shop = await deskUser(world, 'portal', { role: 'developer', partner });
  const { page } = await openDesk(browser, world, shop, '/wallet');
  const market = page.getByLabel('Market', { exact: true });
  await expect.poll(() => market.inputValue()).toBe('BR');
  const quotation = await quote(world, {}, { as: partner });
  const [recipient] = orderBody(quotation).recipients as object[];
  const named = orderBody(quotation, { recipients: [{ ...recipient, name: word }] });
  expect((await post(world, named, { as: partner })).status).toBe(201);
  for (const path of ['/wallet', '/orders/new']) {
    await page.goto(`/portal${path}`);
    await expect.poll(() => market.inputValue()).toBe('HK');
  }
  for (const [path, table] of [
    ['', 'Orders under way'],
    ['/orders', 'Orders'],
  ] as const) {
    await page.goto(`/portal${path}`);
    await page.getByText(word).waitFor();
    const box = page.getByRole('region', { name: table, exact: true });
    expect([path, await box.evaluate((it) => it.scrollWidth - it.clientWidth)]).toEqual([path, 0]);
  }
});

test('an order has the same time in every list and on its page, by the clock of its city, which is named to whoever has another', async () => {
  const partner = await world.newPartner({ creditMinor: 10_000n });
  const quotation = await quote(world, {}, { as: partner });
  const { orderId } = (await post(world, orderBody(quotation), { as: partner })).json.data;
  const shop = await deskUser(world, 'portal', { partner });
  for (const [timezoneId, zone] of [
    ['America/Sao_Paulo', ' GMT+8'],
    ['Asia/Singapore', ''],
  ] as const) {
    const { page } = await openDesk(browser, world, shop, `/orders/${orderId}`, { timezoneId });
    await page.getByText(`Times are by the clock of Hong Kong${zone === '' ? '' : `,${zone}`}.`).waitFor();
    const placed = page
      .locator('dl > div')
      .filter({ hasText: /^Placed/ })
      .locator('time');
    const time = `${await placed.textContent()}${zone}`;
    for (const path of ['', '/orders', '/wallet?tab=holds']) {
      await page.goto(`/portal${path}`);
      const row = page.getByRole('row').filter({ hasText: orderId });
      await row.waitFor();
      expect([path, await row.locator('time').textContent()]).toEqual([path, time]);
    }
  }
});

test('a parcel has the same times in the list and on its page, by the clock of its city, which is named to whoever has another', async () => {
  const scheduleAt = `${new Date(world.clock.now() + DAY_MS).toISOString().slice(0, 10)}T20:30:00Z`;
  const { orderId } = await placePlus(world, { quotation: { scheduleAt } });
  for (const [timezoneId, zone] of [
    ['America/Sao_Paulo', ' GMT+8'],
    ['Asia/Singapore', ''],
  ] as const) {
    const { page } = await openDesk(browser, world, person, `/parcels/${orderId}`, { timezoneId });
    await page.getByText(`Times are by the clock of Hong Kong${zone === '' ? '' : `,${zone}`}.`).waitFor();
    const fact = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('time').textContent();
    const times = [await fact('Pick-up'), await fact('Deliver by')];
    expect(times[0]).toMatch(/, 04:30$/);
    const placedAt = page.locator('li').filter({ hasText: 'Waits for a driver' }).locator('time');
    const hongKong = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Hong_Kong', timeStyle: 'short' });
    const at = Date.parse((await placedAt.getAttribute('datetime')) ?? '');
    expect(await placedAt.textContent()).toContain(hongKong.format(at));
    await page.goto('/portal/parcels');
    const row = page.getByRole('row').filter({ hasText: orderId });
    await row.waitFor();
    expect(await page.getByRole('columnheader').allTextContents()).toContain('Deliver by');
    expect(await row.locator('time').allTextContents()).toEqual(times.map((time) => `${time}${zone}`));
  }
});

test('the pick-up beside a price is by the clock of its city, which is named to whoever has another', async () => {
  for (const [timezoneId, zone] of [
    ['America/Sao_Paulo', ' GMT+8'],
    ['Asia/Singapore', ''],
  ] as const) {
    const { page } = await openDesk(browser, world, person, '/orders/new', { timezoneId });
    for (const [index, address] of ['Central', 'Mong Kok'].entries())
      await page.getByPlaceholder('Address').nth(index).fill(address);
    await button(page, 'See the price').click();
    const pickUp = page.getByText(/^It holds for five minutes/).locator('time');
    await pickUp.waitFor();
    const hongKong = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Hong_Kong', timeStyle: 'short' });
    const at = Date.parse((await pickUp.getAttribute('datetime')) ?? '');
    expect(await pickUp.textContent()).toMatch(new RegExp(`${hongKong.format(at)}${zone.replace('+', '\\+')}$`));
  }
});

test('a parcel whose history cannot be had now is shown all the same', async () => {
  const { orderId } = await placePlus(world);
  const { page } = await openSignedOut(browser, world);
  await page.context().addCookies([cookieOf(world, person)]);
  await page.route('**/history', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto(`/portal/parcels/${orderId}`);
  await page.getByText('Deliver by').waitFor();
  await page.getByText('Waits for a driver').first().waitFor();
  expect(await page.getByText('Times are by the clock').count()).toBe(0);
});
