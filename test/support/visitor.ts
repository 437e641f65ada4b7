import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, type Sight } from './browser.ts';

type Scheme = 'light' | 'dark';
type Visit = {
  readonly page: Page;
  /** What the console complained of. */
  readonly troubles: readonly string[];
  /** Who else was asked for something. */
  readonly strangers: readonly string[];
};

export type Visitor = {
  visit(path: string, scheme?: Scheme, further?: BrowserContextOptions): Promise<Visit>;
  /** In a context of its own, where the page's policy lets the checker in; `go` leads to the state that is checked. */
  accessibilityFaults(path: string, scheme: Scheme, go?: (page: Page) => Promise<void>): Promise<string[]>;
  leave(): Promise<void>;
};

/** Somebody with a real browser. */
export async function visitorOf({ port }: { readonly port: number }, sight?: Sight): Promise<Visitor> {
  const browser = await openBrowser(sight);
  const base = `https://localhost:${port}`;
  return {
    async visit(path, colorScheme = 'light', further = {}) {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme, bypassCSP: false, ...further });
      const page = await context.newPage();
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
    async accessibilityFaults(path, colorScheme, go = async () => {}) {
      const context = await browser.newContext({ ignoreHTTPSErrors: true, colorScheme, bypassCSP: true });
      const page = await context.newPage();
      await page.goto(base + path);
      await go(page);
      await page.addScriptTag({ content: axe.source });
      const { violations } = (await page.evaluate('axe.run()')) as {
        violations: { id: string; nodes: { html: string }[] }[];
      };
      await context.close();
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    leave: () => browser.close(),
  };
}
