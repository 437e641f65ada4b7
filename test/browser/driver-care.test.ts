import type { Page, Request, Route } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { setDriverStatus } from '../../src/drivers/index.ts';
import { driverOf, takenBy } from '../support/driver-client.ts';
import { codeFor, makeDriver } from '../support/drivers.ts';
import { CENTRAL } from '../support/orders.ts';
import {
  goOnline,
  holdTime,
  inHand,
  lastPlaceAt,
  letPass,
  openPhone,
  type Phone,
  type Prepare,
  phonesOf,
  signIn,
  withoutWorker,
} from '../support/phone.ts';
import { holdAnswers } from '../support/screen.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let phones: ReturnType<typeof phonesOf>;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true, partner: { limitFactor: 1000, creditMinor: 10_000_000n } });
  phones = phonesOf(world);
  return async () => {
    await phones.leave();
    await world.close();
  };
});

type Carried = Awaited<ReturnType<typeof signedIn>>;

/** A phone, and another device of its driver. */
async function signedIn(prepare?: Prepare) {
  const tablet = await driverOf(world);
  return { ...(await phones.signedIn(tablet, prepare)), tablet };
}

const shiftsOf = ({ driver }: Phone) =>
  world.foundations.database.query('select 1 from driver_shifts where driver_id = $1 and offline_at is null', [
    driver.id,
  ]);
const isOnline = async (phone: Phone) => (await shiftsOf(phone)).length === 1;
const statusOf = async (orderId: string) => (await world.call('GET', `/v3/orders/${orderId}`)).json.data.status;
const button = (page: Page, name: string) => page.getByRole('button', { name });
const online = (page: Page) => page.getByRole('switch', { name: 'Online' });
const focused = (page: Page) => page.evaluate('document.activeElement.textContent');

/** The phone's driver has taken an order and has not been anywhere yet. */
async function taken({ page, tablet }: Carried): Promise<string> {
  const orderId = await takenBy(world, tablet);
  await page.getByRole('heading', { name: CENTRAL.address }).waitFor();
  return orderId;
}

/** As a thumb does that is not sure of the first tap. */
async function tapTwice(page: Page, name: string): Promise<void> {
  const box = await button(page, name).boundingBox();
  if (box === null) throw new Error('nothing to tap');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.touchscreen.tap(x, y);
  await page.waitForTimeout(150);
  await page.touchscreen.tap(x, y);
}

test('whoever was given a code signs in with it, and no other one is sent', async () => {
  const { page, driver, leave } = await openPhone(world, await makeDriver(world), withoutWorker);
  onTestFinished(leave);
  const code = await codeFor(world, driver.phone);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await button(page, 'I have a code already').click();
  await page.getByRole('alert').filter({ hasText: 'Begin with +' }).waitFor();
  await page.getByLabel('Your phone number').fill(driver.phone);
  await button(page, 'I have a code already').click();
  await page.getByLabel('Code', { exact: true }).fill(code);
  expect(await page.getByText('on its way').count()).toBe(0);
  await button(page, 'Sign in').click();
  await page.getByRole('navigation').waitFor();
  expect(asked).not.toContain('/driver/v1/sign-in/code');
});

/** How fast what settles does so: slowly enough for a busy machine, or at its usual pace until it is done. */
async function settlingOf(page: Page) {
  const debugged = await page.context().newCDPSession(page);
  await debugged.send('Animation.enable');
  return {
    slowDown: () => debugged.send('Animation.setPlaybackRate', { playbackRate: 0.05 }),
    async finish(): Promise<void> {
      await debugged.send('Animation.setPlaybackRate', { playbackRate: 1 });
      await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => {})');
    },
  };
}

