import type bwip from 'bwip-js/node';
import { assert } from '../foundation/assert.ts';

export const MILLIMETER = 72 / 25.4;
/** A dot of a label printer at 203 dpi. Bars and modules are whole dots wide and start at whole dots, so that they print sharp. */
const DOT = MILLIMETER / 8;

export type Encode = typeof bwip.raw;
type Bars = { readonly sbs: readonly number[] };
type Matrix = { readonly pixs: readonly number[]; readonly pixx: number };

const WIDEST_BAR_DOTS = 4;
const CODE_128_QUIET_MODULES = 10;
const LARGEST_QR_MODULE_DOTS = 9;

/** In the middle of the width, which holds the quiet zones too. */
export function drawCode128(
  document: PDFKit.PDFDocument,
  encode: Encode,
  text: string,
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  const { sbs: widths } = encode('code128', text)[0] as Bars;
  const modules = widths.reduce((sum, each) => sum + each, 0);
  const dots = wholeDots(width / (modules + 2 * CODE_128_QUIET_MODULES), WIDEST_BAR_DOTS);
  let at = onDot(x + (width - modules * dots * DOT) / 2);
  for (const [index, modulesWide] of widths.entries()) {
    if (index % 2 === 0) document.rect(at, y, modulesWide * dots * DOT, height);
    at += modulesWide * dots * DOT;
  }
  document.fill('black');
}

/** At the right of a square, in the middle of its height. The quiet zone lies around it: four modules, which are never more than 4.5 mm. */
export function drawQr(
  document: PDFKit.PDFDocument,
  encode: Encode,
  text: string,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): void {
  const { pixs: pixels, pixx: modules } = encode('qrcode', text, 'eclevel=M')[0] as Matrix;
  const module = wholeDots(side / modules, LARGEST_QR_MODULE_DOTS) * DOT;
  const left = onDot(x + side - modules * module);
  const top = onDot(y + (side - modules * module) / 2);
  for (let row = 0; row < modules; row++) {
    const dark = pixels.slice(row * modules, (row + 1) * modules);
    for (const { start, length } of stretches(dark)) {
      document.rect(left + start * module, top + row * module, length * module, module);
    }
  }
  document.fill('black');
}

/** Dark modules side by side are one rectangle: between two a viewer may show a hair of white. */
function stretches(row: readonly number[]): { readonly start: number; readonly length: number }[] {
  return row.flatMap((dark, start) => {
    if (dark === 0 || row[start - 1] === 1) return [];
    const end = row.indexOf(0, start);
    return [{ start, length: (end === -1 ? row.length : end) - start }];
  });
}

function wholeDots(points: number, most: number): number {
  const dots = Math.min(most, Math.floor(points / DOT + 1e-9));
  assert(dots >= 1, 'a barcode has room for one dot a module');
  return dots;
}

export function onDot(points: number): number {
  return Math.round(points / DOT) * DOT;
}
