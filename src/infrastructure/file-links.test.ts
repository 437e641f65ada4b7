import { expect, test } from 'vitest';
import { createFileLinks, type GivenLink } from './file-links.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const DAY_MS = 24 * 60 * 60 * 1_000;
const FILE = 'proofs/2026/11/x7Kq.jpg';
const KEY = Buffer.alloc(32, 1);
const OTHER_KEY = Buffer.alloc(32, 2);
const options = { publicUrl: 'https://delivery.example.com' };
const WEEK_LATER = NOON + 7 * DAY_MS;
const links = createFileLinks({ keys: [KEY], ...options });

function partsOf(link: string): Record<keyof GivenLink, string> {
  const url = new URL(link);
  return { key: url.pathname.split('/').at(-1) ?? '', ...Object.fromEntries(url.searchParams) } as Record<
    keyof GivenLink,
    string
  >;
}
const link = partsOf(links.linkTo(FILE, '5001', WEEK_LATER));

test('a link stands on the public address, without the key of the file in plain sight', () => {
  expect(links.linkTo(FILE, '5001', WEEK_LATER)).toMatch(
    /^https:\/\/delivery\.example\.com\/files\/[\w-]+\?owner=5001&expires=\d+&signature=[\w-]{43}$/,
  );
});

test('a link opens its file until its time, and not at that moment any more', () => {
  expect(links.opens(link, NOON)).toBe(FILE);
  expect(links.opens(link, WEEK_LATER - 1)).toBe(FILE);
  expect(links.opens(link, WEEK_LATER)).toBeUndefined();
});

test.each(['key', 'owner', 'expires', 'signature'] as const)('a link with another %s opens nothing', (part) => {
  const other = partsOf(links.linkTo('proofs/2026/11/y.jpg', '5002', WEEK_LATER + 1));
  expect(links.opens({ ...link, [part]: other[part] }, NOON)).toBeUndefined();
  expect(links.opens({ ...link, [part]: '' }, NOON)).toBeUndefined();
  expect(links.opens({ ...link, [part]: undefined }, NOON)).toBeUndefined();
  expect(links.opens({ ...link, [part]: [link[part], link[part]] }, NOON)).toBeUndefined();
});

test('no single changed character of the signature goes unseen', () => {
  for (let index = 0; index < link.signature.length - 1; index++) {
    const changed = link.signature[index] === 'A' ? 'B' : 'A';
    const signature = link.signature.slice(0, index) + changed + link.signature.slice(index + 1);
    expect(links.opens({ ...link, signature }, NOON)).toBeUndefined();
  }
});

test('a time that is none, signed or not, opens nothing', () => {
  for (const expires of ['NaN', 'Infinity', '1e99', '-1', 'never']) {
    expect(links.opens({ ...link, expires }, NOON)).toBeUndefined();
  }
});

test('the owner may be any text', () => {
  for (const owner of ['', 'a&expires=1', 'Ünïcode ", \\', '5001\n']) {
    expect(links.opens(partsOf(links.linkTo(FILE, owner, WEEK_LATER)), NOON)).toBe(FILE);
  }
});

test('links signed with another key open nothing, those signed with the key before still do', () => {
  const foreign = createFileLinks({ keys: [OTHER_KEY], ...options });
  const rotated = createFileLinks({ keys: [OTHER_KEY, KEY], ...options });
  expect(foreign.opens(link, NOON)).toBeUndefined();
  expect(rotated.opens(link, NOON)).toBe(FILE);
  expect(foreign.opens(partsOf(rotated.linkTo(FILE, '5001', WEEK_LATER)), NOON)).toBe(FILE);
});

test('what is no file key is not opened, whoever signed it', () => {
  for (const text of ['../../etc/passwd', 'proofs/../x.jpg', '']) {
    expect(links.opens(partsOf(links.linkTo(text, '5001', WEEK_LATER)), NOON)).toBeUndefined();
  }
});