test('two taps where one was meant take one step', async () => {
  const phone = await signedIn();
  const { page } = phone;
  const orderId = await taken(phone);
  await expect.poll(() => button(page, 'I am here').isEnabled()).toBe(true);
  const settling = await settlingOf(page);
  await settling.finish();
  await settling.slowDown();
  await tapTwice(page, 'I am here');
  await button(page, 'I have the goods').waitFor();
  await settling.finish();
  await expect.poll(() => unsent(phone)).toBe(0);
  expect(await statusOf(orderId)).toBe('ON_GOING');
  await button(page, 'I have the goods').click();
  await expect.poll(() => statusOf(orderId)).toBe('PICKED_UP');
});

test('pressed twice before it is kept, a step is kept once', async () => {
  const phone = await signedIn();
  const { page } = phone;
  await taken(phone);
  await page.context().setOffline(true);
  await page.evaluate(`{
    const step = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'I am here');
    step.click();
    step.click();
  }`);
  await page.getByText('1 thing still to be sent').waitFor();
  await page.waitForTimeout(500);
  expect(await page.getByText('2 things still to be sent').count()).toBe(0);
});

/** Counts how often the screen is kept on, and how often that is taken back. */
const A_SCREEN_THAT_COUNTS = `
  globalThis.held = 0;
  void (navigator.wakeLock.request = async () => {
    globalThis.held++;
    await new Promise((resolve) => setTimeout(resolve, 100));
    const sentinel = { released: false, release: async () => {
      if (!sentinel.released) globalThis.held--;
      sentinel.released = true;
    } };
    return sentinel;
  });`;

test('the screen stays on for an order and goes off after it', async () => {
  const phone = await signedIn();
  await phone.page.evaluate(A_SCREEN_THAT_COUNTS);
  const orderId = await taken(phone);
  await expect.poll(() => phone.page.evaluate('held')).toBe(1);
  await world.call('DELETE', `/v3/orders/${orderId}`);
  await phone.page.getByRole('heading', { name: 'cancelled' }).waitFor();
  await expect.poll(() => phone.page.evaluate('held')).toBe(0);
});

test('the switch is met by a thumb that misses it by a little', async () => {
  const { page } = await signedIn();
  const box = await online(page).boundingBox();
  if (box === null) throw new Error('no switch');
  await page.touchscreen.tap(box.x + box.width / 2, box.y - 5);
  await page.getByText('You are online').waitFor();
});

test('by keyboard nobody gets lost: not after a sheet, not after a step, not on another screen', async () => {
  const phone = await signedIn();
  const { page } = phone;
  await taken(phone);
  const giveBack = button(page, 'I cannot do this order');
  await giveBack.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await focused(page)).toBe('I cannot do this order');
  await button(page, 'I am here').focus();
  await page.keyboard.press('Enter');
  await button(page, 'I have the goods').waitFor();
  expect(await focused(page)).toBe('I have the goods');

  await page.evaluate('scrollTo(0, 999)');
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  expect(await page.evaluate('[scrollY, document.activeElement.tagName]')).toEqual([0, 'H1']);
  expect(await focused(page)).toBe('Account');
});

test('the way back leads back, and not around in circles', async () => {
  const phone = await signedIn();
  const { page } = phone;
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('link', { name: 'SOS' }).click();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await online(page).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  // A stop that is not to be dropped off at any more.
  await page.goto('/driver/stop/1');
  await online(page).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Account' }).waitFor();
});

test('a call for help that the server does not take is not said to be known', async () => {
  const { page } = await signedIn(inHand);
  const errors = [{ id: 'ERR_INVALID_FIELD', message: 'No.', detail: '/data/place' }];
  await page.route('**/driver/v1/emergency', (route) => route.fulfill({ status: 422, json: { errors } }));
  await page.getByRole('link', { name: 'SOS' }).click();
  const call = button(page, 'Call for help');
  const before = await call.boundingBox();
  await call.click();
  await page.getByRole('alert').filter({ hasText: 'The desk could not be told' }).waitFor();
  expect(await page.getByText('The desk knows').count()).toBe(0);
  expect((await call.boundingBox())?.y).toBe(before?.y);
  await page.unroute('**/driver/v1/emergency');
  await call.click();
  await page.getByText('The desk knows').waitFor();
});

