import type { Dice } from './dice.ts';

/** Text that has broken programs: of databases, templates, shells, paths, and of those who count characters. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202egnp.exe',
  '\u200b\u200d\ufeff',
  'e\u0301',
  '\u00e9',
  '\ufb03',
  'İstanbul ı',
  '👩‍👩‍👧‍👦'.repeat(40),
  'Z̴̡̛a̵l̸g̶o̷',
  '\r\n\r\nHTTP/1.1 200 OK',
  '\u2028\u2029',
  "' or 1=1 --",
  "'; drop table orders; --",
  '"; select pg_sleep(0) --',
  '%',
  '_%_',
  '\\',
  '$1',
  '$' + '{7*7}',
  '{{constructor.constructor("return 1")()}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=1>',
  '../../../../etc/passwd',
  '..\\..\\x',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '-0',
  '1e400',
  '1e18',
  '0x10',
  '9223372036854775807',
  '9223372036854775808',
  '99999999999999999999999999',
  '2147483648',
  '1234567890123456789',
  '1970-01-01T00:00:00Z',
  '0000-00-00',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '2026-02-30',
  '2026-13-01',
  '2026-11-16T24:00:00Z',
  '2026-11-16T04:00:00+14:00',
  'HK HKG',
  'en_HK',
  '+852',
  '+85256847123 ext 1',
  'x'.repeat(201),
  'x'.repeat(5_000),
  '字'.repeat(1_501),
  '١٢٣',
  '１２３',
  '[]',
  '{}',
  'https://localhost:1/hook',
  'http://[::1]:1/',
  'file:///etc/passwd',
  'javascript:1',
];

const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  -0.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 53 + 2,
  1e18,
  1e19,
  -1e19,
  1e308,
  5e-324,
  90.000001,
  180.5,
];

/** Any characters, also such as are none. */
const anyText = (dice: Dice): string =>
  String.fromCodePoint(
    ...Array.from({ length: dice.whole(30) }, () => dice.whole(dice.pick([0x80, 0x800, 0x11_0000]))),
  );

export const hostileText = (dice: Dice): string => (dice.percent(20) ? anyText(dice) : dice.pick(TEXTS));

export function hostileValue(dice: Dice): unknown {
  switch (dice.whole(8)) {
    case 0:
      return null;
    case 1:
      return dice.percent(50);
    case 2:
      return dice.pick(NUMBERS);
    case 3:
      return [];
    case 4:
      return {};
    case 5:
      return [hostileText(dice), dice.pick(NUMBERS), null];
    case 6:
      return { [dice.pick(['data', 'id', 'toString', 'a'])]: hostileText(dice) };
    default:
      return hostileText(dice);
  }
}

/** As deep as it is asked for. */
export function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
