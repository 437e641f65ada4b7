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

const OF_DRAWN_MAPS = /draw-map|open-map|maplibre|\/map\/HK\.json/;
const fetched = async (page: Page) =>
  (await page.evaluate('performance.getEntriesByType("resource").map(({ name }) => name)')) as string[];

const picture = (page: Page) => page.locator('.map').screenshot();

/** How many points of a picture have that colour, or nearly. */
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
    const { page, troubles } = await open({ colorScheme, reducedMotion: 'reduce' });
    await drawn(page);
    const map = await picture(page);
    expect(await countPoints(map, area)).toBeGreaterThan(50_000);
    expect(await countPoints(map, water)).toBeGreaterThan(5_000);
    expect(await countPoints(map, route)).toBeGreaterThan(800);
    // Further out the mainland comes into sight, where nobody delivers.
    const zoomOut = page.getByRole('button', { name: 'Zoom out' });
    await expect
      .poll(async () => {
        await zoomOut.click();
        return countPoints(await picture(page), land);
      })
      .toBeGreaterThan(10_000);
    expect(troubles).toEqual([]);
  });

  test('shows the streets of the operator’s tiles, with names that the browser draws itself, without a server of letters, and asks nobody else', async () => {
    const { page, troubles, strangers } = await open({ colorScheme, of: withTiles });
    await drawn(page);
    const map = await picture(page);
    expect(await countPoints(map, area)).toBeGreaterThan(20_000);
    expect(await countPoints(map, water)).toBeGreaterThan(20_000);
    expect(await countPoints(map, road)).toBeGreaterThan(300);
    expect(await countPoints(map, route)).toBeGreaterThan(800);
    // Where the town lies, and nothing else but water.
    const around = { left: 200, top: 310, width: 120, height: 50 };
    const town = await sharp(map).extract(around).toBuffer();
    const letters = around.width * around.height - (await countPoints(town, water));
    expect(letters).toBeGreaterThan(100);
    expect(letters).toBeLessThan(2_000);
    expect([troubles, strangers]).toEqual([[], []]);
  });
});

test('a sketch is there at once, stays where the browser has no WebGL, and is usable by everyone', async () => {
  const { page, troubles } = await open({ withoutWebGl: true, reducedMotion: 'reduce' });
  await page.waitForLoadState('networkidle');
  // Nor does such a browser fetch what it could not draw with.
  expect(await fetched(page)).not.toContainEqual(expect.stringMatching(OF_DRAWN_MAPS));
  expect(await page.locator('.map-sketch').count()).toBe(1);
  expect(
    await page.getByRole('img').evaluateAll((markers) => markers.map((marker) => marker.getAttribute('aria-label'))),
  ).toEqual(['Pick-up, Central', 'Drop-off 1, Mong Kok', 'Drop-off 2, Kwun Tong', 'Driver']);
  expect(await countPoints(await picture(page), COLORS.light.route)).toBeGreaterThan(800);
  expect(await accessibilityFaults(page)).toEqual([]);
  await show(page, { ...VIEW, stops: VIEW.stops.map((stop) => ({ ...stop, closed: true })) });
  await expect.poll(() => page.locator('.map-stop-closed').count()).toBe(3);
  expect(troubles).toEqual([]);
});

/** Where the driver was shown on the way to the next place. */
async function placesOnTheWay(page: Page): Promise<number> {
  const driver = page.getByRole('img', { name: 'Driver' });
  const before = await placeOf(driver);
  await page.evaluate(`
    window.places = new Set();
    const driver = document.querySelector('.map-driver');
    new MutationObserver(() => places.add(driver.style.transform)).observe(driver, { attributeFilter: ['style'] });
  `);
  await show(page, { ...VIEW, driver: { lat: 22.305, lng: 114.165, headingDegrees: 20 } });
  await expect.poll(async () => before.y - (await placeOf(driver)).y).toBeGreaterThan(30);
  return Number(await page.evaluate('places.size'));
}

test('for who wants no motion the driver stands at the next place at once; the drawn map is usable by everyone', async () => {
  const { page } = await open({ reducedMotion: 'reduce' });
  await drawn(page);
  expect(await fetched(page)).toContainEqual(expect.stringMatching(OF_DRAWN_MAPS));
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await placesOnTheWay(page)).toBe(1);
});

// One story: to draw a map anew costs more than all that is done on it.
describe('as the delivery goes on', { shuffle: false }, () => {
  let page: Page;
  let troubles: readonly string[];
  beforeAll(async () => {
    ({ page, troubles } = await open({ view: { ...VIEW, market: undefined } }));
  });

  const mapBox = async () => (await page.locator('.map').boundingBox()) as Box;
  const isOnMap = async (name: string) => {
    const map = await mapBox();
    const { x, y } = await placeOf(page.getByRole('img', { name }));
    return x > map.x && x < map.x + map.width && y > map.y && y < map.y + map.height;
  };

  test('it is a sketch, for which nothing is asked, until its market is known', async () => {
    await page.getByRole('img', { name: 'Pick-up, Central' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await fetched(page)).not.toContainEqual(expect.stringContaining('/map/'));
    await show(page, VIEW);
    await drawn(page);
    expect(await fetched(page)).toContainEqual(expect.stringContaining('/map/HK.json'));
  });

  test('the driver glides to the next place', async () => {
    expect(await placesOnTheWay(page)).toBeGreaterThan(2);
  });

  test('a stop that is done is ticked off, and the map stays where it is', async () => {
    const pickUp = page.getByRole('img', { name: 'Pick-up, Central' });
    const before = await placeOf(pickUp);
    await show(page, { ...VIEW, stops: VIEW.stops.map((stop, index) => ({ ...stop, closed: index === 0 })) });
    await expect.poll(() => pickUp.textContent()).toBe('✓');
    expect(await placeOf(pickUp)).toEqual(before);
  });

  test('it is moved by keys', async () => {
    const pickUp = page.getByRole('img', { name: 'Pick-up, Central' });
    const before = await placeOf(pickUp);
    await page.getByRole('region', { name: 'Map of the delivery' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await placeOf(pickUp)).x).toBeLessThan(before.x - 50);
  });

  test('another delivery is shown whole', async () => {
    const tuenMun = {
      lat: 22.3916,
      lng: 113.9771,
      kind: 'dropOff',
      label: 'Drop-off, Tuen Mun',
      closed: false,
    } as const;
    await show(page, { ...VIEW, stops: [...VIEW.stops.slice(0, 1), tuenMun], route: [CENTRAL, tuenMun] });
    await expect.poll(() => isOnMap('Drop-off, Tuen Mun')).toBe(true);
  });

  test('it stays whole when a phone is turned or a window made narrow, until it was moved by hand', async () => {
    const narrow = async (width: number) => {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(async () => (await mapBox()).width).toBeLessThanOrEqual(width);
    };
    await narrow(240);
    await expect.poll(() => isOnMap('Drop-off, Tuen Mun')).toBe(true);
    expect(await isOnMap('Pick-up, Central')).toBe(true);
    await page.getByRole('region', { name: 'Map of the delivery' }).focus();
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowRight');
    await expect.poll(() => isOnMap('Drop-off, Tuen Mun')).toBe(false);
    await narrow(220);
    await page.waitForTimeout(1_000);
    expect(await isOnMap('Drop-off, Tuen Mun')).toBe(false);
  });

  test('it is gone when it is taken away', async () => {
    await show(page, 'remove');
    await expect.poll(() => page.locator('#map > *').count()).toBe(0);
    expect(troubles).toEqual([]);
  });
});