test('a call for help goes out also from a phone that can keep nothing', async () => {
  const { page } = await signedIn(inHand);
  await page.evaluate(`IDBObjectStore.prototype.add = () => { throw new DOMException('No.', 'DataError') }`);
  await page.getByRole('link', { name: 'SOS' }).click();
  await button(page, 'Call for help').click();
  await page.getByText('The desk knows').waitFor();
});

test('a suspended driver is told so, and what was done waits until the driver is active again', async () => {
  const phone = await signedIn(inHand);
  const { page, driver } = phone;
  const orderId = await taken(phone);
  const become = (status: 'active' | 'suspended') =>
    world.foundations.database.inTransaction((tx) => setDriverStatus(tx, driver.id, status, world.clock.now()));
  await become('suspended');
  await button(page, 'I am here').click();
  await page.getByText('Account suspended').waitFor();
  await page.getByText('1 thing still to be sent').waitFor();
  await button(page, 'I have the goods').click();
  await page.getByText('2 things still to be sent').click();
  await become('active');
  await expect.poll(() => statusOf(orderId)).toBe('PICKED_UP');
  await page.getByText('Connected').waitFor();
  await page.getByText('Everything is sent').waitFor();
});

test('whoever goes online again is not sent offline by what was still waiting', async () => {
  const phone = await signedIn(inHand);
  const { page } = phone;
  await goOnline(world, phone);
  await page.route('**/driver/v1/offline', (route) => route.abort());
  await online(page).click();
  await page.getByText('You are offline').waitFor();
  await online(page).click();
  await page.getByText('You are online').waitFor();
  await page.unroute('**/driver/v1/offline');
  await expect.poll(() => page.getByText('still to be sent').count()).toBe(0);
  await letPass(world, phone, 10_000);
  await page.waitForTimeout(500);
  expect(await isOnline(phone)).toBe(true);
  expect(await online(page).getAttribute('aria-checked')).toBe('true');
});

test('a screen that cannot be shown leaves the others alone, and the way to call for help', async () => {
  const { page } = await signedIn(withoutWorker);
  await page.route('**/driver/v1/earnings', (route) => route.fulfill({ json: { data: [{ currency: 'HKD' }] } }));
  onTestFinished(() => page.unrouteAll());
  await page.reload();
  const go = (place: string) => page.getByRole('navigation').getByRole('link', { name: place }).click();
  await go('Earnings');
  await page.getByRole('alert').getByText('This screen could not be shown.').waitFor();
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  await page.getByRole('link', { name: /^SOS/ }).waitFor();
  await go('Work');
  await online(page).waitFor();
});

/** What was on its way is answered, and the pause before the next try has begun where there is one. */
const senderRests = ({ page }: Phone) =>
  page.evaluate('new Promise((resolve) => navigator.locks.request("waybill-outbox-work", resolve))');

test('whoever goes online again stays so, also when the answer to the switching off comes after that', async () => {
  const phone = await signedIn(withoutWorker);
  const { page } = phone;
  await goOnline(world, phone);
  const answers = await holdAnswers(phone, '**/driver/v1/offline');
  await online(page).click();
  await expect.poll(() => isOnline(phone)).toBe(false);
  await online(page).click();
  await expect.poll(() => isOnline(phone)).toBe(true);
  await answers.letGo();
  await senderRests(phone);
  expect(await online(page).getAttribute('aria-checked')).toBe('true');
});

