import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { deskUser, follow, openDesk } from '../support/desk.ts';
import { place } from '../support/orders.ts';
import { sign } from '../support/partner-client.ts';
import { button, expectFaultless, heading } from '../support/screen.ts';
import { answers, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { setUrl, startSending } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

const newPartner = () => world.newPartner({ creditMinor: 1_000_000n, limitFactor: 100 });

test('a key is rotated, and the old one dies', async () => {
  const partner = await newPartner();
  const developer = await deskUser(world, 'portal', { role: 'developer', partner });
  const screen = await openDesk(browser, world, developer, '/keys');
  const { page } = screen;
  const callWith = async (as: { apiKey: string; apiSecret: string }) =>
    (await world.call('GET', '/v3/cities', { as })).status;
  await page.getByText(partner.apiKey).waitFor();
  await expectFaultless(screen);
  expect(await callWith(partner)).toBe(200);

  await button(page, 'Rotate').click();
  await expectFaultless(screen);
  await button(page, 'Make a new key').click();
  await page.getByText('It is shown this once').waitFor();
  const [apiKey = '', apiSecret = ''] = await page.getByRole('dialog').locator('code').allTextContents();
  await expectFaultless(screen);
  await page.getByLabel('I have kept the secret in a safe place').check();
  await button(page, 'Go on').click();

  await page.getByText('No call has come with the new key yet.').waitFor();
  expect(await callWith({ apiKey, apiSecret })).toBe(200);
  await page.getByText('No call has come with the new key yet.').waitFor({ state: 'detached', timeout: 20_000 });
  await expectFaultless(screen);
  await button(page, 'Revoke the old key').click();
  await button(page, 'Revoke the key').click();
  await page.getByText(`The key ends with ${partner.apiKey.slice(-4)}.`).waitFor();
  expect(await callWith(partner)).toBe(200);
  await page.getByLabel(/^Type the last 4 letters/).fill(partner.apiKey.slice(-4));
  await button(page, 'Revoke the key').click();

  await heading(page, 'Revoked keys').waitFor();
  expect(await callWith(partner)).toBe(401);
  expect(await callWith({ apiKey, apiSecret })).toBe(200);
  await page.getByRole('table', { name: '' }).getByText(partner.apiKey).waitFor();
  await expectFaultless(screen);
});

describe('a dead webhook', () => {
  let receiver: WebhookReceiver;
  let better: WebhookReceiver;
  let sender: { stop(): Promise<void> };
  beforeAll(async () => {
    receiver = await startReceiver();
    better = await startReceiver();
    sender = startSending(world);
  });
  afterAll(async () => {
    await sender.stop();
    await receiver.stop();
    await better.stop();
  });

  test('whose URL is taken away is offered nothing to be sent to', async () => {
    const gone = await startReceiver();
    onTestFinished(() => gone.stop());
    const partner = await newPartner();
    await setUrl(world, gone.url, partner);
    const { orderId } = await place(world, { as: partner });
    const developer = await deskUser(world, 'portal', { role: 'developer', partner });
    const [{ eventId }] = (await developer.get(`/portal/v1/events?order=${orderId}`)).json.data;
    const { page } = await openDesk(browser, world, developer, '/events');
    const [recover, sendAgain] = [button(page, 'Recover events'), button(page, 'Send again')];
    await recover.waitFor();
    await follow({ page }, `/portal/events/${eventId}`);
    await sendAgain.waitFor();
    await setUrl(world, '', partner);
    const shown = {
      '/portal/events': page.getByRole('row', { name: /ORDER_STATUS_CHANGED/ }).first(),
      [`/portal/events/${eventId}`]: heading(page, 'ORDER_STATUS_CHANGED'),
    };
    for (const [path, that] of Object.entries(shown)) {
      await page.goto(path);
      await that.waitFor();
      await page.waitForLoadState('networkidle');
      expect([await recover.count(), await sendAgain.count()]).toEqual([0, 0]);
    }
  });

  test('that is mended shows on the page of an order what has arrived since, and nobody looks again by hand', async () => {
    const late = await startReceiver();
    onTestFinished(() => late.stop());
    const partner = await newPartner();
    await setUrl(world, late.url, partner);
    late.behave(answers.status(500, {}, ''));
    const { orderId } = await place(world, { as: partner });
    const developer = await deskUser(world, 'portal', { role: 'developer', partner });
    const { page } = await openDesk(browser, world, developer, `/orders/${orderId}`);
    await page.getByRole('listitem').filter({ hasText: 'ORDER_STATUS_CHANGEDLooking for a driver' }).waitFor();
    await page
      .getByText(/^Waiting/)
      .first()
      .waitFor();
    late.behave(answers.status(200, {}, ''));
    await setUrl(world, late.url, partner);
    await page.getByText('Delivered', { exact: true }).first().waitFor();
  });

  test('is found, fixed and recovered: everything arrives, in its order', async () => {
    const partner = await newPartner();
    await setUrl(world, receiver.url, partner);
    receiver.behave(answers.status(500, {}, '<b>out of order</b>'));
    const { orderId } = await place(world, { as: partner });
    await world.call('DELETE', `/v3/orders/${orderId}`, { as: partner });
    const developer = await deskUser(world, 'portal', { role: 'developer', partner });
    const screen = await openDesk(browser, world, developer, '/webhook');
    const { page } = screen;

    await page.getByText('Nothing has got through since').waitFor();
    await button(page, 'Send a test').click();
    await page.getByText('The receiver answered 500.').waitFor();
    await page.getByText('<b>out of order</b>').waitFor();
    await expectFaultless(screen);

    await page.getByRole('link', { name: /^\d+ events$/ }).click();
    await heading(page, 'Events').waitFor();
    await page
      .getByRole('row', { name: /ORDER_STATUS_CHANGED/ })
      .first()
      .waitFor();
    await expectFaultless(screen);
    await page.getByLabel('Order').fill(orderId);
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await page.getByRole('row', { name: /^ORDER_STATUS_CHANGED Cancelled .* \d\d:\d\d:\d\d/ }).waitFor();
    await page.getByRole('link', { name: 'ORDER_STATUS_CHANGED Looking for a driver' }).click();
    await page.getByRole('table').getByText('<b>out of order</b>').first().waitFor();
    await page.getByText('"ASSIGNING_DRIVER"').first().waitFor();
    await expectFaultless(screen);

    await page.getByRole('link', { name: 'Webhook', exact: true }).click();
    await button(page, 'Change').click();
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
    await button(page, 'Try it and save').click();
    await page.getByText('The URL cannot be used').waitFor();
    await page.getByRole('textbox', { name: 'URL' }).fill(better.url);
    await expectFaultless(screen);
    await button(page, 'Try it and save').click();
    await page.getByText('In order', { exact: true }).waitFor();
    await expect
      .poll(() => page.getByText('Waiting').locator('xpath=following-sibling::dd').textContent())
      .toBe('None');
    const told = better
      .taken()
      .filter(({ json }) => json.eventType === 'ORDER_STATUS_CHANGED')
      .map(({ json }) => json.data.order.status);
    expect(told).toEqual(['ASSIGNING_DRIVER', 'CANCELED']);

    await button(page, 'Recover events').click();
    await expectFaultless(screen);
    await button(page, 'Recover').click();
    // Those of before the first URL.
    await page.getByText(/^\d+ events are on their way\.$/).waitFor();
    const count = async (query: string) => (await developer.get(`/portal/v1/events${query}`)).json.data.length;
    await expect.poll(() => count('?status=delivered')).toBe(await count(''));
    expect([screen.troubles, screen.strangers]).toEqual([[], []]);
  });
});

test('a refused call is found in the log, and its signature is taken apart', async () => {
  const partner = await newPartner();
  const body = JSON.stringify({ data: { note: '<script>alert(1)</script>', phone: '+85291234567' } });
  await world.call('POST', '/v3/quotations', { as: partner, body, requestId: 'a <b>bold</b> id' });
  await world.call('GET', '/v3/orders?limit=1', { as: partner, signed: { path: '/orders' } });
  const viewer = await deskUser(world, 'portal', { role: 'viewer', partner });
  const screen = await openDesk(browser, world, viewer, '/requests');
  const { page } = screen;
  await page.getByRole('row', { name: /^POST \/v3\/quotations .* \d\d:\d\d:\d\d/ }).waitFor();
  await expectFaultless(screen);
  await page.getByRole('link', { name: 'POST /v3/quotations' }).click();
  await page.getByText('"<script>alert(1)</script>"').waitFor();
  const code = page.getByRole('link', { name: 'ERR_INSUFFICIENT_STOPS' });
  expect(await code.getAttribute('href')).toBe('/docs/errors#ERR_INSUFFICIENT_STOPS');
  await page.getByText('a <b>bold</b> id').waitFor();
  expect(await page.content()).not.toContain('91234567');
  await expectFaultless(screen);

  await page.getByRole('link', { name: 'Requests' }).first().click();
  await page.getByLabel('Answer').selectOption('4');
  await page.getByRole('link', { name: 'GET /v3/orders?limit=1' }).click();
  await page.getByRole('link', { name: 'Take this signature apart' }).click();
  await expect.poll(() => page.getByLabel('The request').inputValue()).toContain('GET /v3/orders?limit=1 HTTP/1.1');
  await button(page, 'Take it apart').click();
  await heading(page, 'This request would be refused').waitFor();
  await page.getByText('The signed path has no version.').first().waitFor();
  await expectFaultless(screen);

  const timestamp = world.clock.now();
  const signature = sign(partner.apiSecret, timestamp, 'GET', '/v3/cities');
  await page
    .getByLabel('The request')
    .fill(`GET /v3/cities HTTP/1.1\nAuthorization: hmac ${partner.apiKey}:${timestamp}:${signature}\nMarket: HK\n\n`);
  await button(page, 'Take it apart').click();
  await heading(page, 'This request would be accepted').waitFor();
  await expectFaultless(screen);
});

test('usage is drawn against the limits; a viewer sees everything and can change nothing', async () => {
  const partner = await world.newPartner();
  const other = await world.another();
  for (let call = 0; call < 52; call += 1) await other.call('GET', '/v3/cities', { as: partner });
  await other.stop();
  const viewer = await deskUser(world, 'portal', { role: 'viewer', partner });
  const screen = await openDesk(browser, world, viewer, '/usage');
  const { page } = screen;
  await heading(page, 'GetCities').waitFor();
  await page.getByText('2 answered with 429').waitFor();
  await page.getByText('50 calls a minute.').waitFor();
  await page.getByText('PostOrder (30 calls a minute, and 2 a second)').waitFor();
  await expectFaultless(screen);
  await page.getByLabel('Span').selectOption('day');
  await page.getByText('Busiest minute').first().waitFor();
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText(partner.apiKey).waitFor();
  for (const name of ['New key', 'Rotate', 'Revoke']) expect(await button(page, name).count()).toBe(0);
  await page.getByRole('link', { name: 'Webhook', exact: true }).click();
  await heading(page, 'Deliveries').waitFor();
  for (const name of ['Set a URL', 'Show the secret', 'Send a test']) expect(await button(page, name).count()).toBe(0);
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await page.getByText('No events yet.').waitFor();
  await expectFaultless(screen);
});
