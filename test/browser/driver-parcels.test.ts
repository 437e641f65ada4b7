import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callPlus, placePlus, type Support, supportOf } from '../support/parcels.ts';
import { type Phone, phoneOf } from '../support/phone.ts';
import { photo } from '../support/pictures.ts';
import { expectFaultless } from '../support/screen.ts';
import { trackingOf } from '../support/tracking.ts';
import { createWorld, type World } from '../support/world.ts';

const SCRIPT = '<img src=x onerror="document.title=1">';
/** The two edges that a test browser lacks: a camera, and the reader that phones have. */
const A_CAMERA_THAT_SEES = (code: string) => `
  globalThis.BarcodeDetector = class {
    static getSupportedFormats = async () => ['code_128', 'qr_code'];
    detect = async () => [{ rawValue: ${JSON.stringify(code)} }];
  };
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas');
    setInterval(() => canvas.getContext('2d').fillRect(0, 0, Math.random() * 99, 99), 50);
    return canvas.captureStream();
  };`;

let world: World;
let support: Support;
let phone: Phone;
let page: Page;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true, partner: { platforms: ['PLUS'], limitFactor: 1000 } });
  support = await supportOf(world);
  phone = await phoneOf(world);
  page = phone.page;
});
afterAll(async () => {
  await phone.leave();
  await world.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
/** As a link in the app leads there: nothing is loaded anew. */
const go = (path: string) => page.evaluate(`history.pushState(null, '', '/driver${path}')`);
const statusOf = async (orderId: string) => (await parcelRow(orderId)).status;
const lastEntry = async (orderId: string) => (await parcelRow(orderId)).entry;

async function parcelRow(orderId: string) {
  const [row] = await world.foundations.database.query<{ status: string; entry: Record<string, unknown> }>(
    'select status, history -> -1 as entry from parcels where id = $1',
    [orderId],
  );
  return row as NonNullable<typeof row>;
}

/** Placed by a partner and given to the driver of the phone. */
async function assigned(clientRef: string, parcel: Record<string, unknown> = {}): Promise<string> {
  const { orderId } = await placePlus(world, { parcel: { clientRef, ...parcel } });
  await support.assign(orderId, phone.driver.id);
  return orderId;
}

async function open(clientRef: string): Promise<void> {
  await go('/parcels');
  await page.getByRole('link', { name: clientRef }).first().click();
  await heading(clientRef).waitFor();
}

async function pickUp(): Promise<void> {
  await button('I have the parcel').click();
  await page.getByRole('dialog').getByRole('button', { name: 'I have the parcel' }).click();
  await page.getByText('With you').waitFor();
}

async function fail(step: string, reason: string): Promise<void> {
  await button(step).click();
  await page.getByLabel(reason).check();
}

async function takePhoto(): Promise<void> {
  await button('Deliver').click();
  await page
    .getByLabel('Take a photo')
    .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: await photo() });
  await page.getByRole('img', { name: 'Your photo' }).waitFor();
}

