import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, localMoment } from '../../src/foundation/time.ts';
import { importMarket, readShippedDocuments } from '../../src/markets/index.ts';
import { openBrowser } from '../support/browser.ts';
import { type DeskUser, deskUser, follow, openDesk } from '../support/desk.ts';
import { driversOf, fund, MONG_KOK, place, quote, TUEN_MUN } from '../support/orders.ts';
import { placePlus } from '../support/parcels.ts';
import { button, expectFaultless, heading, type Screen } from '../support/screen.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let browser: Browser;
let olive: DeskUser;
let admin: Screen;
let viewer: Screen;
beforeAll(async () => {
  world = await createWorld({
    clockRuns: true,
    partner: { name: 'Harbour Foods', limitFactor: 1_000, platforms: ['ON_DEMAND', 'PLUS'] },
  });
  browser = await openBrowser();
  await fund(world, 5_000n);
  olive = await deskUser(world, 'console', { role: 'admin', name: 'Olive' });
  admin = await openDesk(browser, world, olive);
  viewer = await openDesk(browser, world, await deskUser(world, 'console', { role: 'viewer', name: 'Vera' }));
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

/** Says why in the open dialog, and does it. */
async function confirm(page: Page, action: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await button(dialog, action).click();
  await dialog.waitFor({ state: 'detached' });
}

// One story: what is published in it is rolled back in it.
describe('a rate card', { shuffle: false }, () => {
  const card = `/console/rates/${encodeURIComponent('HK HKG')}/MOTORCYCLE`;
  const quotedBase = async () => (await quote(world)).priceBreakdown.base;
  let shipped: string;

  test('is drafted with its faults beside their fields, and tried on past quotations', async () => {
    const { page } = admin;
    shipped = await quotedBase();
    await follow(admin, '/console/rates?market=HK');
    await page.getByRole('link', { name: 'Motorcycle', exact: true }).waitFor();
    await expectFaultless(admin);
    await page.getByRole('link', { name: 'Motorcycle', exact: true }).click();
    await heading(page, 'Motorcycle in Hong Kong').waitFor();
    for (const said of ['6.5 HKD up to 10.0 km', 'Night: 20 % of the fare, 23:00–06:00', 'hot or cold food: 10 HKD'])
      await page.getByText(said).waitFor();
    await button(page, 'Draft a change').click();
    await page.getByLabel('Base fare (HKD)').fill('-5');
    await button(page, 'Keep as a draft').click();
    await page.getByText('not below zero').first().waitFor();
    expect(await page.getByLabel('Base fare (HKD)').getAttribute('aria-invalid')).toBe('true');
    await button(page, 'Add a tier').click();
    await page.getByLabel('Up to meters, tier 1').fill('1');
    await page.getByLabel('Base fare (HKD)').fill('77');
    await button(page, 'Keep as a draft').click();
    await page.getByText('where the one before it ends').first().waitFor();
    await expectFaultless(admin);
    await button(page, 'Remove tier 1').click();
    await button(page, 'Edit as JSON').click();
    const card = await page.getByLabel('The card').inputValue();
    await page.getByLabel('The card').fill('null');
    await button(page, 'Edit in the form').click();
    await page.getByText('The form cannot show this').waitFor();
    await page.getByLabel('The card').fill(card.replace('"77"', '"78"'));
    await button(page, 'Edit in the form').click();
    expect(await page.getByLabel('Base fare (HKD)').inputValue()).toBe('78');
    await page.getByLabel('Base fare (HKD)').fill('77');
    await button(page, 'Keep as a draft').click();
    await heading(page, 'Version 1 on past quotations').waitFor();
    await page.getByText(/^\d+ \(100 %\)$/).waitFor();
    await page
      .getByRole('row', { name: /Harbour Foods/ })
      .first()
      .waitFor();
    await expectFaultless(admin);
    expect(await quotedBase()).toBe(shipped);
  });

  test('is not published at once where the time to publish it at is only half filled in', async () => {
    const { page } = admin;
    await button(page.getByRole('row', { name: /Draft/ }), 'Publish').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Fuel costs more');
    await dialog.getByLabel('From when, in your time').focus();
    await page.keyboard.type('12012099');
    await button(dialog, 'Publish').click();
    await dialog.getByText('Finish the date and the time, or empty them.').waitFor();
    await expectFaultless(admin);
    expect(await quotedBase()).toBe(shipped);
    await button(dialog, 'Leave it').click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('is published, and the next quotation is made with it', async () => {
    const { page } = admin;
    await button(page.getByRole('row', { name: /Draft/ }), 'Publish').click();
    await button(page.getByRole('dialog'), 'Publish').click();
    const missing = page.getByText('Say why, in a few words.');
    await missing.waitFor();
    await page.getByLabel('Reason').fill(' ');
    expect(await missing.count()).toBe(0);
    await button(page.getByRole('dialog'), 'Publish').click();
    await missing.waitFor();
    await confirm(page, 'Publish', 'Fuel costs more');
    await page
      .getByRole('row', { name: /Holds now/ })
      .getByText('1', { exact: true })
      .waitFor();
    await expect.poll(quotedBase).toBe('77');
  });

  test('is rolled back', async () => {
    const { page } = admin;
    await button(page.getByRole('row', { name: /Shipped/ }), 'Roll back to it').click();
    await confirm(page, 'Roll back', 'Partners complained');
    await page
      .getByRole('row', { name: /Holds now/ })
      .getByText('2', { exact: true })
      .waitFor();
    await expect.poll(quotedBase).toBe(shipped);
    await follow(admin, '/console/acts');
    await page.getByText('went back to an earlier rate card').waitFor();
    await page.getByText('Fuel costs more').waitFor();
  });

  test('is seen by a viewer, who can try it and change nothing', async () => {
    const { page } = viewer;
    await follow(viewer, card);
    await heading(page, 'Motorcycle in Hong Kong').waitFor();
    await button(page, 'Try it').first().click();
    await heading(page, 'Version 2 on past quotations').waitFor();
    for (const name of ['Draft a change', 'Publish', 'Roll back to it', 'Draft from it'])
      expect(await button(page, name).count()).toBe(0);
    await expectFaultless(viewer);
  });
});

/** What another operator does: a request of Hong Kong goes one day. */
test('a card is drafted in the form also where its service offers a special request less than before', async () => {
  const { page } = admin;
  const shipped = await readShippedDocuments();
  const market = JSON.parse(JSON.stringify(shipped.get('TW')?.document));
  const [gone] = market.services.VAN.specialRequests.splice(0, 1);
  const { database, clock } = world.foundations;
  await database.inTransaction((tx) => importMarket(tx, market, 'tw.json', shipped, clock.now()));
  const city = encodeURIComponent('TW TPE');
  const offered = async () =>
    JSON.stringify((await olive.get(`/console/v1/rates/${city}/VAN`)).json.data.specialRequests);
  await expect.poll(offered).not.toContain(`"${gone}"`);
  await follow(admin, `/console/rates/${city}/VAN`);
  await button(page, 'Draft a change').click();
  await page.getByLabel('Base fare (TWD)').fill('777');
  await button(page, 'Keep as a draft').click();
  await heading(page, 'Version 1 on past quotations').waitFor();
});

async function announceElsewhere(day = '2098-01-01'): Promise<void> {
  const at = '/console/v1/markets/HK/special-requests';
  const { requests, version } = (await olive.get(at)).json.data;
  const [{ name, onlineFrom }] = requests;
  const offlineFrom = `${day}T00:00:00.000Z`;
  const { text, status } = await olive.put(`${at}/${name}`, { onlineFrom, offlineFrom, seen: version, reason: 'Old' });
  expect([status, text]).toEqual([200, expect.anything()]);
}

describe('a service area', { shuffle: false }, () => {
  const AREA = `/console/areas?city=${encodeURIComponent('HK HKG')}`;
  const toTuenMun = () =>
    world.call('POST', '/v3/quotations', {
      body: JSON.stringify({
        data: { serviceType: 'MOTORCYCLE', language: 'en_HK', stops: [MONG_KOK, TUEN_MUN] },
      }),
    });

  const drawn = `/console/v1/markets/HK/areas/${encodeURIComponent('HK HKG')}`;
  const marketVersion = async (): Promise<number> => (await olive.get(drawn)).json.data.version;

  test('that crosses itself turns red and cannot be saved; one that leaves a stop out says so, and refuses it once saved', async () => {
    const { page } = admin;
    const before = await marketVersion();
    expect((await toTuenMun()).status).toBe(201);
    await follow(admin, AREA);
    await page.getByRole('button', { name: '5 22.36400, 113.96600' }).click();
    await expectFaultless(admin);
    await page.getByLabel('Latitude of corner 5').fill('22.48');
    await button(page, 'Move it there').click();
    await page.getByText('The area crosses itself').waitFor();
    expect(await button(page, 'Save the area').isDisabled()).toBe(true);
    await button(page, 'Undo').click();
    await page.getByText('The area crosses itself').waitFor({ state: 'detached' });
    await page.getByLabel('Latitude of corner 5').fill('22.42');
    await button(page, 'Move it there').click();
    await button(page, 'Try it on past quotations').click();
    await page.getByText(/^1 of \d+ quotations of the last 14 days would be refused\.$/).waitFor();
    await button(page, 'Save the area').click();
    await page.getByLabel('Reason').fill('The road is closed');
    await button(page.getByRole('dialog'), 'Save the area').click();
    await page.getByText('Tuen Mun is not inside the area').waitFor();
    await page.getByLabel('Tuen Mun lies outside now').check();
    await expectFaultless(admin);
    await confirm(page, 'Save the area', 'The road is closed');
    await expect.poll(marketVersion).toBeGreaterThan(before);
    await heading(page, `Version ${await marketVersion()} of the market`).waitFor();
    await expect.poll(async () => (await toTuenMun()).json.errors?.[0]?.id).toBe('ERR_OUT_OF_SERVICE_AREA');
    await button(page, 'Back to what was shipped').click();
    await confirm(page, 'Go back', 'It is open again');
    await heading(page, 'As shipped').waitFor();
    await expect.poll(async () => (await toTuenMun()).status).toBe(201);
  });

  test('that is being drawn stays while somebody else changes the market: whoever saves it is told, and can go on', async () => {
    const { page } = admin;
    await follow(admin, AREA);
    await page.getByRole('button', { name: '5 22.36400, 113.96600' }).click();
    await page.getByLabel('Latitude of corner 5').fill('22.365');
    await button(page, 'Move it there').click();
    await announceElsewhere();
    await button(page, 'Save the area').click();
    await page.getByLabel('Reason').fill('A new road');
    await button(page.getByRole('dialog'), 'Save the area').click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.getByText('Somebody changed the market since you began to draw, but not this city.').waitFor();
    await button(page.getByRole('dialog'), 'Leave it').click();
    await page.getByRole('button', { name: '5 22.36500, 113.96600' }).waitFor();
    await expectFaultless(admin);
    await button(page, 'Go on with my drawing').click();
    await button(page, 'Save the area').click();
    await confirm(page, 'Save the area', 'A new road');
    await expect.poll(async () => JSON.stringify((await olive.get(drawn)).json.data.area)).toContain('22.365');
    await page.getByRole('button', { name: '5 22.36500, 113.96600' }).waitFor();
    await button(page, 'Back to what was shipped').click();
    await confirm(page, 'Go back', 'The road is not finished');
    await heading(page, 'As shipped').waitFor();
  });

  test('is looked at by a viewer, who has nothing to move it with', async () => {
    const { page } = viewer;
    await follow(viewer, AREA);
    await heading(page, 'Corners').waitFor();
    expect(await button(page, 'Save the area').count()).toBe(0);
    expect(await button(page, 'Move it there').count()).toBe(0);
    await expectFaultless(viewer);
  });
});

test('a partner is created, topped up and given money back', async () => {
  const { page } = admin;
  await follow(admin, '/console/partners');
  await page.getByRole('link', { name: 'Harbour Foods' }).waitFor();
  await expectFaultless(admin);
  await button(page, 'Create a partner').click();
  await page.getByLabel('Name').fill('Kowloon <b>Books</b>');
  await page.getByLabel('Brazil').check();
  await page.getByLabel('Hong Kong').check();
  await page.getByLabel('Reason').fill('Signed the contract');
  await button(page, 'Create the partner').click();
  await heading(page, 'Kowloon <b>Books</b> is here').waitFor();
  expect(await page.getByRole('dialog').locator('code').count()).toBe(3);
  await expectFaultless(admin);
  await button(page, 'I have kept it').click();
  await page.getByRole('heading', { name: 'Kowloon <b>Books</b>', level: 1 }).waitFor();
  await page.getByLabel('Market').selectOption({ label: 'Hong Kong (HKD)' });
  await button(page, 'Top up').click();
  await page.getByLabel('Amount in HKD').fill('100');
  await confirm(page, 'Top up', 'Bank transfer');
  await page.getByRole('row', { name: /Top-up \+HK\$100 –$/ }).waitFor();
  await page.getByText('HK$100', { exact: true }).waitFor();
  await expectFaultless(admin);
  await page.getByRole('tab', { name: 'Credit notes' }).click();
  await button(page, 'Issue a credit note').click();
  await page.getByLabel('Amount in HKD').fill('12');
  await confirm(page, 'Issue the credit note', 'A late driver');
  await page.getByRole('row', { name: /A late driver/ }).waitFor();
  await expectFaultless(admin);
  await page.getByRole('tab', { name: 'Keys' }).click();
  await button(page, 'Suspend').click();
  await confirm(page, 'Suspend it', 'A leaked secret');
  await page.getByRole('row', { name: /Suspended/ }).waitFor();
  await expectFaultless(admin);
  await page.getByRole('tab', { name: 'Portal users' }).click();
  await button(page, 'Invite somebody').click();
  await page.getByLabel('Name').fill('Ken');
  await page.getByLabel('Email').fill('ken@example.com');
  await page.getByLabel('Reason').fill('Their first admin');
  await button(page, 'Invite').click();
  await heading(page, 'Ken is invited').waitFor();
  await button(page, 'Done').click();
  await page.getByRole('row', { name: /ken@example.com/ }).waitFor();
  await expectFaultless(admin);
  await follow(admin, '/console/acts');
  for (const done of [
    /invited somebody Person Ken of Kowloon <b>Books<\/b> Their first admin$/,
    /Key pk_\S+ of Kowloon <b>Books<\/b> A leaked secret$/,
    /added a partner Partner Kowloon <b>Books<\/b> Signed the contract$/,
  ])
    await page.getByRole('row', { name: done }).waitFor();
  await expectFaultless(admin);
});

test('money whose answer is lost or breaks off is booked once when it is pressed again, and a second time only when it is meant', async () => {
  const { page } = admin;
  const partner = await world.newPartner({ name: 'Lost and found' });
  await follow(admin, `/console/partners/${partner.partnerId}`);
  await page.getByRole('tab', { name: 'Credit notes' }).click();
  let times = 0;
  await page.route('**/credit-notes', async (route) => {
    const response = await route.fetch();
    times += 1;
    if (times === 1) return route.abort('connectionreset');
    return route.fulfill(times === 2 ? { response, body: (await response.text()).slice(0, 20) } : { response });
  });
  await button(page, 'Issue a credit note').click();
  const dialog = page.getByRole('dialog');
  await page.getByLabel('Amount in HKD').fill('25');
  await dialog.getByLabel('Reason').fill('Spilled soup');
  for (const tries of [1, 2]) {
    await button(dialog, 'Issue the credit note').click();
    await expect.poll(() => times).toBe(tries);
    await dialog.getByText('The server was not reached.').waitFor();
  }
  await button(dialog, 'Issue the credit note').click();
  await dialog.waitFor({ state: 'detached' });
  const notes = page.getByRole('row', { name: /Spilled soup/ });
  await notes.waitFor();
  expect(await notes.count()).toBe(1);
  await button(page, 'Issue a credit note').click();
  await page.getByLabel('Amount in HKD').fill('25');
  await confirm(page, 'Issue the credit note', 'Spilled soup');
  await expect.poll(() => notes.count()).toBe(2);
  await page.unroute('**/credit-notes');
  await expectFaultless(admin);
});

test('what is not the server’s answer is trouble that is said, not a white page', async () => {
  const { page } = viewer;
  await page.route('**/console/v1/me', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<html>Sign in to the hotel</html>' }),
  );
  await page.reload();
  await page.getByText('The server was not reached.').waitFor();
  expect(viewer.troubles).toEqual([]);
  await page.unroute('**/console/v1/me');
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('a special request is announced', async () => {
  const { page } = admin;
  await follow(admin, '/console/special-requests?market=SG');
  await page.getByRole('table').getByRole('button').first().click();
  await page.getByLabel('Comes, in your time').fill('2099-01-01T00:00');
  await confirm(page, 'Set the times', 'Next century');
  await page.getByRole('row', { name: /Announced/ }).waitFor();
  await expectFaultless(admin);
});

test('the time at which a special request comes keeps its seconds while the time at which it goes is set', async () => {
  const { page } = admin;
  const at = '/console/v1/markets/MY/special-requests';
  const shown = async () => (await olive.get(at)).json.data;
  const { requests, version } = await shown();
  const times = { onlineFrom: '2098-01-01T00:00:45.00Z', offlineFrom: null };
  const [{ name }] = requests;
  await olive.put(`${at}/${name}`, { ...times, seen: version, reason: 'Next century' });
  await follow(admin, '/console/special-requests?market=MY');
  await page
    .getByRole('row', { name: /Announced/ })
    .getByRole('button')
    .click();
  await page.getByLabel('Goes, in your time').fill('2099-01-01T00:00');
  await confirm(page, 'Set the times', 'For a year');
  const after = (await shown()).requests.find((request: { name: string }) => request.name === name);
  expect(after).toMatchObject({
    onlineFrom: times.onlineFrom,
    offlineFrom: expect.stringMatching(/^(2098-12-31|2099-01-01)T/),
  });
});

test('of two who set the times of a special request, the later is told, as often as they try', async () => {
  const { page } = admin;
  await follow(admin, '/console/special-requests?market=HK');
  await page.getByRole('table').getByRole('button').first().click();
  await announceElsewhere('2097-01-01');
  await page.getByLabel('Comes, in your time').fill('2096-01-01T00:00');
  await page.getByRole('dialog').getByLabel('Reason').fill('Next century');
  for (let tries = 0; tries < 2; tries++) {
    const [{ status }] = await Promise.all([
      page
        .waitForResponse((answer) => answer.request().method() === 'PUT')
        .then((answer) => ({ status: answer.status() })),
      page.waitForResponse(
        (answer) => answer.request().method() === 'GET' && answer.url().endsWith('/HK/special-requests'),
      ),
      button(page, 'Set the times').click(),
    ]);
    expect(status).toBe(409);
    await page.getByRole('dialog').getByRole('alert').waitFor();
  }
  await button(page, 'Leave it').click();
  await page.getByRole('row', { name: /2097/ }).first().waitFor();
  expect(await page.getByRole('row', { name: /2096/ }).count()).toBe(0);
});

test('parcels are found, planned and cancelled', async () => {
  const parcel = await placePlus(world);
  const { page } = admin;
  // Today's drivers may have stopped by the time of this test.
  const { date } = localMoment(world.clock.now() + DAY_MS, 'Asia/Hong_Kong');
  await follow(admin, `/console/plan?day=${date}`);
  await button(page, 'Plan anew').click();
  await confirm(page, 'Plan anew', 'A driver fell ill');
  await follow(admin, `/console/parcels?search=${parcel.orderId}`);
  await page
    .getByRole('row', { name: /Harbour Foods/ })
    .getByRole('link')
    .click();
  await heading(page, 'What happened').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Placed' }).getByText('By the partner').waitFor();
  const note = page.getByText(/^Second door\s+ring twice$/);
  expect(await note.evaluate((it) => it.ownerDocument.defaultView?.getComputedStyle(it).whiteSpace)).toBe('pre-line');
  await expectFaultless(admin);
  await button(page, 'Cancel it').click();
  await confirm(page, 'Cancel it', 'The client asked for it');
  await page.getByText('Cancelled').first().waitFor();
  await follow(admin, '/console/parcels');
  await page.getByRole('row', { name: /Cancelled/ }).waitFor();
  const statuses = await page.getByLabel('Status').getByRole('option').allTextContents();
  expect(statuses.slice(0, 4)).toEqual(['Any status', 'Waits for a driver', 'Waits for pick-up', 'Out for delivery']);
  await expectFaultless(admin);
  await follow(admin, '/console/plan');
  await page.getByLabel('Day').waitFor();
  await expectFaultless(admin);
});

test('the numbers of the day are shown as charts that can be read out', async () => {
  const drivers = await driversOf(world);
  const { orderId } = await place(world);
  for (const step of ['accept', 'arrive', 'pickUp', 'dropOff'] as const) await drivers[step](orderId);
  const { page } = viewer;
  await follow(viewer, `/console/numbers?city=${encodeURIComponent('HK HKG')}`);
  await heading(page, 'Orders by the hour').waitFor();
  await page.getByRole('table', { name: 'How orders ended' }).waitFor({ state: 'attached' });
  await expectFaultless(viewer);
  await follow(viewer, '/console/webhooks');
  await heading(page, 'Webhooks in trouble').waitFor();
  await page.getByText('Every partner gets what we push.').waitFor();
  await expectFaultless(viewer);
});
