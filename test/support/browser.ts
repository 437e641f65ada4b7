import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

/** The first has no windows that nobody looks at: a page costs it half of what it costs the second. */
const NAMES = ['chromium-headless-shell', 'chromium', 'google-chrome', 'chrome'];
const ON_PATH = NAMES.map((name) => `command -v ${name}`).join(' || ');
const INSTALL = `
  apt-get update
  export DEBIAN_FRONTEND=noninteractive
  for name in chromium-headless-shell chromium; do
    apt-get install -y --no-install-recommends $name fonts-dejavu-core && break
  done`;
const LOCK = path.join(os.tmpdir(), 'waybill-browser.lock');

/** CHROME_PATH, else a Chromium on the PATH, else one from Debian's packages; never skipped in silence. */
function findChromium(): string {
  const found = process.env.CHROME_PATH ?? told('sh', ['-c', ON_PATH]);
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && told('apt-get', ['--version']) !== undefined) {
    // One of those who miss it installs it, the others wait.
    spawnSync('flock', [LOCK, 'sh', '-c', `${ON_PATH} || {${INSTALL}\n}`], { stdio: 'ignore' });
  }
  const installed = told('sh', ['-c', ON_PATH]);
  if (installed !== undefined) return installed;
  throw new Error(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell), or set CHROME_PATH.',
  );
}

function told(command: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

export type Sight = {
  /** Maps are drawn by WebGL, here in software, which is slow; otherwise they stay the sketch that they begin as. */
  readonly drawsMaps?: boolean;
};

/** Each window's address bar is two pages of the browser's own, which no test looks at. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** What Playwright switches off for steady tests without calls to strangers: the browser heeds the last such list only. */
const SWITCHED_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'MediaRouter'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled'],
  ...['PreconnectToSearch'],
];

const launched = new Map<boolean, Promise<Browser>>();

/** A browser for whoever opens it: behind it is one for all files of a worker, in which closing closes what was opened by this one. */
export async function openBrowser({ drawsMaps = false }: Sight = {}): Promise<Browser> {
  const shared = await (launched.get(drawsMaps) ?? launch(drawsMaps));
  const contexts: BrowserContext[] = [];
  return Object.assign(Object.create(shared) as Browser, {
    async newContext(options?: BrowserContextOptions) {
      const context = await shared.newContext(options);
      contexts.push(context);
      return context;
    },
    async close() {
      for (const context of contexts.splice(0)) await context.close();
    },
  });
}

function launch(drawsMaps: boolean): Promise<Browser> {
  const launching = chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      // Only WebGL by the software that stands in for a graphics card: pages themselves would cost several times as much by it.
      ...(drawsMaps
        ? ['--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader']
        : ['--disable-gpu', '--disable-3d-apis']),
      // What contexts ignore for pages, this ignores for service workers: the tests' authority is not the system's.
      '--ignore-certificate-errors',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...ADDRESS_BAR, ...SWITCHED_OFF]}`,
    ],
  });
  launched.set(drawsMaps, launching);
  return launching;
}
