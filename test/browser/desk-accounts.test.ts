import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/foundation/time.ts';
import { openBrowser } from '../support/browser.ts';
import { browserAt, codeAt, cookieOf, deskUser, follow, openDesk, openSignedOut, PASSWORD } from '../support/desk.ts';
import { button, expectFaultless, heading, holdAnswers, type Screen } from '../support/screen.ts';
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

const NEW_PASSWORD = 'seven quiet harbours';

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await button(page, 'Sign in').click();
}

// One story: whoever is invited in it is out at its end.
describe('somebody new', { shuffle: false }, () => {
  const GRACE = 'grace@example.com';
  let admin: Screen;
  let grace: Screen;
  let link: string;
  let secret: string;
  const codeNow = () => codeAt(secret, world.clock.now());
  beforeAll(async () => {
    admin = await openDesk(browser, world, await deskUser(world, 'portal', { name: 'Ada' }), '/people');
    grace = await openSignedOut(browser, world);
  });

  test('is invited by an admin, who hands the link over where no email is sent', async () => {
    const { page } = admin;
    await expectFaultless(admin);
    await button(page, 'Invite somebody').click();
    await button(page, 'Invite').click();
    const nameFault = page.getByText('The name must have 1 to 100 characters.');
    const isInvalid = (label: string) => page.getByLabel(label).getAttribute('aria-invalid');
    await nameFault.waitFor();
    await page.getByLabel('Name').fill('Grace <script>');
    // What was changed is not judged any more; what was not still is.
    expect(await nameFault.count()).toBe(0);
    expect([await isInvalid('Name'), await isInvalid('Email')]).toEqual([null, 'true']);
    await page.getByLabel('Name').fill(' ');
    await button(page, 'Invite').click();
    await nameFault.waitFor();
    await page.getByLabel('Name').fill('Grace <script>');
    await page.getByLabel('Email').fill(GRACE);
    await button(page, 'Invite').click();
    await heading(page, 'Grace <script> is invited').waitFor();
    link = (await page.getByRole('dialog').locator('code').textContent()) as string;
    await expectFaultless(admin);
    await button(page, 'Done').click();
    await page.getByRole('row', { name: /Grace/ }).getByText('Invited').waitFor();
  });

  test('sets a password behind the link, and is in', async () => {
    const { page } = grace;
    await page.goto(new URL(link).pathname + new URL(link).hash);
    await heading(page, 'Welcome, Grace <script>').waitFor();
    await page.getByLabel('New password').fill('password123');
    await page.getByText('one of the first that are guessed').waitFor();
    await expectFaultless(grace);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByText('This will do.').waitFor();
    await button(page, 'Save and sign in').click();
    await heading(page, 'Home').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await expectFaultless(grace);
  });

  test('a link that was used says so, and whom to ask', async () => {
    const late = await openSignedOut(browser, world);
    await late.page.goto(new URL(link).pathname + new URL(link).hash);
    await heading(late.page, 'This link does not work any more').waitFor();
    await expectFaultless(late);
    await late.page.getByRole('link', { name: 'Send me a link' }).click();
    await late.page.getByLabel('Email').fill('nobody@example.com');
    await button(late.page, 'Send me a link').click();
    await late.page.getByText('If somebody with this address works here, a link is on its way.').waitFor();
    await expectFaultless(late);
  });

  test('sees, and has no button to change anything', async () => {
    const { page } = grace;
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByRole('row', { name: /Ada/ }).first().waitFor();
    expect(await button(page, 'Invite somebody').count()).toBe(0);
    expect(await page.getByRole('table').getByRole('button').count()).toBe(0);
    await expectFaultless(grace);
  });

  test('turns a second factor on, and signs in with it', async () => {
    const { page } = grace;
    await follow(grace, '/portal/account');
    await button(page, 'Turn it on').click();
    const dialog = page.getByRole('dialog');
    await expectFaultless(grace);
    await dialog.getByLabel('Your password').fill('not this one');
    await button(page, 'Go on').click();
    await dialog.getByText('This is not your password.').waitFor();
    await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
    await button(page, 'Go on').click();
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    secret = ((await dialog.locator('.font-mono').textContent()) as string).replaceAll(' ', '');
    await expectFaultless(grace);
    await dialog.getByLabel('Code').fill('000000');
    await button(page, 'Turn it on').last().click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Code').fill(codeNow());
    await button(page, 'Turn it on').last().click();
    await button(page, 'Turn it off').waitFor();

    await page.getByText('Grace <script>').first().click();
    await button(page, 'Sign out').last().click();
    await heading(page, 'Sign in').waitFor();
    await signIn(page, GRACE, NEW_PASSWORD);
    // The code that turned it on is used up.
    world.clock.advance(MINUTE_MS);
    await page.getByLabel('Code').fill(codeNow());
    await expectFaultless(grace);
    await button(page, 'Sign in').click();
    await heading(page, 'Your account').waitFor();
  });

  test('is out at once when an admin says so, and told why', async () => {
    await admin.page.reload();
    await admin.page.getByRole('button', { name: 'Grace <script>' }).click();
    await heading(admin.page, 'Grace <script>').waitFor();
    await expectFaultless(admin);
    await button(admin.page, 'Disable and sign out').click();
    await admin.page.getByRole('dialog').getByText('Disabled').waitFor();
    await grace.page.getByRole('link', { name: 'People' }).click();
    await heading(grace.page, 'Sign in').waitFor();
    await signIn(grace.page, GRACE, NEW_PASSWORD);
    await grace.page.getByText('Your account is disabled. Ask an admin to enable it.').waitFor();
    expect(grace.troubles).toEqual([]);
  });

  test('stands in the audit log with all of it', async () => {
    const { page } = admin;
    await follow(admin, '/portal/acts');
    await page.getByRole('row', { name: /^\d+ [A-Z][a-z]+, \d\d:\d\d:\d\d .*Ada invited somebody/ }).waitFor();
    await expectFaultless(admin);
    await page.getByRole('row', { name: /changed what somebody may do/ }).click();
    await page.getByRole('dialog').getByText('person.change').waitFor();
    await expectFaultless(admin);
  });
});

