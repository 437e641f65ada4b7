import type { Browser, BrowserContextOptions } from 'playwright-core';
import { type Screen, screenOf } from './screen.ts';
import type { World } from './world.ts';

/** Somebody whose browser has a session. */
type SignedIn = { readonly desk: 'portal' | 'console'; cookie(): string | undefined };

/** The desk in a context of its own, signed in by the cookie; at its home, or at the path that is named. */
export async function openDesk(
  browser: Browser,
  world: Pick<World, 'port'>,
  user: SignedIn,
  path = '',
  further: BrowserContextOptions = {},
): Promise<Screen> {
  const screen = await openSignedOut(browser, world, further);
  const [name, value] = (user.cookie() ?? '').split('=') as [string, string];
  await screen.page.context().addCookies([{ name, value, url: `https://localhost:${world.port}`, secure: true }]);
  await screen.page.goto(`/${user.desk}${path}`);
  return screen;
}

/** A browser at no page yet, in which nobody is signed in. */
export async function openSignedOut(
  browser: Browser,
  { port }: Pick<World, 'port'>,
  further: BrowserContextOptions = {},
): Promise<Screen> {
  const base = `https://localhost:${port}`;
  const context = await browser.newContext({
    baseURL: base,
    ignoreHTTPSErrors: true,
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    // A colour on its way to another one is neither.
    reducedMotion: 'reduce',
    ...further,
  });
  context.setDefaultTimeout(10_000);
  return screenOf(await context.newPage(), base);
}
