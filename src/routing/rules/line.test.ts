import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Point } from '../../foundation/geo.ts';
import { decodeLine, isOnEarth, simplifyLine } from './line.ts';

/** As the format describes it: five bits a letter, the lowest first, each with a bit for "more follows". */
function encode(line: readonly Point[]): string {
  const letters: string[] = [];
  const write = (step: number) => {
    let bits = step < 0 ? -step * 2 - 1 : step * 2;
    for (; bits >= 32; bits = Math.floor(bits / 32)) letters.push(String.fromCharCode((bits % 32) + 32 + 63));
    letters.push(String.fromCharCode(bits + 63));
  };
  const millionths = (degrees: number) => Math.round(degrees * 1e6);
  let [lat, lng] = [0, 0];
  for (const point of line) {
    write(millionths(point.lat) - lat);
    write(millionths(point.lng) - lng);
    [lat, lng] = [millionths(point.lat), millionths(point.lng)];
  }
  return letters.join('');
}

describe('a line in letters', () => {
  test('is read to the millionth of a degree', () => {
    // Five digits in the well-known example are six here: ten times as near to zero.
    expect(decodeLine('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual([
      { lat: 3.85, lng: -12.02 },
      { lat: 4.07, lng: -12.095 },
      { lat: 4.3252, lng: -12.6453 },
    ]);
    expect(decodeLine('')).toEqual([]);
    // Straight to the east, then not at all.
    expect(decodeLine('?A??')).toEqual([
      { lat: 0, lng: 0.000001 },
      { lat: 0, lng: 0.000001 },
    ]);
  });

  test('comes back as it was written, anywhere on earth', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((value) => value / 1e6);
    const lines = fc.array(fc.record({ lat: degrees(90), lng: degrees(180) }), { maxLength: 50 });
    fc.assert(
      fc.property(lines, (line) => {
        const read = decodeLine(encode(line));
        expect(read).toHaveLength(line.length);
        for (const [index, { lat, lng }] of line.entries()) {
          expect(read[index]?.lat).toBeCloseTo(lat, 9);
          expect(read[index]?.lng).toBeCloseTo(lng, 9);
        }
      }),
    );
  });

  test.each(['_', '_p~iF', '_p~iF~ps|', '<script>', 'ä', '____________________', 'way to the east'])(
    'that is none (%s) leads nowhere on earth',
    (text) => {
      expect(decodeLine(text).every(isOnEarth)).toBe(false);
    },
  );

  test('never takes longer than its letters', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeLine(text).length <= text.length));
  });
});

test('a point is on earth up to its ends, and nothing else is', () => {
  expect(
    [
      { lat: 90, lng: 180 },
      { lat: -90, lng: -180 },
    ].every(isOnEarth),
  ).toBe(true);
  const others = [
    { lat: 90.000001, lng: 0 },
    { lat: -90.000001, lng: 0 },
    { lat: 0, lng: '1' },
    { lat: 0, lng: -180.000001 },
    { lat: Number.NaN, lng: 0 },
    { lat: '1', lng: 1 },
    {},
    null,
    undefined,
    7,
  ];
  expect(others.filter(isOnEarth)).toEqual([]);
});

describe('a simpler line', () => {
  const north = (meters: number, metersEast = 0): Point => ({ lat: meters / 111_195, lng: metersEast / 111_195 });

  test('keeps its ends and its corners, and lets go of what lies between', () => {
    const corner = [north(0), north(50), north(100), north(100, 50), north(100, 100)];
    expect(simplifyLine(corner, 5)).toEqual([north(0), north(100), north(100, 100)]);
  });

  test('keeps every bend of a way that has several', () => {
    const winding = [north(0), north(100, 40), north(200, -40), north(300, 40), north(400)];
    expect(simplifyLine(winding, 5)).toEqual(winding);
  });

  test('measures to the east by the length of a degree there', () => {
    const at60 = (metersEast: number, metersNorth: number): Point => ({
      lat: 60 + metersNorth / 111_195,
      lng: 25 + metersEast / (111_195 / 2),
    });
    const bent = (meters: number) => [at60(0, 0), at60(meters, 100), at60(0, 200)];
    expect(simplifyLine(bent(4.9), 5)).toHaveLength(2);
    expect(simplifyLine(bent(5.1), 5)).toHaveLength(3);
  });

  test('leaves out a point beside the line by so many metres, and not by more', () => {
    const bent = (meters: number) => [north(0), north(100, meters), north(200)];
    expect(simplifyLine(bent(4.99), 5)).toHaveLength(2);
    expect(simplifyLine(bent(5.01), 5)).toHaveLength(3);
  });

  test('keeps the far end of a way there and back', () => {
    expect(simplifyLine([north(0), north(500), north(0)], 5)).toEqual([north(0), north(500), north(0)]);
  });

  test('keeps where a way turns back beyond its ends', () => {
    const beyond = [north(0), north(900), north(500)];
    const before = [north(0), north(-400), north(500)];
    for (const line of [beyond, before]) expect(simplifyLine(line, 5)).toEqual(line);
    expect(simplifyLine([north(0), north(504), north(-4), north(500)], 5)).toEqual([north(0), north(500)]);
  });

  test('keeps the one far point of a way that ends where it began, and both sides of a bend', () => {
    const round = [north(0), north(1), north(500), north(3), north(0)];
    expect(simplifyLine(round, 5)).toEqual([north(0), north(500), north(0)]);
    const bends = [north(0), north(100, 50), north(200, 400), north(300, 50), north(400)];
    expect(simplifyLine(bends, 5)).toEqual(bends);
  });

  test.each([0, 1, 2])('of %i points is the same', (count) => {
    const line = [north(0), north(1)].slice(0, count);
    expect(simplifyLine(line, 5)).toEqual(line);
  });
});