describe('the door', () => {
  test('a session that has ended leads to it, and from it back to where one was', async () => {
    const user = await deskUser(world, 'console', { name: 'Olga' });
    const screen = await openDesk(browser, world, user, '/acts?subjectKind=wallet');
    const { page } = screen;
    // What is still being read would find out by itself.
    await page.getByText('Nothing like this was done.').waitFor();
    await page.getByRole('option', { name: user.name }).waitFor({ state: 'attached' });
    await user.post('/console/v1/sign-out-everywhere');
    await page.getByLabel('What').selectOption('order');
    await heading(page, 'Sign in').waitFor();
    await expectFaultless(screen);
    await signIn(page, user.email, PASSWORD);
    await heading(page, 'Audit log').waitFor();
    expect(page.url()).toContain('/console/acts?subjectKind=order');
    expect(await page.getByLabel('What').inputValue()).toBe('order');
  });

  test('somebody else who has signed in in another tab sees nothing of the one before', async () => {
    const one = await deskUser(world, 'portal', { name: 'Ann of the first' });
    const partner = await world.newPartner({ name: 'The second' });
    const other = await deskUser(world, 'portal', { name: 'Ben of the second', partner });
    const { page } = await openDesk(browser, world, one, '/people');
    await page.getByRole('row', { name: /Ann of the first/ }).waitFor();
    await page.context().addCookies([cookieOf(world, other)]);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await page.getByRole('row', { name: /Ben of the second/ }).waitFor();
    expect(await page.getByText('Ann of the first').count()).toBe(0);
    expect(await page.getByRole('banner').textContent()).toContain('The second');
  });

  test('says the same of a wrong password and of nobody, and how long to wait after too many', async () => {
    const user = await deskUser(world, 'console');
    const { page } = await openSignedOut(browser, world);
    await page.goto('/console');
    for (const email of [user.email, 'nobody@example.com']) {
      await signIn(page, email, 'wrong horse battery');
      await page.getByText('Email or password is wrong.').waitFor();
    }
    const other = browserAt(world, 'console');
    for (let tries = 0; tries < 4; tries++)
      await other.post('/console/v1/sign-in', { email: user.email, password: 'wrong horse battery' });
    await signIn(page, user.email, 'wrong horse battery');
    await page.getByText(/^Too many attempts\. Try again in \d+ s\.$/).waitFor();
    expect(await button(page, 'Sign in').isDisabled()).toBe(true);
  });

  test('two admins who change the same person: the later one is told, and sees how it stands now', async () => {
    const [one, other, third] = [
      await deskUser(world, 'console', { name: 'One' }),
      await deskUser(world, 'console', { name: 'Other' }),
      await deskUser(world, 'console', { name: 'Third', role: 'viewer' }),
    ];
    const { page } = await openDesk(browser, world, one, '/people');
    await page.getByRole('button', { name: 'Third' }).click();
    await other.patch(`/console/v1/people/${third.id}`, { role: 'finance' });
    await page.getByRole('dialog').getByLabel('Role').selectOption('dispatcher');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await expect.poll(() => page.getByRole('dialog').getByLabel('Role').inputValue()).toBe('finance');
  });

  test('the navigation fits a phone: it is a drawer there', async () => {
    const user = await deskUser(world, 'portal');
    const screen = await openDesk(browser, world, user, '', { viewport: { width: 360, height: 740 } });
    const { page } = screen;
    await button(page, 'Menu').click();
    await expectFaultless(screen);
    await page.getByRole('link', { name: 'People' }).click();
    await heading(page, 'People').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('a screen', () => {
  const asked = (page: Page) => {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    return (path: RegExp) => paths.filter((each) => path.test(each)).length;
  };

  test('is fetched while the server is asked who is there, which it is asked once', async () => {
    const { page } = await openSignedOut(browser, world);
    await page.context().addCookies([cookieOf(world, await deskUser(world, 'portal'))]);
    const timesAsked = asked(page);
    const whoIsThere = await holdAnswers({ page }, '**/portal/v1/me');
    await page.goto('/portal/people');
    await expect.poll(() => timesAsked(/^\/assets\/people-/)).toBe(1);
    await expect.poll(whoIsThere.areGiven).toBe(true);
    await whoIsThere.letGo();
    await heading(page, 'People').waitFor();
    expect(timesAsked(/^\/portal\/v1\/me$/)).toBe(1);
    await page.context().close();
  });

  test('is fetched when a link to it is pointed at, before anybody goes there', async () => {
    const { page } = await openDesk(browser, world, await deskUser(world, 'portal'), '/people');
    await heading(page, 'People').waitFor();
    const timesAsked = asked(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).hover();
    await expect.poll(() => timesAsked(/^\/assets\/orders-/)).toBe(1);
    expect(await heading(page, 'People').count()).toBe(1);
    await page.context().close();
  });
});

test('the bar at the top covers no field that gets the focus, nor its label', async () => {
  const { page } = await openDesk(browser, world, await deskUser(world, 'portal', { name: 'Edith' }), '/account');
  await page.setViewportSize({ width: 1280, height: 240 });
  const top = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())?.y ?? Number.NaN;
  await page.getByLabel('Current password').waitFor();
  await page.evaluate(`scrollBy(0, ${await top('Current password')})`);
  expect(await top('Current password')).toBeLessThan(1);
  await page.getByLabel('Current password').focus();
  const bar = await page.getByRole('banner').boundingBox();
  expect(await top('Current password')).toBeGreaterThanOrEqual(bar?.height ?? Number.NaN);
});