test('whoever goes online again stays so, also when the switching off itself comes to the server after that', async () => {
  const phone = await signedIn(withoutWorker);
  const { page } = phone;
  await goOnline(world, phone);
  const late: Route[] = [];
  await page.route('**/driver/v1/offline', (route) => void late.push(route));
  onTestFinished(() => page.unrouteAll());
  await online(page).click();
  await expect.poll(() => late.length).toBe(1);
  const isAnswered = page.waitForResponse('**/driver/v1/online');
  await online(page).click();
  await (await isAnswered).finished();
  const isTaken = page.waitForResponse('**/driver/v1/offline');
  await late[0]?.continue();
  await (await isTaken).finished();
  await expect.poll(() => isOnline(phone)).toBe(true);
  await expect.poll(() => online(page).getAttribute('aria-checked')).toBe('true');
});

/** How much of its driver's the phone keeps there. */
const keptIn = (name: string, { page, driver }: Phone) =>
  page.evaluate(`new Promise((resolve) => {
    indexedDB.open('waybill-driver').onsuccess = ({ target: { result: store } }) => {
      const all = store.transaction('${name}').objectStore('${name}');
      all.index('driver').count('${driver.id}').onsuccess = ({ target }) => resolve(target.result);
      store.close();
    };
  })`);
/** How many places it keeps for the next report. */
const untold = (phone: Phone) => keptIn('positions', phone);
/** How much that was done waits to be sent. */
const unsent = (phone: Phone) => keptIn('queue', phone);

test('a phone that lies still is heard of all the time', async () => {
  const phone = await signedIn(inHand);
  await goOnline(world, phone);
  // By itself no further report comes that would bring what one has forgotten.
  onTestFinished(() => phone.page.clock.resume());
  await holdTime(phone);
  for (const report of ['first', 'second']) {
    const before = await lastPlaceAt(world, phone.driver);
    await letPass(world, phone, 10_000);
    await expect
      .poll(() => lastPlaceAt(world, phone.driver), { message: `${report} report` })
      .toBeGreaterThan(before + 8_000);
  }

  // The next one is asked for while one is under way.
  const reports: Route[] = [];
  await phone.page.route('**/driver/v1/positions', (route) => void reports.push(route));
  onTestFinished(() => phone.page.unrouteAll());
  await letPass(world, phone, 10_000);
  await expect.poll(() => reports.length).toBe(1);
  await letPass(world, phone, 10_000);
  await expect.poll(() => untold(phone)).toBe(2);
  await reports[0]?.continue();
  await expect.poll(() => reports.length, { message: 'report asked for during another' }).toBe(2);
  await reports[1]?.continue();
  await expect.poll(() => untold(phone)).toBe(0);
});

test('online, a driver whom the phone no longer locates is told what to do', async () => {
  const phone = await signedIn();
  await goOnline(world, phone);
  await phone.page.context().clearPermissions();
  onTestFinished(() => phone.page.context().grantPermissions(['geolocation']));
  await phone.page.reload();
  await phone.page.getByRole('alert').filter({ hasText: 'Allow the location for this page' }).waitFor();
});

/** The browser's store as phones have it in the background: gone for a while. */
const A_STORE_THAT_BREAKS = `
  const { transaction } = IDBDatabase.prototype;
  void (IDBDatabase.prototype.transaction = function (...given) {
    if (globalThis.isBroken) throw new DOMException('gone', 'InvalidStateError');
    return transaction.apply(this, given);
  });`;

/** What the way back to the server sets going, one thing after the other, has been tried. */
async function troublesEnd({ troubles }: Phone): Promise<void> {
  let known = 0;
  const areNoMore = () => {
    const before = known;
    known = troubles.length;
    return known === before;
  };
  await expect.poll(areNoMore, { interval: 1_000 }).toBe(true);
}