describe('the parcels of a day', { shuffle: false }, () => {
  let orderId: string;

  test('without any the screen says so; those that are given to the driver appear by themselves', async () => {
    await go('/parcels');
    await page.getByText('No parcels now').waitFor();
    await expectFaultless(phone);
    orderId = await assigned('BOX-1', { remarks: SCRIPT });
    await assigned('BOX-2');
    await page.getByRole('link', { name: /BOX-1/ }).first().waitFor();
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: 'Pick up' }).count()).toBeGreaterThan(0);
    await expectFaultless(phone);
  });

  test('typing finds one by its label, a recipient or an address', async () => {
    await page.getByLabel('Find a parcel').fill('box-2');
    await expect.poll(() => page.getByRole('link', { name: /BOX-/ }).count()).toBe(1);
    await page.getByLabel('Find a parcel').fill('nowhere');
    await page.getByText('No parcel of yours matches.').waitFor();
    await expectFaultless(phone);
  });

  test('a code that is nobody’s says so and changes nothing, the right one opens its parcel', async () => {
    await page.getByRole('link', { name: 'Scan' }).click();
    await page.getByLabel('Number on the label').fill(SCRIPT);
    await button('Find').click();
    await page.getByText(`“${SCRIPT}” is not one of your parcels. Nothing was changed.`).waitFor();
    await expectFaultless(phone);
    await page.getByLabel('Number on the label').fill(' box-1 ');
    await page.keyboard.press('Enter');
    await heading('BOX-1').waitFor();
    expect(await statusOf(orderId)).toBe('AWAIT_PICKUP');
    await expectFaultless(phone);
  });

  test('what the recipient writes is there at once, and that it is not theirs is a warning', async () => {
    const tracking = trackingOf(world);
    const path = await tracking.parcelPath(orderId);
    const { stops } = (await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data;
    const { stopId } = stops[1];
    await tracking.post(`${path}/notes`, { stopId, note: `Door B ${SCRIPT}` });
    await page.getByText(`Door B ${SCRIPT}`).waitFor();
    await tracking.post(`${path}/wrong-parcel`, { stopId });
    await page.getByText('The recipient says that this is not their parcel.').waitFor();
    await expectFaultless(phone);
  });

  test('the pick-up form takes a count of pieces and a note', async () => {
    await button('I have the parcel').click();
    const form = page.getByRole('dialog');
    await form.getByLabel('How many pieces').fill('none');
    await form.getByLabel('Note').fill(SCRIPT);
    await form.getByRole('button', { name: 'I have the parcel' }).click();
    await page.getByText('A whole number from 1 to 10,000.').waitFor();
    await expectFaultless(phone);
    await form.getByLabel('How many pieces').fill('3');
    await form.getByRole('button', { name: 'I have the parcel' }).click();
    await page.getByText('With you').waitFor();
    await expect.poll(() => statusOf(orderId)).toBe('DELIVERING');
    expect(await lastEntry(orderId)).toMatchObject({ event: 'pickedUp', form: { pieces: 3, note: SCRIPT } });
  });

  test('it fails for a reason that is chosen, is tried again, and is delivered with a photo', async () => {
    await fail('I could not deliver it', 'Nobody was there to take it');
    await expectFaultless(phone);
    await button('Not delivered').click();
    await page.getByText('Delivery failed').waitFor();
    await expect.poll(() => statusOf(orderId)).toBe('FAILED');
    expect(await lastEntry(orderId)).toMatchObject({ event: 'deliveryFailed', reason: 'Nobody was there to take it' });
    await page.getByText('Last try: Nobody was there to take it').waitFor();
    await expectFaultless(phone);
    await button('Try again').click();
    await page.getByText('With you').waitFor();
    await takePhoto();
    await expectFaultless(phone);
    await button('Delivered').click();
    await heading('Parcels').waitFor();
    await expect.poll(() => statusOf(orderId)).toBe('DELIVERED');
    await expect.poll(() => page.getByRole('link', { name: /BOX-1/ }).count()).toBe(0);
    const proofs = await world.foundations.database.query('select kind from proofs where order_id = $1', [orderId]);
    expect(proofs).toEqual([{ kind: 'failure' }, { kind: 'photo' }]);
  });

  test('one that cannot be picked up needs a note for another reason, is tried again, and goes back to the sender', async () => {
    const second = await assigned('BOX-3');
    await open('BOX-3');
    await fail('I could not pick it up', 'Another reason');
    expect(await button('Not picked up').isDisabled()).toBe(true);
    await page.getByLabel('What happened?').fill('The lift is broken');
    await button('Not picked up').click();
    await page.getByText('Pick-up failed').waitFor();
    await expect.poll(() => statusOf(second)).toBe('FAILED_PICKUP');
    expect((await lastEntry(second)).reason).toContain('The lift is broken');
    await go('/parcels');
    await page.getByText('Not on the way now').waitFor();
    await open('BOX-3');
    await button('Try again').click();
    await pickUp();
    await fail('I could not deliver it', 'The recipient did not take it');
    await button('Not delivered').click();
    await button('Brought back to the sender').click();
    await expectFaultless(phone);
    await button('Yes, brought back').click();
    await page.getByText('Brought back', { exact: true }).waitFor();
    await expect.poll(() => statusOf(second)).toBe('RETURNED');
  });

  test('one that the driver cannot take goes to somebody else', async () => {
    const third = await assigned('BOX-4');
    await open('BOX-4');
    await button('I cannot take this parcel').click();
    const form = page.getByRole('dialog');
    expect(await form.getByRole('button', { name: 'I cannot take this parcel' }).isDisabled()).toBe(true);
    await form.getByLabel('Why can you not take it?').fill('Too large for my bike');
    await expectFaultless(phone);
    await form.getByRole('button', { name: 'I cannot take this parcel' }).click();
    await heading('Parcels').waitFor();
    await expect.poll(() => statusOf(third)).toBe('AWAIT_DRIVER');
    await page.goto(`/driver/parcels/${third}`);
    await page.getByText('This parcel is not on your list any more.').waitFor();
    await expectFaultless(phone);
  });

  test('a browser that reads codes opens the parcel whose label it sees', async () => {
    await assigned('BOX-5');
    const other = await page.context().newPage();
    await other.addInitScript(A_CAMERA_THAT_SEES('BOX-5'));
    await other.goto('/driver/parcels/scan');
    await other.getByRole('heading', { name: 'BOX-5' }).waitFor();
    await other.close();
  });

  test('whoever comes back from a parcel to a long list is where he was', async () => {
    for (const clientRef of ['LONG-1', 'LONG-2', 'LONG-3', 'LONG-4']) await assigned(clientRef);
    await go('/parcels');
    const last = page.getByRole('link', { name: 'LONG-4' }).last();
    await last.scrollIntoViewIfNeeded();
    const before = await page.evaluate('scrollY');
    expect(before).toBeGreaterThan(0);
    await last.click();
    await heading('LONG-4').waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await heading('Parcels').waitFor();
    expect(await page.evaluate('scrollY')).toBe(before);
  });

  test('without signal it goes on: what was done waits, with its photo, and is sent in order', async () => {
    const fourth = await assigned('BOX-6');
    await open('BOX-6');
    await page.context().setOffline(true);
    await pickUp();
    await takePhoto();
    await button('Delivered').click();
    await page.getByText('2 things still to be sent').click();
    await heading('Still to be sent').waitFor();
    await expect
      .poll(() => page.getByRole('main').getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringContaining('Parcel picked up'), expect.stringContaining('Parcel delivered')]);
    await page.getByRole('img', { name: 'The photo of this' }).waitFor();
    await expectFaultless(phone);
    await page.context().setOffline(false);
    await page.getByText('Everything is sent').waitFor();
    expect(await statusOf(fourth)).toBe('DELIVERED');
    await expectFaultless(phone);
  });

  test('one that is cancelled while the driver has it does not vanish in silence, and goes back to where it came from', async () => {
    const sixth = await assigned('BOX-9');
    await open('BOX-9');
    await pickUp();
    await expect.poll(() => statusOf(sixth)).toBe('DELIVERING');
    expect((await callPlus(world, 'DELETE', `/v3/orders/${sixth}`)).status).toBe(204);
    await page.getByText('Bring the goods back to the pick-up:').waitFor();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.reload();
    await page.getByText('The order was cancelled').waitFor();
    await expectFaultless(phone);
    await button('Understood').click();
    await heading('Parcels').waitFor();
    expect(await page.getByText('BOX-9').count()).toBe(0);
  });

  test('what the server does not take is told in its words, until the driver has read it', async () => {
    const fifth = await assigned('BOX-7');
    await open('BOX-7');
    await page.context().setOffline(true);
    await pickUp();
    await callPlus(world, 'DELETE', `/v3/orders/${fifth}`);
    await page.context().setOffline(false);
    await page.getByText('1 was not accepted. Look.').click();
    await page.getByText(`Order ${fifth} is CANCELED, which does not allow this.`).waitFor();
    await expectFaultless(phone);
    await button('Understood').click();
    await page.getByText('Everything is sent').waitFor();
    expect([phone.troubles, phone.strangers]).toEqual([[], []]);
  });

  test('a phone that can neither keep nor send it says so where it was pressed', async () => {
    await assigned('BOX-8');
    await open('BOX-8');
    await page.context().setOffline(true);
    await page.evaluate(`{
      const { add } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.add = () => { throw new DOMException('No room.', 'QuotaExceededError') };
      globalThis.makeRoom = () => { IDBObjectStore.prototype.add = add };
    }`);
    const sheet = page.getByRole('dialog');
    await button('I have the parcel').click();
    await sheet.getByRole('button', { name: 'I have the parcel' }).click();
    await sheet.getByRole('alert').filter({ hasText: 'The phone is full' }).waitFor();
    await page.evaluate('makeRoom()');
    await sheet.getByRole('button', { name: 'I have the parcel' }).click();
    await page.getByText('With you').waitFor();
    await page.context().setOffline(false);
  });
});
