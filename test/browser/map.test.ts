import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MapView } from '../../web/shared/map/view.ts';
import { accessibilityFaults } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { buildMapPage, openMapPage, show } from '../support/map-page.ts';
import { tileFile } from '../support/tiles.ts';
import { createWorld, type World } from '../support/world.ts';

const CENTRAL = { lat: 22.2819, lng: 114.1582 };
const MONG_KOK = { lat: 22.3193, lng: 114.1694 };
const KWUN_TONG = { lat: 22.3122, lng: 114.2257 };
const VIEW: MapView = {
  market: 'HK',
  stops: [
    { ...CENTRAL, kind: 'pickUp', label: 'Pick-up, Central', closed: false },
    { ...MONG_KOK, kind: 'dropOff', label: 'Drop-off 1, Mong Kok', closed: false },
    { ...KWUN_TONG, kind: 'dropOff', label: 'Drop-off 2, Kwun Tong', closed: false },
  ],
  route: [CENTRAL, MONG_KOK, KWUN_TONG],
  driver: { lat: 22.295, lng: 114.162, headingDegrees: 20 },
};
const COLORS = {
  light: { water: '#cfdfe8', land: '#e8e5dc', area: '#f6f3eb', route: '#0b6b57', road: '#ffffff' },
  dark: { water: '#0d141b', land: '#1a2026', area: '#252d35', route: '#6fd3ba', road: '#3a444f' },
} as const;
/** One tile around Hong Kong, some 36 kilometres wide: earth in the west of it, a highway across, a town beside it. */
const TILE = [10, 836, 446] as const;
const TILES = tileFile(TILE, [
  {
    name: 'earth',
    type: 'polygon',
    shapes: [
      {
        kind: 'earth',
        line: [
          [0, 0],
          [3_300, 0],
          [3_300, 4_096],
          [0, 4_096],
        ],
      },
    ],
  },
  {
    name: 'roads',
    type: 'line',
    shapes: [
      {
        kind: 'highway',
        line: [
          [0, 3_600],
          [4_096, 3_600],
        ],
      },
    ],
  },
  { name: 'places', type: 'point', shapes: [{ kind: 'locality', name: 'Town 香港', line: [[3_500, 3_950]] }] },
]);

let world: World;
let browser: Browser;
let withTiles: World;
let folder: string;
let policy: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'waybill-map-page-'));
  const file = path.join(folder, 'city.pmtiles');
  await writeFile(file, TILES);
  await buildMapPage(path.join(folder, 'built'));
  world = await createWorld();
  withTiles = await createWorld({ env: { WAYBILL_MAP_PMTILES: file } });
  browser = await openBrowser({ drawsMaps: true });
  policy = String((await world.send({ path: '/driver' })).headers['content-security-policy']);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([world, withTiles].map((one) => one?.close()));
  await rm(folder, { recursive: true, force: true });
});

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Options = Parameters<typeof openMapPage>[3] & { readonly of?: World; readonly view?: MapView };

const open = ({ of = world, view = VIEW, ...options }: Options = {}) =>
  openMapPage(browser, { port: of.port, folder: path.join(folder, 'built'), policy }, view, options);
const drawn = (page: Page) => page.locator('.map-sketch').waitFor({ state: 'detached', timeout: 30_000 });
const placeOf = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox()) as Box;
  return { x: x + width / 2, y: y + height / 2 };
};

/** How many points of the map have that colour, or nearly. */
async function pointsOf(page: Page, color: string): Promise<number> {
  return countPoints(await page.locator('.map').screenshot(), color);
}

async function countPoints(picture: Buffer, color: string): Promise<number> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const wanted = Buffer.from(color.slice(1), 'hex');
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const difference = [0, 1, 2].reduce((sum, part) => sum + Math.abs((data[at + part] ?? 0) - (wanted[part] ?? 0)), 0);
    if (difference <= 6) count += 1;
  }
  return count;
}

describe.each(['light', 'dark'] as const)('a map, %s', (colorScheme) => {
  const { water, land, area, route, road } = COLORS[colorScheme];

  test('shows areas, land, water and the route, under the policy of the pages', async () => {
    const { page, troubles } = await open({ colorScheme });
    await drawn(page);
    expect(await pointsOf(page, area)).toBeGreaterThan(50_000);
    expect(await pointsOf(page, water)).toBeGreaterThan(5_000);
    expect(await pointsOf(page, route)).toBeGreaterThan(800);
    // Further out the mainland comes into sight, where nobody delivers.
    const zoomOut = page.getByRole('button', { name: 'Zoom out' });
    await expect.poll(() => zoomOut.click().then(() => pointsOf(page, land))).toBeGreaterThan(10_000);
    expect(troubles).toEqual([]);
  });

  test('shows the streets of the operator’s tiles, with names, and asks nobody else', async () => {
    const { page, troubles, strangers } = await open({ colorScheme, of: withTiles });
    await drawn(page);
    expect(await pointsOf(page, area)).toBeGreaterThan(20_000);
    expect(await pointsOf(page, water)).toBeGreaterThan(20_000);
    expect(await pointsOf(page, road)).toBeGreaterThan(300);
    expect(await pointsOf(page, route)).toBeGreaterThan(800);
    expect([troubles, strangers]).toEqual([[], []]);
  });
});