test('a store that fails for a while holds up what waits only for that while', async () => {
  const phone = await signedIn(inHand);
  const { page } = phone;
  await page.evaluate(A_STORE_THAT_BREAKS);
  await goOnline(world, phone);
  await page.context().setOffline(true);
  await online(page).click();
  await page.getByText('1 thing still to be sent').waitFor();
  await page.evaluate('globalThis.isBroken = true');
  await page.context().setOffline(false);
  await expect.poll(() => phone.troubles.join()).toContain('gone');
  await troublesEnd(phone);
  await page.evaluate('globalThis.isBroken = false');
  await letPass(world, phone, 6_000);
  await expect.poll(() => isOnline(phone)).toBe(false);
});

/** A connection that died without a word: open, and nothing ever comes. */
const A_STREAM_THAT_IS_DEAD = `
  const Real = EventSource;
  let made = 0;
  globalThis.EventSource = class extends EventTarget {
    static OPEN = 1;
    static CLOSED = 2;
    constructor(path) {
      super();
      if (made++ > 0) return new Real(path);
      this.readyState = 1;
      setTimeout(() => this.onopen?.(), 0);
    }
    close() {}
  };`;

test('a live connection that has died in silence is opened anew', async () => {
  const { page } = await signedIn(inHand);
  const dead = await page.addInitScript(A_STREAM_THAT_IS_DEAD);
  onTestFinished(() => dead.dispose());
  await page.reload();
  await page.getByText('Connected').waitFor();
  let isOpened = false;
  page.on('request', (request) => {
    isOpened ||= request.url().endsWith('/driver/v1/live');
  });
  // Step by step, so that calls on the way are answered in between.
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000);
      return isOpened;
    })
    .toBe(true);
});

const A_STREAM_THAT_IS_LATE = `
  const listen = EventSource.prototype.addEventListener;
  const late = [];
  EventSource.prototype.addEventListener = function (type, listener) {
    listen.call(this, type, (event) => (globalThis.isLate ? late.push(() => listener(event)) : listener(event)));
  };
  globalThis.tellNext = () => late.shift()();`;

test('a stream that is late undoes no step', async () => {
  const phone = await signedIn(withoutWorker);
  const { page } = phone;
  const slow = await page.addInitScript(A_STREAM_THAT_IS_LATE);
  onTestFinished(() => slow.dispose());
  await page.reload();
  const orderId = await taken(phone);
  await page.evaluate('globalThis.isLate = true');
  await button(page, 'I am here').click();
  await button(page, 'I have the goods').click();
  await page.getByRole('link', { name: 'Drop off here' }).click();
  await expect.poll(() => statusOf(orderId)).toBe('PICKED_UP');
  await expect.poll(() => unsent(phone)).toBe(0);
  // It tells of the time between the two steps.
  await page.evaluate('tellNext()');
  await page.waitForTimeout(100);
  expect(await button(page, 'I could not deliver').isVisible()).toBe(true);
});

test('what was taken while other news came stays done, also when the signal goes before anybody can ask again', async () => {
  const phone = await signedIn(inHand);
  const { page } = phone;
  onTestFinished(() => page.context().setOffline(false));
  const slow = await page.addInitScript(A_STREAM_THAT_IS_LATE);
  onTestFinished(() => slow.dispose());
  await page.reload();
  await taken(phone);
  await page.evaluate('globalThis.isLate = true');
  await button(page, 'I am here').click();
  await expect.poll(() => unsent(phone)).toBe(0);
  const answers = await holdAnswers(phone, '**/pick-up');
  await button(page, 'I have the goods').click();
  await expect.poll(answers.areGiven).toBe(true);
  await page.evaluate('tellNext()');
  await page.context().setOffline(true);
  await answers.letGo();
  await expect.poll(() => unsent(phone)).toBe(0);
  await letPass(world, phone, 20_000);
  await page.getByText('No signal').waitFor();
  expect(await page.getByRole('link', { name: 'Drop off here' }).isVisible()).toBe(true);
});

