import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, test } from 'vitest';
import { bring, inHours, supportOf } from '../support/parcels.ts';
import { phoneOf } from '../support/phone.ts';
import { driverOf } from '../support/driver-client.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => { world = await createWorld({ partner: { platforms: ['PLUS'], limitFactor: 1000 } }); });
afterAll(() => world.close());
const OUT = '/tmp/d3shots';
test('look', async () => {
  mkdirSync(OUT, { recursive: true });
  const support = await supportOf(world);
  const phone = await phoneOf(world, { capabilities: ['LOADING'] });
  const { page } = phone;
  const driver = { ...phone.driver } as never as Awaited<ReturnType<typeof driverOf>>;
  const shot = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${OUT}/${name}-${colorScheme}.png` });
    }
  };
  await page.goto('/driver/parcels'); await page.waitForTimeout(800); await shot('parcels-empty');
  let first = '';
  for (const n of [1, 2, 3]) {
    const { orderId } = await bring(world, support, 'AWAIT_PICKUP', { quotation: { scheduleAt: inHours(world, 20 + n), item: { quantity: '2', weight: '3.5', handlingInstructions: ['FRAGILE', 'KEEP_UPRIGHT'] } }, parcel: { clientRef: `BOX-100${n}` } }, driver);
    first ||= orderId;
  }
  await page.reload(); await page.waitForTimeout(1500); await shot('parcels');
  await page.getByRole('link', { name: /BOX-1001/ }).first().click(); await page.waitForTimeout(300); await shot('parcel');
  await page.getByRole('button', { name: 'I have the parcel' }).click(); await page.waitForTimeout(300); await shot('pick-up-form');
  await page.goto('/driver/parcels/scan'); await page.waitForTimeout(500);
  await page.getByLabel('Number on the label').fill('NOPE'); await page.getByRole('button', { name: 'Find' }).click(); await shot('scan');
  await page.goto('/driver/earnings'); await page.waitForTimeout(700); await shot('earnings');
  await page.goto('/driver/account'); await page.waitForTimeout(700); await shot('account');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click(); await page.waitForTimeout(300); await shot('everywhere');
  await page.goto('/driver/emergency'); await page.waitForTimeout(500); await shot('emergency');
  await page.getByRole('button', { name: 'Call for help' }).click(); await page.waitForTimeout(3000); await shot('emergency-told');
  await page.goto('/driver/waiting'); await page.waitForTimeout(500); await shot('waiting-empty');
  console.log(phone.troubles, phone.strangers, await phone.accessibilityFaults());
  await phone.leave();
}, 120000);
