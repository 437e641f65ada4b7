import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Edges, isInked, type OpenPdf, openPdf, type Raster, scan, textStarts } from '../../test/support/pdf.ts';
import { HOUR_MS } from '../foundation/time.ts';
import { drawLabels } from './draw-labels.ts';
import { barcodeText, type LabelContact, type LabelContent } from './rules/label.ts';

const NOW = Date.parse('2026-03-14T06:30:00Z');
const LABEL_PRINTER_DPI = 203;
const DOTS_PER_MM = LABEL_PRINTER_DPI / 25.4;

const somebody: LabelContact = {
  name: 'Alexandra Tan',
  phone: '+6591234567',
  address: '8 Orchard Road',
  remarks: 'Ring',
};

function aLabel(changes: Partial<LabelContent> = {}): LabelContent {
  return {
    orderId: '3460123456789012345',
    clientRef: 'SO-2026/000417',
    deliveryStage: 'LAST_MILE',
    locode: 'SG SIN',
    timeZone: 'Asia/Singapore',
    scheduleAt: NOW,
    deliveryBy: NOW + 4 * HOUR_MS,
    pickUp: { name: 'Harbour Books', phone: '+6562221234', address: '10 Anson Road', remarks: undefined },
    dropOff: somebody,
    item: { quantity: '2', weight: '4.5', handlingInstructions: ['FRAGILE', 'KEEP_UPRIGHT'] },
    ...changes,
  };
}

async function opened(labels: readonly LabelContent[]): Promise<OpenPdf> {
  return openPdf(await drawLabels(labels, NOW));
}

describe('both codes of a label are read back as a label printer prints them', () => {
  const references = [
    ...['7', 'A-1', 'SO-2026/000417', 'a b/c_d?e=f&g', '^FNC1~!"$%', 'ABCDEFGHIJKLMNO', '00012345678901234567'],
    ...['ABCDEFGHIJKLMNOPQRST', 'ABCDEFGHIJKLMNOPQRSTU', 'wwwwwwwwwwwwwwwwwwww', 'Café', '😀', '訂單一', 'น้ำดื่ม ๑'],
    ...['W'.repeat(64), '包'.repeat(64), 'ก'.repeat(64), '😀'.repeat(64)],
  ];
  let pdf: OpenPdf;
  beforeAll(async () => {
    pdf = await opened(references.map((clientRef) => aLabel({ clientRef })));
  }, 60_000);
  afterAll(() => pdf.close());

  test.each(references.map((reference, page) => ({ reference, page })))('$reference', async ({ reference, page }) => {
    const print = await pdf.print(page, LABEL_PRINTER_DPI);
    const codes = await scan(print);
    const read = Object.fromEntries(codes.map(({ format, text }) => [format, text]));
    expect(read).toEqual({ QRCode: reference, Code128: barcodeText(aLabel({ clientRef: reference })) });
    for (const code of codes) expectQuietZone(print, code);
  });
});

type Code = Awaited<ReturnType<typeof scan>>[number];

/** Nothing is printed around a QR for four modules, nor at either side of bars for ten; all of that lies on the page. */
function expectQuietZone(print: Raster, { format, position, symbol }: Code): void {
  const { topLeft, topRight, bottomLeft } = position;
  const code = { left: topLeft.x, right: topRight.x, top: topLeft.y, bottom: bottomLeft.y };
  const isQr = format === 'QRCode';
  // Every Code 128 starts with a bar of two modules.
  const moduleDots = isQr ? (code.right - code.left) / symbol.width : inkedDots(print, code) / 2;
  // Positions are whole dots: the dot next to an edge may be the edge.
  const quietDots = Math.floor(moduleDots * (isQr ? 4 : 10)) - 1;
  const left = { ...code, left: code.left - quietDots, right: code.left - 1 };
  const right = { ...code, left: code.right + 2, right: code.right + quietDots };
  const above = { ...code, top: code.top - quietDots, bottom: code.top - 1 };
  const below = { ...code, top: code.bottom + 2, bottom: code.bottom + quietDots };
  const zone = isQr ? [left, right, above, below] : [left, right];
  expect(zone.map((area) => isInked(print, area))).toEqual(zone.map(() => false));
  expect(left.left).toBeGreaterThanOrEqual(0);
  expect(right.right).toBeLessThanOrEqual(print.width);
}