test('an answer that was overtaken by the stream does not bring back what is over', async () => {
  const phone = await signedIn(withoutWorker);
  const { page } = phone;
  const orderId = await taken(phone);
  const answers = await holdAnswers(phone, '**/driver/v1/me');
  await page.evaluate('dispatchEvent(new Event("online"))');
  await expect.poll(answers.areGiven).toBe(true);
  await world.call('DELETE', `/v3/orders/${orderId}`);
  await button(page, 'Go on').click();
  await page.getByText('Waiting for offers').waitFor();
  await answers.letGo();
  await page.waitForTimeout(100);
  expect(await page.getByText('Waiting for offers').isVisible()).toBe(true);
});

test('however many questions are on their way when other news comes, one is asked again', async () => {
  const phone = await signedIn(withoutWorker);
  const { page } = phone;
  const orderId = await taken(phone);
  let asked = 0;
  page.on('request', (request) => request.url().endsWith('/driver/v1/me') && asked++);
  const answers = await holdAnswers(phone, '**/driver/v1/me');
  await page.evaluate('for (let count = 0; count < 3; count++) dispatchEvent(new Event("online"))');
  await expect.poll(() => asked).toBe(3);
  await expect.poll(answers.areGiven).toBe(true);
  await world.call('DELETE', `/v3/orders/${orderId}`);
  await button(page, 'Go on').click();
  await answers.letGo();
  await expect.poll(() => asked).toBeGreaterThan(3);
  await page.waitForTimeout(100);
  expect(asked).toBe(4);
});

test('what the server has taken stays done, also while the stream says nothing of it', async () => {
  const phone = await signedIn(withoutWorker);
  const { page } = phone;
  await taken(phone);
  const dead = await page.addInitScript(A_STREAM_THAT_IS_DEAD);
  onTestFinished(() => dead.dispose());
  await page.reload();
  await button(page, 'I cannot do this order').click();
  await page.getByLabel('Why?').fill('Flat tyre');
  await button(page, 'Give it back').click();
  await button(page, 'Go on').click();
  await expect.poll(() => unsent(phone)).toBe(0);
  expect(await page.getByRole('heading', { name: CENTRAL.address }).count()).toBe(0);

  await goOnline(world, phone);
  await online(page).click();
  await page.getByText('You are offline').waitFor();
  await expect.poll(() => isOnline(phone)).toBe(false);
  await expect.poll(() => unsent(phone)).toBe(0);
  expect(await online(page).getAttribute('aria-checked')).toBe('false');
  await page.reload();
  await page.getByText('You are offline').waitFor();
});

test('after an upgrade the app opens without signal in its new version', async () => {
  const { page } = await signedIn(async (empty) => {
    await empty.goto('/driver/manifest.webmanifest');
    await empty.evaluate(`caches.open('app-before').then((cache) =>
      cache.put('/driver', new Response('The version before', { headers: { 'content-type': 'text/html' } })))`);
  });
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('No signal').waitFor();
  await page.getByRole('navigation').waitFor();
});

test('the next step stands clear of the bar below it, also on a phone with rounded corners', async () => {
  const phone = await signedIn();
  const { page } = phone;
  await taken(phone);
  const debug = await page.context().newCDPSession(page);
  onTestFinished(() => debug.detach());
  await debug.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } });
  await expect
    .poll(async () => {
      const step = await button(page, 'I am here').boundingBox();
      const bar = await page.getByRole('navigation').boundingBox();
      return step !== null && bar !== null && bar.height > 90 && step.y + step.height <= bar.y;
    })
    .toBe(true);
});

test('what could not be read without signal is read when there is some', async () => {
  const { page } = await signedIn();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByText('No signal. Try again').waitFor();
  await page.context().setOffline(false);
  await page.getByText('This phone', { exact: true }).waitFor();
});

/** However late on a busy machine the app begins a pause, it ends. */
async function letPassUntil(phone: Phone, isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await letPass(world, phone, 1_000);
      return isSo();
    })
    .toBe(true);
}

