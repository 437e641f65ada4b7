import type { BrowserContextOptions, Page } from 'playwright-core';
import { accessibilityFaults } from './accessibility.ts';
import { openBrowser, type Sight } from './browser.ts';

type Visit = {
  readonly page: Page;
  /** What the console complained of. */
  readonly troubles: readonly string[];
  /** Who else was asked for something. */
  readonly strangers: readonly string[];
};

export type Visitor = {
  visit(path: string, further?: BrowserContextOptions): Promise<Visit>;
  /** By day and at night; `go` leads to the state that is checked. */
  accessibilityFaults(path: string, go?: (page: Page) => Promise<void>): Promise<string[]>;
  leave(): Promise<void>;
};

/** Somebody with a real browser. */
export async function visitorOf({ port }: { readonly port: number }, sight?: Sight): Promise<Visitor> {
  const browser = await openBrowser(sight);
  const base = `https://localhost:${port}`;
  const newPage = async (options: BrowserContextOptions) =>
    (await browser.newContext({ ignoreHTTPSErrors: true, colorScheme: 'light', ...options })).newPage();
  return {
    async visit(path, further = {}) {
      const page = await newPage(further);
      const troubles: string[] = [];
      const strangers: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') troubles.push(message.text());
      });
      page.on('pageerror', (error) => troubles.push(error.message));
      page.on('request', (request) => {
        if (!request.url().startsWith(base) && !request.url().startsWith('data:')) strangers.push(request.url());
      });
      await page.goto(base + path, { waitUntil: 'load' });
      return { page, troubles, strangers };
    },
    async accessibilityFaults(path, go = async () => {}) {
      const page = await newPage({ reducedMotion: 'reduce' });
      await page.goto(base + path);
      await go(page);
      const faults = await accessibilityFaults(page);
      await page.close();
      return faults;
    },
    leave: () => browser.close(),
  };
}
