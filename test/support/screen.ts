import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';

const NARROW = 360;

/** What a page shows, as those see it who look after it. */
export type Screen = {
  readonly page: Page;
  /** What the console complained of. */
  readonly troubles: readonly string[];
  /** Who else was asked for something. */
  readonly strangers: readonly string[];
  /** Of the screen as it stands, in daylight and at night. */
  accessibilityFaults(): Promise<readonly string[]>;
  /** How much of the screen as it stands lies beyond the right edge of a narrow phone. */
  overhang(): Promise<number>;
};

/** From now on; `base` is where everything may come from. */
export function screenOf(page: Page, base: string): Screen {
  const troubles: string[] = [];
  const strangers: string[] = [];
  page.on('console', (message) => {
    // The browser itself writes down every refusal of the server.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(base)) strangers.push(request.url());
  });
  return {
    page,
    troubles,
    strangers,
    accessibilityFaults: () => accessibilityFaults(page),
    async overhang() {
      const usual = page.viewportSize() as { width: number; height: number };
      await page.setViewportSize({ ...usual, width: NARROW });
      const width = await page.evaluate('document.documentElement.scrollWidth');
      await page.setViewportSize(usual);
      return Math.max(0, Number(width) - NARROW);
    },
  };
}

/** Usable by everyone, also on a narrow phone; nothing was complained of and nobody else asked, up to now. */
export async function expectFaultless(screen: Screen): Promise<void> {
  // A screen is fetched when it is first shown.
  await screen.page.getByRole('heading').first().waitFor();
  const { troubles, strangers } = screen;
  expect({
    faults: await screen.accessibilityFaults(),
    overhang: await screen.overhang(),
    troubles,
    strangers,
  }).toEqual({ faults: [], overhang: 0, troubles: [], strangers: [] });
}

export const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
export const heading = (within: Page | Locator, name: string) => within.getByRole('heading', { name, exact: true });

/** The server gives its answers to such calls, and the page has none of them before they are let go. */
export async function holdAnswers({ page }: Pick<Screen, 'page'>, path: string) {
  const given: (() => Promise<void>)[] = [];
  let isHeld = true;
  await page.route(path, async (route) => {
    if (!isHeld) return route.continue();
    const response = await route.fetch();
    given.push(() => route.fulfill({ response }));
  });
  return {
    areGiven: () => given.length > 0,
    async letGo(): Promise<void> {
      isHeld = false;
      const arrived = page.waitForResponse(path);
      for (const give of given) await give();
      await (await arrived).finished();
      await page.unroute(path);
    },
  };
}

/** Whether the characters of a text in this line stand from left to right, whatever is written beside them. */
export function isReadForward(line: Locator, text: string): Promise<boolean> {
  return line.evaluate((element, wanted) => {
    const page = element.ownerDocument;
    const nodes = page.createTreeWalker(element, page.defaultView.NodeFilter.SHOW_TEXT);
    while (nodes.nextNode() && !nodes.currentNode.data.includes(wanted));
    const start = nodes.currentNode.data.indexOf(wanted);
    const lefts: readonly number[] = [...wanted].map((_, index) => {
      const range = page.createRange();
      range.setStart(nodes.currentNode, start + index);
      range.setEnd(nodes.currentNode, start + index + 1);
      return range.getBoundingClientRect().left;
    });
    return lefts.every((left, index) => index === 0 || left > (lefts[index - 1] as number));
  }, text);
}