/** How often the page calls each path of the drivers' API from now on. */
function countCalls(page: Page) {
  const counts = new Map<string, number>();
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.replace('/driver/v1', '');
    counts.set(path, (counts.get(path) ?? 0) + 1);
  });
  return (path: string) => counts.get(path) ?? 0;
}

test('a call that fails by itself keeps its pauses, and when the signal is back it goes out soon', async () => {
  const phone = await signedIn(inHand);
  const { page } = phone;
  await goOnline(world, phone);
  onTestFinished(async () => {
    await page.unrouteAll();
    await page.clock.resume();
  });
  await holdTime(phone);
  await page.route('**/driver/v1/offline', (route) => route.abort('connectionreset'));
  const calls = countCalls(page);
  await online(page).click();
  await expect.poll(() => calls('/offline')).toBe(1);
  await expect.poll(() => calls('/me')).toBeGreaterThan(0);
  await page.waitForTimeout(1_000);
  expect([calls('/offline'), calls('/me')]).toEqual([1, 1]);
  expect(await page.getByText('Connected').isVisible()).toBe(true);
  for (const [tries, pauseMs] of [
    [2, 2_000],
    [3, 4_000],
    [4, 8_000],
    [5, 16_000],
  ] as const) {
    await senderRests(phone);
    await letPass(world, phone, pauseMs);
    await expect.poll(() => calls('/offline')).toBe(tries);
  }

  // Now nothing gets through, and its next pause is a long one.
  await page.route('**/driver/v1/*', (route) => route.abort('connectionreset'));
  await letPassUntil(phone, () => page.getByText('No signal').isVisible());
  await page.unrouteAll();
  await letPass(world, phone, 10_000);
  await expect.poll(() => isOnline(phone)).toBe(false);
});

const OUT_OF_ORDER = {
  status: 503,
  json: { errors: [{ id: 'ERR_UNAVAILABLE', message: 'Try again.' }] },
  headers: { 'retry-after': '20' },
};

/** As if its driver had never been here. */
async function forgetWork({ page, driver }: Phone): Promise<void> {
  await page.goto('/driver/manifest.webmanifest');
  await page.evaluate(`new Promise((resolve) => {
    indexedDB.open('waybill-driver').onsuccess = ({ target: { result: store } }) => {
      const keeping = store.transaction('kept', 'readwrite');
      keeping.objectStore('kept').delete('${driver.id}/work');
      keeping.oncomplete = resolve;
      store.close();
    };
  })`);
}

test('what the server was too busy to say is asked for again, after the pause that it asks for', async () => {
  const phone = await signedIn(inHand);
  const { page } = phone;
  onTestFinished(async () => {
    await page.unrouteAll();
    await page.clock.resume();
  });
  await forgetWork(phone);
  for (const path of ['me', 'parcels'])
    await page.route(`**/driver/v1/${path}`, (route) => route.fulfill(OUT_OF_ORDER));
  const calls = countCalls(page);
  const refusals = ['me', 'parcels'].map((path) => page.waitForResponse(`**/driver/v1/${path}`));
  await page.goto('/driver/parcels');
  await page.getByText('Connected').waitFor();
  for (const refusal of await Promise.all(refusals)) await refusal.finished();
  await holdTime(phone);
  await letPass(world, phone, 15_000);
  await page.waitForTimeout(200);
  const before = [calls('/me'), calls('/parcels')] as const;
  expect(Math.max(...before)).toBeLessThan(4);
  await page.unrouteAll();
  await letPassUntil(phone, () => calls('/me') > before[0] && calls('/parcels') > before[1]);
  await page.getByText('No parcels now').waitFor();
  await page.getByRole('link', { name: 'Work' }).click();
  await online(page).waitFor();
  expect([calls('/me'), calls('/parcels')]).toEqual(before.map((count) => count + 1));
});