function inkedDots(print: Raster, { left, top, bottom }: Edges): number {
  const row = (top + bottom) / 2;
  const isDark = (x: number) => isInked(print, { left: x, right: x + 1, top: row, bottom: row + 1 });
  let [start, dots] = [left - 2, 0];
  while (!isDark(start)) start++;
  while (isDark(start + dots)) dots++;
  return dots;
}

test('the bars of the longest text are three dots wide, and those of a short one four', async () => {
  const pdf = await opened(['ABCDEFGHIJKLMNOPQRST', 'A'].map((clientRef) => aLabel({ clientRef })));
  const dots = async (page: number) => {
    const print = await pdf.print(page, 203.2);
    const { position } = (await scan(print)).find(({ format }) => format === 'Code128') as Code;
    const { topLeft, topRight, bottomLeft } = position;
    return inkedDots(print, { left: topLeft.x, right: topRight.x, top: topLeft.y, bottom: bottomLeft.y }) / 2;
  };
  expect([await dots(0), await dots(1)]).toEqual([3, 4]);
  pdf.close();
});

test('each label is a page of A6, and the document has a title', async () => {
  const labels = [aLabel(), aLabel({ orderId: '3460123456789012346' }), aLabel({ orderId: '3460123456789012347' })];
  const bytes = await drawLabels(labels, NOW);
  const pdf = await openPdf(bytes);
  const A6 = { width: expect.closeTo((105 / 25.4) * 72, 3), height: expect.closeTo((148 / 25.4) * 72, 3) };
  expect(pdf.sizesInPoints).toEqual([A6, A6, A6]);
  expect(labels.map(({ orderId }, page) => pdf.textOf(page).includes(orderId))).toEqual([true, true, true]);
  expect(bytes.toString('latin1')).toContain('(3 parcel labels)');
  expect((await drawLabels([aLabel()], NOW)).toString('latin1')).toContain('(Parcel label 3460123456789012345)');
  pdf.close();
});

describe('what a label says can be read from it', () => {
  async function textOf(label: LabelContent): Promise<string> {
    const pdf = await opened([label]);
    const text = pdf.textOf(0).replace(/\s+/g, ' ');
    pdf.close();
    return text;
  }

  test('who, where, when, what', async () => {
    const text = await textOf(aLabel());
    const said = ['LAST MILE', 'SG SIN', '14:30', '18:30', 'Sat 14 Mar 2026', 'UTC+8', 'FRAGILE', 'KEEP UPRIGHT'];
    const contacts = [
      'Alexandra Tan',
      '+6591234567',
      '8 Orchard Road',
      'Ring',
      'Harbour Books',
      '+6562221234',
      '10 Anson Road',
    ];
    const references = ['3460123456789012345', 'SO-2026/000417', 'QTY 2 · 4.5 kg'];
    expect([...said, ...contacts, ...references].filter((words) => !text.includes(words))).toEqual([]);
  });

  test.each([
    ['คุณสมชาย น้ำใจดี', '99 ถนนสุขุมวิท กรุงเทพฯ'],
    ['陳大文', '九龍深水埗鴨寮街123號'],
    ['张伟', '新加坡宏茂桥6道第123座'],
    ['José Peña', 'Jl. Kemang Raya No. 8A, Đà Nẵng'],
    ['Mei 美 เหมย', 'Unit 5 五樓 ชั้น 5'],
  ])('%s, %s', async (name, address) => {
    const text = await textOf(aLabel({ dropOff: { ...somebody, name, address } }));
    expect([name, address].filter((words) => !text.includes(words))).toEqual([]);
  });

  test('a letter is itself, also when it was a part of another letter or looked like it in the label before', async () => {
    await textOf(aLabel({ dropOff: { ...somebody, name: 'Ёж', address: '⼀' } }));
    const text = await textOf(aLabel({ dropOff: { ...somebody, name: 'Еж', address: '一' } }));
    expect(['Еж', '一'].filter((words) => !text.includes(words))).toEqual([]);
  });

  test('a label without item or remarks says nothing of them', async () => {
    const text = await textOf(aLabel({ item: undefined, dropOff: { ...somebody, remarks: undefined } }));
    expect(text).not.toMatch(/NOTE|QTY|FRAGILE|undefined/);
  });

  test('a first mile', async () => {
    expect(await textOf(aLabel({ deliveryStage: 'FIRST_MILE' }))).toContain('FIRST MILE');
  });
});

