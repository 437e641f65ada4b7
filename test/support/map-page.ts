import { readFile } from 'node:fs/promises';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import type { MapView } from '../../web/shared/map/view.ts';

const FOLDER = path.resolve('web/testing/map-page');
const BASE = '/map-page/';

/** Builds the page with the map into a folder, as the apps are built. */
export async function buildMapPage(folder: string): Promise<void> {
  await build({
    configFile: false,
    plugins: [tailwindcss()],
    root: FOLDER,
    base: BASE,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
}

type MapPageOptions = BrowserContextOptions & { readonly withoutWebGl?: boolean };

/** Opens the page at the world's own address and under its own policy; what the page asks for beyond itself goes to the world. */
export async function openMapPage(
  browser: Browser,
  { port, folder, policy }: { readonly port: number; readonly folder: string; readonly policy: string },
  view: MapView,
  { withoutWebGl = false, ...options }: MapPageOptions = {},
) {
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 390, height: 640 },
    deviceScaleFactor: 1,
    ...options,
  });
  const base = `https://localhost:${port}`;
  const troubles: string[] = [];
  const strangers: string[] = [];
  await context.route(`${base}${BASE}**`, async (route) => {
    const file = new URL(route.request().url()).pathname.slice(BASE.length) || 'index.html';
    const body = await readFile(path.join(folder, file));
    await route.fulfill({ body, contentType: typeOf(file), headers: { 'content-security-policy': policy } });
  });
  if (withoutWebGl) await context.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(base)) strangers.push(request.url());
  });
  page.on('pageerror', (error) => troubles.push(error.message));
  await page.goto(base + BASE);
  await show(page, view);
  return { page, troubles, strangers };
}

export async function show(page: Page, view: MapView | 'remove'): Promise<void> {
  await page.evaluate(`window.postMessage(${JSON.stringify(view)})`);
}

function typeOf(file: string): string {
  const types: Readonly<Record<string, string>> = {
    html: 'text/html',
    css: 'text/css',
    js: 'text/javascript',
    mjs: 'text/javascript',
  };
  return types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
}
