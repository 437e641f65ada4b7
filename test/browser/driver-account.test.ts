import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../web/driver/words/choose-language.ts';
import { type DriverClient, driverOf, takenBy } from '../support/driver-client.ts';
import { openPhone, type Phone, signIn } from '../support/phone.ts';
import { expectFaultless } from '../support/screen.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
/** The driver's other device. */
let tablet: DriverClient;
let phone: Phone;
let page: Page;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true, partner: { limitFactor: 1000, creditMinor: 10_000_000n } });
  tablet = await driverOf(world);
  phone = await openPhone(world, tablet);
  page = phone.page;
  await signIn(world, phone);
});
afterAll(async () => {
  await phone.leave();
  await world.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name });

// One story: at its end the driver is signed out everywhere.
describe('beside the orders', { shuffle: false }, () => {
  describe('what a driver has earned', () => {
    test('is nothing at first', async () => {
      await link('Earnings').click();
      await page.getByText('Nothing earned yet').waitFor();
      await expectFaultless(phone);
    });

    test('is there for today, by day and by order once one is done', async () => {
      // The phone is away meanwhile: it would show how the order ends, wherever the driver is in the app.
      await page.goto('about:blank');
      const orderId = await takenBy(world, tablet);
      const [, dropOff] = (await tablet.order(orderId)).stops;
      await tablet.act(orderId, 'arrive');
      await tablet.act(orderId, 'pick-up');
      await tablet.act(orderId, `drop-offs/${dropOff.stopId}`, { proof: 'NONE' });
      const [{ today }] = (await tablet.call('GET', '/earnings')).json.data;
      expect(Number(today.amount)).toBeGreaterThan(0);
      await page.goto('/driver/earnings');
      await expect.poll(() => page.getByText(`HK$${today.amount}`, { exact: true }).count()).toBe(4);
      await page.getByText(orderId).waitFor();
      await expectFaultless(phone);
    });
  });

  describe('help', () => {
    const calls = () =>
      world.foundations.database.query<{ lat: number }>(
        'select lat from emergencies where driver_id = $1 order by received_at',
        [tablet.id],
      );

    test('is called by two presses, with the place, and the numbers to call are there', async () => {
      await link('Account').click();
      await link('SOS').click();
      await heading('Emergency').waitFor();
      expect(await link('Call 999').getAttribute('href')).toBe('tel:999');
      await expectFaultless(phone);
      expect(await calls()).toEqual([]);
      await button('Call for help').click();
      await page.getByText('The desk knows.').waitFor();
      expect(await calls()).toMatchObject([{ lat: 22.281 }]);
      await expectFaultless(phone);
    });

    test('without signal the driver is told so at once, and the call goes out when there is one', async () => {
      await page.context().setOffline(true);
      await button('Tell them again').click();
      await page.getByText('No signal. The desk does not know yet.').waitFor();
      await expectFaultless(phone);
      await page.context().setOffline(false);
      await page.getByText('The desk knows.').waitFor();
      expect(await calls()).toHaveLength(2);
    });
  });

  describe('the account', () => {
    test('says who is signed in and where', async () => {
      await page.goBack();
      for (const fact of [tablet.name, tablet.phone, 'Motorcycle', tablet.plate, 'Hong Kong'])
        await page.getByText(fact, { exact: true }).waitFor();
      await page.getByText('Pixel 9').waitFor();
      await page.getByText('This phone', { exact: true }).waitFor();
      await expectFaultless(phone);
    });

    test('speaks every language, keeps the one that was chosen, and fits a narrow phone in each', async () => {
      const choice = page.getByRole('combobox');
      for (const [tag, name] of Object.entries(LANGUAGES).reverse()) {
        await choice.selectOption({ label: name });
        await expect.poll(() => page.evaluate('document.documentElement.lang')).toBe(tag);
        expect([tag, await phone.overhang()]).toEqual([tag, 0]);
      }
      await choice.selectOption({ label: '日本語' });
      await heading('アカウント').waitFor();
      expect(await phone.accessibilityFaults()).toEqual([]);
      await page.reload();
      await heading('アカウント').waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe('ja');
      await choice.selectOption({ label: 'English' });
      await heading('Account').waitFor();
    });

    test('signs another device out', async () => {
      await button('Sign out: Pixel 9').click();
      await expect.poll(() => page.getByText('Pixel 9').count()).toBe(0);
      expect((await tablet.call('GET', '/me')).status).toBe(401);
    });

    test('asks before it signs out everywhere, and warns of what was not sent', async () => {
      await page.context().setOffline(true);
      await link('SOS').click();
      await button('Call for help').click();
      await page.getByText('No signal. The desk does not know yet.').waitFor();
      await page.goBack();
      await button('Sign out everywhere').click();
      const sheet = page.getByRole('dialog');
      await sheet.getByText('Sign out on all devices?').waitFor();
      await sheet.getByText('1 thing you did has not been sent yet.').waitFor();
      await expectFaultless(phone);
      await sheet.getByRole('button', { name: 'Sign out everywhere' }).click();
      await sheet.getByText('No signal.').waitFor();
      await button('Cancel').click();
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
      await page.context().setOffline(false);
      await page.getByText('Connected').waitFor();
      await button('Sign out everywhere').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByLabel('Your phone number').waitFor();
      await page.reload();
      await page.getByLabel('Your phone number').waitFor();
    });

    test('is left by itself when another device signs out everywhere', async () => {
      await signIn(world, phone);
      const cookies = await page.context().cookies();
      const session = cookies.find(({ name }) => name === '__Host-waybill-driver');
      const { status } = await world.send({
        method: 'DELETE',
        path: '/driver/v1/sessions',
        headers: { authorization: `Bearer ${session?.value}` },
      });
      expect(status).toBe(204);
      await page.getByLabel('Your phone number').waitFor();
      expect([phone.troubles, phone.strangers]).toEqual([[], []]);
    });
  });
});