test('how an order ended is told when the server has said it, and nothing else before', async () => {
  const phone = await signedIn(inHand);
  const { page } = phone;
  onTestFinished(() => page.unrouteAll());
  const orderId = await taken(phone);
  await page.route(`**/driver/v1/orders/${orderId}`, (route) => route.fulfill(OUT_OF_ORDER));
  const refusal = page.waitForResponse(`**/driver/v1/orders/${orderId}`);
  await world.call('DELETE', `/v3/orders/${orderId}`);
  await (await refusal).finished();
  await page.getByText('Waiting for offers').waitFor();
  await page.unrouteAll();
  expect(await button(page, 'Go on').count()).toBe(0);
  await letPassUntil(phone, () => page.getByRole('heading', { name: 'The order was cancelled' }).isVisible());
});

test('what could not be read is read a moment later, also where nothing else has failed', async () => {
  const { page } = await signedIn(withoutWorker);
  await page.route('**/driver/v1/sessions', (route) => route.abort('connectionreset'), { times: 1 });
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByText('This phone', { exact: true }).waitFor();
});

/** News come just before the end of the session, as they do when something was done a moment ago. */
const A_TAB_WITH_NEWS = `
  const post = BroadcastChannel.prototype.postMessage;
  void (BroadcastChannel.prototype.postMessage = function (subject) {
    if (subject === 'session') post.call(this, 'work');
    post.call(this, subject);
  });`;

test('signed out in one tab while there are news, the same driver signs in again in another and is connected', async () => {
  const { page, driver } = await signedIn(withoutWorker);
  const other = await page.context().newPage();
  onTestFinished(() => other.close());
  await withoutWorker(other);
  await other.goto('/driver');
  await other.getByText('Connected').waitFor();
  // It hears of the end by the first tab, before the server says so.
  await other.route('**/driver/v1/me', () => {});
  await page.evaluate(A_TAB_WITH_NEWS);
  await page.getByRole('link', { name: 'Account' }).click();
  await button(page, 'Sign out everywhere').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await other.getByLabel('Your phone number').waitFor();
  await other.unrouteAll();
  await signIn(world, { page: other, driver });
  await other.getByText('Connected').waitFor();
});

/** As a camera takes it in the dark: hardly smaller by being packed. */
const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const largePhoto = async () => ({
  name: 'door.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer(),
});

test('a photo that takes too long is made smaller, and a drop-off that was taken all the same is not refused', async () => {
  const phone = await signedIn(withoutWorker);
  const { page, tablet } = phone;
  onTestFinished(() => page.unrouteAll());
  const orderId = await takenBy(world, tablet, { order: { isPODEnabled: true } });
  const tries: Request[] = [];
  await page.route('**/drop-offs/*', async (route) => {
    tries.push(route.request());
    if (tries.length > 1) return route.continue();
    await route.fetch();
    const errors = [{ id: 'ERR_REQUEST_TIMEOUT', message: 'It took too long to arrive.' }];
    await route.fulfill({ status: 408, json: { errors } });
  });
  await button(page, 'I am here').click();
  await button(page, 'I have the goods').click();
  await page.getByRole('link', { name: 'Drop off here' }).click();
  await page.getByLabel('Take a photo').setInputFiles(await largePhoto());
  await button(page, 'Delivered').click();
  await expect.poll(() => tries.length).toBe(2);
  await expect.poll(() => unsent(phone)).toBe(0);
  const [first, second] = tries.map((request) => ({
    id: request.headers()['request-id'],
    at: request.postDataJSON().data.at,
    bytes: request.postDataJSON().data.photo.length * 0.75,
  }));
  expect(first?.bytes).toBeGreaterThan(500_000);
  expect(second?.bytes).toBeLessThan(250_000);
  expect(second?.id).not.toBe(first?.id);
  expect(second?.at).toBe(first?.at);
  expect(await page.getByText('not accepted').count()).toBe(0);
  expect(await statusOf(orderId)).toBe('COMPLETED');
});
