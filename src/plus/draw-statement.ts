import { formatAmount, formatExact, formatMoney } from '../foundation/money.ts';
import { formatInstant } from '../foundation/time.ts';
import type { Market } from '../markets/index.ts';
import { type Align, drawPdf, type PdfPen, type Weight } from './pdf-text.ts';
import type { Statement } from './read-statement.ts';
import { remarksOn, type StatementLine, type StatementTotals } from './rules/statement.ts';
import { kilometers } from './rules/statement-csv.ts';
import { pagesOf } from './rules/statement-pages.ts';

// A4 on its side. Lengths are points.
const PAGE = { width: 841.89, height: 595.28 };
const LEFT = 36;
const WIDTH = PAGE.width - 2 * LEFT;
const TOP = 30;
const HEADS_TOP = 78;
const ROW = 13;
const ROWS_TOP = HEADS_TOP + ROW + 3;
const FOOT_TOP = PAGE.height - 40;
const ROWS_PER_PAGE = Math.floor((FOOT_TOP - ROWS_TOP) / ROW);
const GAP = 6;
const SIZES = [7.5, 6.5, 5.5, 4.5];
const NONE = '–';
const ROUNDING = "Base, distance and weight are exact; only a line's total is rounded, half up.";

const COLUMNS: readonly { readonly head: string; readonly width: number; readonly align: Align }[] = [
  { head: 'Line', width: 36, align: 'right' },
  { head: 'Delivered (local time)', width: 88, align: 'left' },
  { head: 'Order', width: 88, align: 'left' },
  { head: 'Your reference', width: 160, align: 'left' },
  { head: 'City', width: 74, align: 'left' },
  { head: 'km', width: 46, align: 'right' },
  { head: 'kg', width: 46, align: 'right' },
  { head: 'Base', width: 50, align: 'right' },
  { head: 'Distance', width: 58, align: 'right' },
  { head: 'Weight', width: 50, align: 'right' },
  { head: 'Total', width: WIDTH + GAP - 696, align: 'right' },
];

/** What stands at its top on every page, all lines, and at the end what they come to. */
export function drawStatement(
  statement: Statement,
  lines: readonly StatementLine[],
  totals: StatementTotals,
): Promise<Buffer> {
  const { partner, market, month, madeAt, isFinal } = statement;
  const remarks = remarksOn(totals, isFinal);
  const pages = pagesOf(lines, 1 + remarks.length, ROWS_PER_PAGE);
  return drawPdf(`Statement ${month}, ${partner.name}`, madeAt, (pen) => {
    for (const [index, page] of pages.entries()) {
      pen.document.addPage({ size: [PAGE.width, PAGE.height], margin: 0 });
      drawFrame(pen, statement, `Page ${index + 1} of ${pages.length}`);
      for (const [row, line] of page.entries()) drawRow(pen, ROWS_TOP + row * ROW, 'regular', cellsOf(line, market));
      if (index === pages.length - 1) drawEnd(pen, ROWS_TOP + page.length * ROW, totals, remarks, market);
      pen.forgetWords();
    }
  });
}

function drawFrame(pen: PdfPen, { partner, market, month, madeAt }: Statement, page: string): void {
  const half = WIDTH / 2;
  const right = { x: LEFT + half, width: half, align: 'right' } as const;
  write(pen, `Statement ${month}`, { x: LEFT, y: TOP, width: half, height: 20, sizes: [15], weight: 'bold' });
  write(pen, `${market.name}, amounts in ${market.currency}`, { ...right, y: TOP + 5, height: 12, sizes: [9] });
  write(pen, partner.name, { x: LEFT, y: TOP + 22, width: half, height: 16, sizes: [10, 8, 6], weight: 'bold' });
  write(pen, `Client ${partner.id}`, { ...right, y: TOP + 23, height: 12, sizes: [9] });
  drawRow(
    pen,
    HEADS_TOP,
    'bold',
    COLUMNS.map(({ head }) => head),
  );
  drawRule(pen, HEADS_TOP + ROW);
  drawRule(pen, FOOT_TOP + 3);
  const made = `Made ${formatInstant(madeAt)}. ${ROUNDING}`;
  write(pen, made, { x: LEFT, y: FOOT_TOP + 7, width: WIDTH - 120, height: 12, sizes: [7.5] });
  write(pen, page, { ...right, y: FOOT_TOP + 7, height: 12, sizes: [7.5] });
}

function drawEnd(
  pen: PdfPen,
  y: number,
  { parcels, distanceMeters, kilograms, totalMinor }: StatementTotals,
  remarks: readonly string[],
  market: Market,
): void {
  const total = formatMoney(totalMinor, market);
  const count = parcels === 1 ? '1 parcel' : `${parcels} parcels`;
  drawRule(pen, y);
  const sums = [kilometers(distanceMeters), formatExact(kilograms), '', '', '', total];
  drawRow(pen, y + 1, 'bold', ['', 'Total', count, '', '', ...sums]);
  for (const [index, remark] of remarks.entries())
    write(pen, remark, {
      ...{ x: LEFT, y: y + 3 + (index + 1) * ROW, width: WIDTH, height: ROW },
      ...{ sizes: [8], weight: 'bold', align: 'right' },
    });
}

function cellsOf(line: StatementLine, { decimals }: Market): readonly string[] {
  const { number, deliveredAt, orderId, clientRef, city, distanceMeters, kilograms, price } = line;
  return [
    ...[String(number), deliveredAt, orderId, clientRef, city],
    ...[kilometers(distanceMeters), kilograms === undefined ? NONE : formatExact(kilograms)],
    ...(price === undefined
      ? [NONE, NONE, NONE, 'UNPRICED']
      : [
          ...[formatExact(price.base), formatExact(price.distance), formatExact(price.weight)],
          formatAmount(price.totalMinor, decimals),
        ]),
  ];
}

function drawRow(pen: PdfPen, y: number, weight: Weight, cells: readonly string[]): void {
  let x = LEFT;
  for (const [index, { width, align }] of COLUMNS.entries()) {
    const cell = { x, y, width: width - GAP, height: ROW, sizes: SIZES, weight, align };
    write(pen, cells[index] as string, cell);
    x += width;
  }
}

type Cell = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly sizes: readonly number[];
  readonly weight?: Weight;
  readonly align?: Align;
};

/** In the middle of its height. */
function write(pen: PdfPen, text: string, { x, y, width, height, sizes, weight = 'regular', align }: Cell): void {
  const set = pen.set(text, { width, height, sizes, weight });
  const baseline = y + (height - set.height) / 2 + set.ascent;
  pen.place(set, { x, baseline, width, ...(align === undefined ? {} : { align }) });
}

function drawRule(pen: PdfPen, y: number): void {
  pen.document.rect(LEFT, y, WIDTH, 0.6).fill('black');
}
