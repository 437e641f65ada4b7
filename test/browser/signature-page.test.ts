import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { curlCommand } from '../../src/main/commands/curl-command.ts';
import { sign } from '../support/partner-client.ts';
import { type Visitor, visitorOf } from '../support/visitor.ts';
import { createWorld, type World } from '../support/world.ts';

const PATH = '/portal/signature';
let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await createWorld();
  visitor = await visitorOf(world);
});
afterAll(async () => {
  await visitor.leave();
  await world.close();
});

const BODY = `{
  "data": { "serviceType": "MOTORCYCLE", "language": "en_HK", "note": "it's <b>here</b>" }
}`;

function command(signedBody: string): string {
  const timestamp = world.clock.now();
  const { apiKey, apiSecret } = world.partner;
  const signature = sign(apiSecret, timestamp, 'POST', '/v3/quotations', signedBody);
  const headers = { Authorization: `hmac ${apiKey}:${timestamp}:${signature}`, Market: 'HK' };
  const url = `https://localhost:${world.port}/v3/quotations`;
  return curlCommand({ method: 'POST', url, headers, body: BODY }, undefined);
}

/** With the keyboard alone. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel(/^The request/).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Tab');
  await Promise.all([page.waitForURL(`**${PATH}`, { waitUntil: 'load' }), page.keyboard.press('Enter')]);
  await page.getByRole('status').waitFor();
}

test('a wrong request is pasted, and what is wrong is read; set right it would be accepted', async () => {
  const { page, troubles, strangers } = await visitor.visit(PATH);
  await paste(page, command(JSON.stringify(JSON.parse(BODY))));
  expect(await page.getByRole('status').textContent()).toContain('This request would be refused');
  expect(await page.getByRole('status').textContent()).toContain('the signed text is the compact form');
  expect(await page.getByLabel(/^The request/).inputValue()).toBe(command(JSON.stringify(JSON.parse(BODY))));
  await paste(page, command(BODY));
  expect(await page.getByRole('status').textContent()).toContain('This request would be accepted');
  expect(await page.title()).toBe('This request would be accepted · Signature doctor · Waybill');
  expect(await page.locator('.signed').textContent()).toContain('POSTCR LF');
  expect([troubles, strangers]).toEqual([[], []]);
});

test('on a phone nothing is wider than the screen', async () => {
  const { page } = await visitor.visit(PATH);
  await page.setViewportSize({ width: 360, height: 740 });
  await paste(page, command(BODY));
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});

test('it is usable by everyone, empty and with an answer', async () => {
  expect(await visitor.accessibilityFaults(PATH)).toEqual([]);
  expect(await visitor.accessibilityFaults(PATH, (page) => paste(page, command('')))).toEqual([]);
});