test('the same label is the same file', async () => {
  expect((await drawLabels([aLabel()], NOW)).equals(await drawLabels([aLabel()], NOW))).toBe(true);
});

describe('the longest values stay in their places', () => {
  const alphabets = {
    wide: 'W',
    words: 'Kecamatan Mampang Prapatan ',
    Thai: 'ปั๊มน้ำมันที่ถนนสุขุมวิท ',
    Chinese: '台北市信義區',
    emoji: '😀',
    mixed: 'Tower 89F 信義路五段 ชั้นที่ 12 😀 ',
  };
  const fill = (alphabet: string, length: number) =>
    [...alphabet.repeat(Math.ceil(length / [...alphabet].length))].slice(0, length).join('');

  test.each(Object.entries(alphabets))('%s', async (_, alphabet) => {
    const contact = {
      ...{ name: fill(alphabet, 100), phone: '+886912345678901' },
      ...{ address: fill(alphabet, 500), remarks: fill(alphabet, 1_500) },
    };
    const handlingInstructions = ['FRAGILE', 'KEEP_UPRIGHT', fill(alphabet, 100)];
    const item = { quantity: fill(alphabet, 50), weight: fill(alphabet, 50), handlingInstructions };
    const label = aLabel({ clientRef: fill(alphabet, 64), pickUp: contact, dropOff: contact, item });
    const bytes = await drawLabels([label], NOW);
    expect(crowdedLines(bytes)).toEqual([]);
    const pdf = await openPdf(bytes);
    const print = await pdf.print(0, LABEL_PRINTER_DPI);
    expect(isMarginClear(print)).toBe(true);
    expect(rulesOf(print).filter(({ isClear }) => isClear)).toHaveLength(3);
    expect((await scan(print)).map(({ text }) => text).sort()).toEqual(
      ['3460123456789012345', fill(alphabet, 64)].sort(),
    );
    expect(pdf.textOf(0).replace(/\s+/g, '').match(/…/g)?.length).toBeGreaterThanOrEqual(6);
    pdf.close();
  });

  test('a reference is never shortened', async () => {
    const references = Object.values(alphabets).map((alphabet) => fill(alphabet, 64));
    const pdf = await opened(references.map((clientRef) => aLabel({ clientRef, item: undefined })));
    expect(references.filter((_, page) => pdf.textOf(page).includes('…'))).toEqual([]);
    pdf.close();
  });
});

/** Lines of the column of addresses that come too near to the line above them. */
function crowdedLines(bytes: Buffer): unknown[] {
  const columnLeft = (21 / 25.4) * 72;
  const lines = textStarts(bytes).filter(({ x, y }) => Math.abs(x - columnLeft) < 0.1 && y < BELOW_HEADER);
  const downwards = lines.sort((a, b) => b.y - a.y);
  return downwards.filter(({ y, size }, index) => (downwards[index - 1]?.y ?? BELOW_HEADER) - y < size * 1.05);
}

const BELOW_HEADER = ((148 - 36) / 25.4) * 72;
const MARGIN_DOTS = 4.5 * DOTS_PER_MM;

function isMarginClear(print: Raster): boolean {
  const { width, height } = print;
  const page = { left: 0, top: 0, right: width, bottom: height };
  return [
    { ...page, right: MARGIN_DOTS },
    { ...page, left: width - MARGIN_DOTS },
    { ...page, bottom: MARGIN_DOTS },
    { ...page, top: height - MARGIN_DOTS + 8 },
  ].every((area) => !isInked(print, area));
}

/** Lines across the label, and whether all that is written keeps away from them. */
function rulesOf(print: Raster): { readonly row: number; readonly isClear: boolean }[] {
  const [left, right] = [6 * DOTS_PER_MM, 99 * DOTS_PER_MM];
  const isInkedAll = (row: number) =>
    Array.from({ length: 94 }, (_, index) => (index + 5) * DOTS_PER_MM + DOTS_PER_MM / 2).every((x) =>
      isInked(print, { left: x, right: x + 1, top: row, bottom: row + 1 }),
    );
  return Array.from({ length: print.height }, (_, row) => row)
    .filter((row) => isInkedAll(row) && !isInkedAll(row - 1))
    .map((row) => {
      const above = { left, right, top: row - 3, bottom: row - 1 };
      const below = { left, right, top: row + 5, bottom: row + 7 };
      return { row, isClear: !isInked(print, above) && !isInked(print, below) };
    });
}