test.each([false, true])('is usable by everyone (without WebGL: %s)', async (withoutWebGl) => {
  const { page } = await open({ withoutWebGl, reducedMotion: 'reduce' });
  if (!withoutWebGl) await drawn(page);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('names of places are drawn by the browser itself, without a server of letters', async () => {
  const { page } = await open({ of: withTiles });
  await drawn(page);
  const map = (await page.locator('.map').boundingBox()) as Box;
  // Where the town lies, and nothing else but water.
  const around = { x: map.x + 200, y: map.y + 310, width: 120, height: 50 };
  const picture = await page.screenshot({ clip: around });
  const letters = around.width * around.height - (await countPoints(picture, COLORS.light.water));
  expect(letters).toBeGreaterThan(100);
  expect(letters).toBeLessThan(2_000);
});

test('a sketch is there at once, and stays where the browser has no WebGL', async () => {
  const { page, troubles } = await open({ withoutWebGl: true });
  await page.waitForLoadState('networkidle');
  expect(await page.locator('.map-sketch').count()).toBe(1);
  expect(
    await page.getByRole('img').evaluateAll((markers) => markers.map((marker) => marker.getAttribute('aria-label'))),
  ).toEqual(['Pick-up, Central', 'Drop-off 1, Mong Kok', 'Drop-off 2, Kwun Tong', 'Driver']);
  expect(await pointsOf(page, COLORS.light.route)).toBeGreaterThan(800);
  await show(page, { ...VIEW, stops: VIEW.stops.map((stop) => ({ ...stop, closed: true })) });
  await expect.poll(() => page.locator('.map-stop-closed').count()).toBe(3);
  expect(troubles).toEqual([]);
});

describe('as the delivery goes on', () => {
  const elsewhere = { lat: 22.305, lng: 114.165 };

  test('the driver glides to the next place, or stands there at once for who wants no motion', async () => {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const { page } = await open({ reducedMotion });
      await drawn(page);
      const driver = page.getByRole('img', { name: 'Driver' });
      const before = await placeOf(driver);
      await page.evaluate(`
        window.places = new Set();
        const driver = document.querySelector('.map-driver');
        new MutationObserver(() => places.add(driver.style.transform)).observe(driver, { attributeFilter: ['style'] });
      `);
      await show(page, { ...VIEW, driver: { ...elsewhere, headingDegrees: 20 } });
      await expect.poll(async () => before.y - (await placeOf(driver)).y).toBeGreaterThan(30);
      const places = Number(await page.evaluate('places.size'));
      expect(reducedMotion === 'reduce' ? places === 1 : places > 2, `${reducedMotion}: ${places}`).toBe(true);
    }
  });

  test('a stop that is done is ticked off, and the map stays where it is', async () => {
    const { page } = await open();
    await drawn(page);
    const pickUp = page.getByRole('img', { name: 'Pick-up, Central' });
    const before = await placeOf(pickUp);
    await show(page, { ...VIEW, stops: VIEW.stops.map((stop, index) => ({ ...stop, closed: index === 0 })) });
    await expect.poll(() => pickUp.textContent()).toBe('✓');
    expect(await placeOf(pickUp)).toEqual(before);
  });

  test('another delivery is shown whole', async () => {
    const { page } = await open();
    await drawn(page);
    const tuenMun = {
      lat: 22.3916,
      lng: 113.9771,
      kind: 'dropOff',
      label: 'Drop-off, Tuen Mun',
      closed: false,
    } as const;
    await show(page, { ...VIEW, stops: [...VIEW.stops.slice(0, 1), tuenMun], route: [CENTRAL, tuenMun] });
    const map = (await page.locator('.map').boundingBox()) as Box;
    await expect
      .poll(async () => {
        const { x, y } = await placeOf(page.getByRole('img', { name: 'Drop-off, Tuen Mun' }));
        return x > map.x && x < map.x + map.width && y > map.y && y < map.y + map.height;
      })
      .toBe(true);
  });

  test('it is moved by keys, and gone when it is taken away', async () => {
    const { page, troubles } = await open();
    await drawn(page);
    const pickUp = page.getByRole('img', { name: 'Pick-up, Central' });
    const before = await placeOf(pickUp);
    await page.getByRole('region', { name: 'Map of the delivery' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await placeOf(pickUp)).x).toBeLessThan(before.x - 50);
    await show(page, 'remove');
    await expect.poll(() => page.locator('#map > *').count()).toBe(0);
    expect(troubles).toEqual([]);
  });
});
