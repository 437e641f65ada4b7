import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import { SAID_FOR_MS } from '../../web/driver/rules/shown-offers.ts';
import { runRounds } from '../support/driver-client.ts';
import { makeDriver } from '../support/drivers.ts';
import { CENTRAL, MONG_KOK, orderBody, place, post, quote, TUEN_MUN } from '../support/orders.ts';
import { goOnline, letPass, openPhone, type Phone, signIn, withoutWorker, writeName } from '../support/phone.ts';
import { photo } from '../support/pictures.ts';
import { holdAnswers } from '../support/screen.ts';
import { createWorld, type World } from '../support/world.ts';

const SCRIPT = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
let world: World;
let phone: Phone;
let page: Page;
beforeAll(async () => {
  world = await createWorld({
    clockRuns: true,
    partner: { limitFactor: 1000, creditMinor: 10_000_000n },
  });
  phone = await openPhone(world, await makeDriver(world), (empty) => empty.clock.install());
  page = phone.page;
  await signIn(world, phone);
});
afterAll(async () => {
  await phone.leave();
  await world.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const heading = (name: string) => page.getByRole('heading', { name });
const read = async (orderId: string) => (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
const statusOf = async (orderId: string) => (await read(orderId)).status as string;

/** The workers work until the card is on the screen. */
async function offered(): Promise<void> {
  await runRounds(world, 2);
  await button('Accept').waitFor();
}

async function taken(terms: Parameters<typeof place>[1] = {}): Promise<string> {
  await goOnline(world, phone);
  const { orderId } = await place(world, terms);
  await offered();
  await button('Accept').click();
  await heading(CENTRAL.address).waitFor();
  return orderId;
}

describe('an order in the app', { shuffle: false }, () => {
  test('the empty screens are usable by everyone', async () => {
    await page.getByText('You are offline').waitFor();
    expect(await phone.accessibilityFaults()).toEqual([]);
    await goOnline(world, phone);
    await page.getByText('Waiting for offers').waitFor();
    expect(await phone.accessibilityFaults()).toEqual([]);
  });

  test('it is offered, taken, picked up and delivered: a photo at one door, a signature at the other', async () => {
    await goOnline(world, phone);
    const quotation = await quote(world, {
      stops: [CENTRAL, MONG_KOK, TUEN_MUN],
      specialRequests: ['CASH_ON_DELIVERY'],
    });
    const body = orderBody(quotation, { isPODEnabled: true, metadata: { codAmount: '120' } });
    const [first, second] = body.recipients as Record<string, unknown>[];
    const recipients = [{ ...first, name: SCRIPT, remarks: SCRIPT }, second];
    const { orderId } = (await post(world, { ...body, recipients })).json.data;
    await offered();
    expect(await page.title()).toContain('New offer');
    await page.getByText('Cash on delivery').waitFor();
    for (const { address } of [CENTRAL, MONG_KOK, TUEN_MUN]) await page.getByText(address).waitFor();
    expect(await phone.accessibilityFaults()).toEqual([]);
    await button('Accept').click();

    await heading(CENTRAL.address).waitFor();
    expect(await page.getByRole('link', { name: 'Call Ada' }).getAttribute('href')).toBe('tel:+85256847123');
    expect(await page.getByRole('link', { name: 'Navigate' }).getAttribute('href')).toContain('22.2810');
    expect(await phone.accessibilityFaults()).toEqual([]);
    await button('I am here').click();
    await button('I have the goods').click();
    await expect.poll(() => statusOf(orderId)).toBe('PICKED_UP');

    // Script text is text.
    await heading(MONG_KOK.address).waitFor();
    expect(await page.getByText(SCRIPT).count()).toBe(2);
    await page.getByText('Collect 120 HKD in cash').waitFor();
    await button('Go here next').click();
    await heading(TUEN_MUN.address).waitFor();
    // A phone that needs room for the navigation closes the app in the background.
    await page.reload();
    await heading(TUEN_MUN.address).waitFor();
    await page.getByRole('link', { name: 'Drop off here' }).click();
    await page.getByRole('link', { name: 'Back' }).click();
    await heading(TUEN_MUN.address).waitFor();
    await page.getByRole('link', { name: 'Drop off here' }).click();
    expect(await phone.accessibilityFaults()).toEqual([]);
    const camera = page.getByLabel('Take a photo');
    await camera.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') });
    await page.getByText('This is not a picture.').waitFor();
    await camera.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo() });
    await page.getByRole('img', { name: 'Your photo' }).waitFor();
    expect(await phone.accessibilityFaults()).toEqual([]);
    await button('Delivered').click();

    await heading(MONG_KOK.address).waitFor();
    await page.getByRole('link', { name: 'Drop off here' }).click();
    await button('Get a signature').click();
    expect(await button('Signed').isDisabled()).toBe(true);
    await writeName(page);
    expect(await phone.accessibilityFaults()).toEqual([]);
    await button('Clear').click();
    expect(await button('Signed').isDisabled()).toBe(true);
    await writeName(page);
    await button('Signed').click();

    await heading('Delivered').waitFor();
    await page.getByText(/^You earned HK\$\d/).waitFor();
    expect(await phone.accessibilityFaults()).toEqual([]);
    await button('Go on').click();
    await page.getByText('Waiting for offers').waitFor();
    await expect.poll(() => statusOf(orderId)).toBe('COMPLETED');
    const { stops } = await read(orderId);
    expect(stops.slice(1).map(({ POD }: { POD: { status: string } }) => POD.status)).toEqual(['SIGNED', 'DELIVERED']);
    expect([phone.troubles, phone.strangers]).toEqual([[], []]);
  });

  test('what cannot be delivered is said with a reason', async () => {
    const orderId = await taken();
    await button('I am here').click();
    await button('I have the goods').click();
    await page.getByRole('link', { name: 'Drop off here' }).click();
    await button('I could not deliver').click();
    await page.getByLabel('The goods were damaged on the way').check();
    expect(await button('Not delivered').isDisabled()).toBe(true);
    await page.getByLabel('Nobody was there to take it').check();
    expect(await phone.accessibilityFaults()).toEqual([]);
    await page.getByLabel('Note, if you like').fill('Rang twice');
    await button('Not delivered').click();
    await heading('Done. Not everything was delivered.').waitFor();
    await page.getByText('Bring the goods back to the pick-up:').waitFor();
    await page.getByRole('link', { name: 'Call Ada' }).waitFor();
    expect(await phone.accessibilityFaults()).toEqual([]);
    await button('Go on').click();
    await expect.poll(() => statusOf(orderId)).toBe('COMPLETED');
  });

  test('edited by the partner while the driver rides, it says so until that is read', async () => {
    const orderId = await taken();
    const news = page.getByText('The stops of this order have changed.');
    expect(await news.count()).toBe(0);
    const stops = (await read(orderId)).stops.map(
      ({ stopId, coordinates, address, name, phone }: Record<string, unknown>, index: number) => ({
        ...(index === 1 ? TUEN_MUN : { stopId, coordinates, address }),
        name,
        phone,
      }),
    );
    const edit = await world.call('PATCH', `/v3/orders/${orderId}`, { body: JSON.stringify({ data: { stops } }) });
    expect(edit.status).toBe(201);
    await news.waitFor();
    expect(await phone.accessibilityFaults()).toEqual([]);
    await page.reload();
    await news.waitFor();
    await button('Understood').click();
    await news.waitFor({ state: 'detached' });
    await page.reload();
    await heading(CENTRAL.address).waitFor();
    expect(await news.count()).toBe(0);
    await world.call('DELETE', `/v3/orders/${orderId}`);
    await button('Go on').click();
  });

  test('cancelled by the partner while the driver rides, it does not vanish in silence', async () => {
    const orderId = await taken();
    await page.getByRole('link', { name: 'Earnings' }).click();
    expect((await world.call('DELETE', `/v3/orders/${orderId}`)).status).toBe(204);
    await heading('The order was cancelled').waitFor();
    expect(await phone.accessibilityFaults()).toEqual([]);
    await button('Go on').click();
    await page.getByText('Waiting for offers').waitFor();
  });

  test('cancelled before the answer to its acceptance has come, it does not come back with it', async () => {
    await goOnline(world, phone);
    const { orderId } = await place(world);
    await offered();
    const answers = await holdAnswers(phone, '**/accept');
    await button('Accept').click();
    await heading(CENTRAL.address).waitFor();
    await world.call('DELETE', `/v3/orders/${orderId}`);
    await button('Go on').click();
    await answers.letGo();
    await page.getByText('Waiting for offers').waitFor();
    expect(await heading(CENTRAL.address).count()).toBe(0);
  });

  test('given back with a reason, it goes to others', async () => {
    const orderId = await taken();
    await button('I cannot do this order').click();
    expect(await button('Give it back').isDisabled()).toBe(true);
    expect(await phone.accessibilityFaults()).toEqual([]);
    await page.getByLabel('Why?').fill('Flat tyre');
    await button('Give it back').click();
    await heading('You gave the order back').waitFor();
    expect(await phone.accessibilityFaults()).toEqual([]);
    await expect.poll(() => statusOf(orderId)).toBe('ASSIGNING_DRIVER');
    await button('Go on').click();
    await world.call('DELETE', `/v3/orders/${orderId}`);
  });

  test('declined, it goes at once; taken back by the partner while the thumb moves, the card says so and goes', async () => {
    await goOnline(world, phone);
    const { orderId: declined } = await place(world);
    await offered();
    await button('Decline').click();
    await page.getByText('Waiting for offers').waitFor();
    await world.call('DELETE', `/v3/orders/${declined}`);

    const { orderId } = await place(world);
    await offered();
    expect((await world.call('DELETE', `/v3/orders/${orderId}`)).status).toBe(204);
    await runRounds(world);
    await page.getByText('Another driver took it, or it was withdrawn.').waitFor();
    expect(await button('Accept').count()).toBe(0);
    await letPass(world, phone, SAID_FOR_MS);
    await page.getByText('Waiting for offers').waitFor();
  });

  test('whoever cannot see it hears of an offer once, with what decides, wherever he is; the way to it is a link', async () => {
    await goOnline(world, phone);
    const told = page.getByRole('alert').filter({ hasText: 'New offer' });
    await page.evaluate(`{
      globalThis.heard = [];
      const note = ({ target }) => {
        const region = (target.nodeType === 1 ? target : target.parentElement)?.closest('[role=alert]') ?? null;
        if (region !== null && region.textContent !== '') heard.push(region.textContent);
      };
      new MutationObserver((changes) => changes.forEach(note)).observe(document.body, { childList: true, characterData: true, subtree: true });
    }`);
    const { orderId } = await place(world);
    await offered();
    expect(await told.textContent()).toMatch(
      /^New offer: HK\$\S+\. \S+ k?m to the pick-up\. \S+ km route\. \d+ seconds left\.$/,
    );
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('link', { name: /^New offer: HK\$/ }).waitFor();
    await letPass(world, phone, 3_000);
    expect(await page.evaluate('heard')).toHaveLength(1);
    await page.getByRole('link', { name: /^New offer: HK\$/ }).click();
    await button('Decline').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Waiting for offers').waitFor();
    expect(await told.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Work');
    await world.call('DELETE', `/v3/orders/${orderId}`);
  });

  test('an offer that lapses says so and goes', async () => {
    await goOnline(world, phone);
    const { orderId } = await place(world);
    await offered();
    await letPass(world, phone, MINUTE_MS);
    await page.getByText('The time to answer is over.').waitFor();
    expect(await phone.accessibilityFaults()).toEqual([]);
    expect(await button('Accept').count()).toBe(0);
    await letPass(world, phone, SAID_FOR_MS);
    await page.getByText('Waiting for offers').waitFor();
    await world.call('DELETE', `/v3/orders/${orderId}`);
  });

  test('the switch is obeyed: offline, nothing is offered', async () => {
    await goOnline(world, phone);
    await page.getByRole('switch', { name: 'Online' }).click();
    await page.getByText('You are offline').waitFor();
    await expect.poll(() => isOnline()).toBe(false);
    await page.reload();
    await page.getByText('You are offline').waitFor();

    async function isOnline(): Promise<boolean> {
      const rows = await world.foundations.database.query(
        'select 1 from driver_shifts where driver_id = $1 and offline_at is null',
        [phone.driver.id],
      );
      return rows.length > 0;
    }
  });

  test('where the phone does not tell its place any more, going online is explained and not done', async () => {
    await goOnline(world, phone);
    await page.getByRole('switch', { name: 'Online' }).click();
    await page.getByText('You are offline').waitFor();
    await page.context().clearPermissions();
    await page.getByRole('switch', { name: 'Online' }).click();
    await page.getByText('the app must know where you are').waitFor();
    await page.getByText('You are offline').waitFor();
    expect(await phone.accessibilityFaults()).toEqual([]);
    await page.context().grantPermissions(['geolocation']);
  });

  test('on a narrow phone nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    const orderId = await taken({ quotation: { stops: [CENTRAL, MONG_KOK, TUEN_MUN] } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await world.call('DELETE', `/v3/orders/${orderId}`);
    await page.setViewportSize({ width: 390, height: 844 });
  });
});

test('who is no driver learns nothing, a wrong code is said to be wrong, and the right one lets in', async () => {
  const stranger = await openPhone(world, await makeDriver(world), withoutWorker);
  const { page: screen } = stranger;
  await screen.getByLabel('Your phone number').fill('5684 7123');
  await screen.getByRole('button', { name: 'Send me a code' }).click();
  await screen.getByText('Begin with + and the country code').waitFor();
  expect(await stranger.accessibilityFaults()).toEqual([]);
  await screen.getByLabel('Your phone number').fill('+852 9999 9999');
  await screen.getByRole('button', { name: 'Send me a code' }).click();
  await screen.getByText('If +85299999999 is a driver’s phone, a code is on its way to it.').waitFor();
  await screen.getByText('the code stands in the log of the program').waitFor();
  await screen.getByLabel('Code', { exact: true }).fill('123456');
  await screen.getByRole('button', { name: 'Sign in' }).click();
  await screen.getByText('The code is wrong or no longer valid.').waitFor();
  expect(await stranger.accessibilityFaults()).toEqual([]);
  await screen.getByRole('button', { name: 'Another phone number' }).click();
  await signIn(world, stranger);
  await screen.getByText('You are offline').waitFor();
  await stranger.leave();
});
