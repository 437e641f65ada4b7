import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FittedText, type FontKnowledge, fitText, plainText, withReorderedSaraAm } from './text-layout.ts';

// Each font has one alphabet. Latin letters are half as wide as they are high, all others square; Thai marks take no width.
const ALPHABETS = {
  latin: /^[ -~é…“”]$/,
  thai: /^[\u0E00-\u0E7F]$/,
  traditionalChinese: /^[新加坡東門路號座，。（）「」□𨋢]$/u,
  simplifiedChinese: /^[新加坡东门路号座，。（）]$/u,
};
const fonts: FontKnowledge = {
  covers: (font, codePoint) => ALPHABETS[font].test(String.fromCodePoint(codePoint)),
  widthOf: ({ font, text }) => [...text].filter((c) => !/\p{Mark}/u.test(c)).length * (font === 'latin' ? 0.5 : 1),
};

const ONE_LINE = { width: 1_000, height: 0, sizes: [1] };
const runsOf = (text: string) => fitText(text, ONE_LINE, fonts).lines[0];
const linesOf = ({ lines }: FittedText) => lines.map((runs) => runs.map(({ text }) => text).join(''));
/** Lines of a width in letters of size 1, as many as there are. */
const broken = (text: string, width: number) => linesOf(fitText(text, { width, height: 1_000, sizes: [1] }, fonts));

describe('plain text', () => {
  test.each([
    ['Ring twice.\r\nThen wait.\n\n  Thanks  ', 'Ring twice. / Then wait. / Thanks'],
    ['a \t b\u00a0\u3000c', 'a b c'],
    ['zero\u200bwidth, soft\u00adhyphen, b\u202eidi, nul\u0000', 'zerowidth, softhyphen, bidi, nul'],
    ['Cafe\u0301', 'Café'],
    [' \r\n ', ''],
  ])('%j', (text, expected) => {
    expect(plainText(text)).toBe(expected);
  });
});

describe('each stretch of a text is set in the font that has it', () => {
  test('Latin, Thai and Chinese', () => {
    expect(runsOf('Mei 東門 ชั้น 5')).toEqual([
      { font: 'latin', text: 'Mei ' },
      { font: 'traditionalChinese', text: '東門' },
      { font: 'latin', text: ' ' },
      { font: 'thai', text: 'ชั้น' },
      { font: 'latin', text: ' 5' },
    ]);
  });

  test('one simplified character makes all of a text simplified, but for what only the other font has', () => {
    expect(runsOf('新加坡')).toEqual([{ font: 'traditionalChinese', text: '新加坡' }]);
    expect(runsOf('新加坡东')).toEqual([{ font: 'simplifiedChinese', text: '新加坡东' }]);
    expect(runsOf('新东𨋢')).toEqual([
      { font: 'simplifiedChinese', text: '新东' },
      { font: 'traditionalChinese', text: '𨋢' },
    ]);
  });

  test('what no font has is one box for each character that is seen', () => {
    const family = '👩‍👩‍👧';
    expect(runsOf(`a${family}한`)).toEqual([
      { font: 'latin', text: 'a' },
      { font: 'traditionalChinese', text: '□□□□' },
    ]);
  });
});

test('what no font has does not make a text simplified', () => {
  expect(runsOf('新한')).toEqual([{ font: 'traditionalChinese', text: '新□' }]);
});

test('a letter is written without marks that its font lacks', () => {
  expect(runsOf('b\u0301 1\ufe0f\u20e3')).toEqual([{ font: 'latin', text: 'b 1' }]);
});

describe('SARA AM', () => {
  test.each([
    ['ทำ', 'ท\u0E4D\u0E32'],
    ['น้ำ', 'น\u0E4D้\u0E32'],
    ['น้ำ ทำ', 'น\u0E4D้\u0E32 ท\u0E4D\u0E32'],
    ['นา', 'นา'],
  ])('%s', (text, expected) => {
    expect(withReorderedSaraAm(text)).toBe(expected);
  });
});

describe('lines are broken', () => {
  test('after spaces in Latin', () => {
    expect(broken('8A Orchard Road', 3.5)).toEqual(['8A', 'Orchard', 'Road']);
    expect(broken('8A Orchard Road', 5)).toEqual(['8A Orchard', 'Road']);
    expect(broken('8A Orchard Road', 4.5)).toEqual(['8A', 'Orchard', 'Road']);
  });

  test('anywhere in Chinese, but not before closing or after opening marks', () => {
    expect(broken('新加坡東門路', 4)).toEqual(['新加坡東', '門路']);
    expect(broken('新加坡東，門路', 4)).toEqual(['新加坡', '東，門路']);
    expect(broken('新加坡（東門）路', 4)).toEqual(['新加坡', '（東門）', '路']);
    expect(broken('新加坡12號', 3)).toEqual(['新加坡', '12號']);
    expect(broken('a WWW東', 3)).toEqual(['a WWW', '東']);
    expect(broken('a WWW东', 3)).toEqual(['a WWW', '东']);
  });

  test('between words in Thai', () => {
    for (const width of [12, 14]) expect(broken('กรุงเทพมหานครสวัสดี', width)).toEqual(['กรุงเทพมหานคร', 'สวัสดี']);
  });

  test('not within a Latin word beside Thai', () => {
    expect(broken('ก a-WWW', 2.5)).toEqual(['ก', 'a-WWW']);
  });

  test('within a word that is wider than a line', () => {
    expect(broken('WWWWWWW', 2)).toEqual(['WWWW', 'WWW']);
    expect(broken('a WWWWWWW', 2)).toEqual(['a', 'WWWW', 'WWW']);
    expect(broken('東WWWWWWW', 2)).toEqual(['東', 'WWWW', 'WWW']);
  });
});

describe('a text that does not fit', () => {
  const box = (height: number) => ({ width: 10, height, sizes: [2, 1] });

  test('is made smaller', () => {
    expect(fitText('0123456789', box(2.44), fonts).size).toBe(2);
    expect(fitText('0123456789a', box(2.44), fonts).size).toBe(1);
    expect(fitText('0123456789a', box(4.88), fonts)).toMatchObject({ size: 2, lines: { length: 2 } });
  });

  test('is shortened at the smallest size, and only there', () => {
    expect(linesOf(fitText('0123456789 abcdefghi', box(1.22), fonts))).toEqual(['0123456789 abcdefghi']);
    expect(linesOf(fitText('0123456789 abcdefghij', box(1.22), fonts))).toEqual(['0123456789 abcdefgh…']);
    expect(linesOf(fitText('0123456789 abcdefgh ijkl', box(1.22), fonts))).toEqual(['0123456789 abcdefgh…']);
  });

  test('keeps all lines that fit before the one that is shortened', () => {
    expect(linesOf(fitText('0123456789abcdefghij 0123456789abcdefghij klm', box(2.44), fonts))).toEqual([
      '0123456789abcdefghij',
      '0123456789abcdefghi…',
    ]);
  });

  test('has one line even where there is room for none', () => {
    expect(linesOf(fitText('0123456789', box(0), fonts))).toEqual(['0123456789']);
  });

  test('is given more room between lines of Thai', () => {
    expect(fitText('a', box(9), fonts)).toMatchObject({ ascent: 1.8, pitch: 2.44 });
    for (const text of ['ก', 'a ก']) expect(fitText(text, box(9), fonts)).toMatchObject({ ascent: 2.2, pitch: 2.9 });
  });

  test('of nothing has no lines', () => {
    expect(fitText(' ', box(9), fonts).lines).toEqual([]);
  });
});

const LARGEST_SIZE = 4;
/** น้ำ, in units of the size. */
const WIDEST_LETTER = 2;

test('whatever is written, no line is wider than its box, no box overfull, and nothing lost but what an ellipsis stands for', () => {
  const anyCharacter = fc.constantFrom(...'aW  é新東东，（）', 'กรุงเทพ', 'น้ำ', '😀', '\r\n');
  const anyText = fc.array(anyCharacter, { maxLength: 120 }).map((characters) => characters.join(''));
  const anyBox = fc.record({
    width: fc.integer({ min: WIDEST_LETTER * LARGEST_SIZE, max: 60 }),
    height: fc.integer({ min: 5, max: 40 }),
    sizes: fc.constantFrom([3], [LARGEST_SIZE, 3, 2], [2.5, 1]),
  });
  fc.assert(
    fc.property(anyText, anyBox, (text, box) => {
      const { lines, size, pitch } = fitText(text, box, fonts);
      const widths = lines.map((runs) => runs.reduce((sum, run) => sum + fonts.widthOf(run) * size, 0));
      expect(Math.max(0, ...widths)).toBeLessThanOrEqual(box.width + 1e-9);
      expect(lines.length * pitch).toBeLessThanOrEqual(Math.max(box.height, pitch) + 1e-6);
      const written = lines.flatMap((runs) => runs.map((run) => run.text)).join('');
      const given = plainText(text).replaceAll('😀', '□');
      const seen = (some: string) => some.replaceAll(' ', '');
      if (written.endsWith('…')) expect(seen(given).startsWith(seen(written.slice(0, -1)))).toBe(true);
      else expect(seen(written)).toBe(seen(given));
    }),
  );
});
