import { MILLIMETER, onDot } from './draw-barcodes.ts';
import type { Align, PdfPen, SetText, Weight } from './pdf-text.ts';

export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type Style = { readonly sizes: readonly number[]; readonly weight: Weight };

/** A page measured in millimeters, with sizes of text in points. */
export type LabelSheet = {
  fill(area: Area): void;
  /** A shape drawn on a square of 24 × 24, in white. */
  icon(shape: string, place: { readonly x: number; readonly y: number; readonly side: number }): void;
  set(text: string, room: Pick<Area, 'width' | 'height'> & Style): SetMillimeters;
  place(text: SetMillimeters, place: Place): void;
  /** From the top of the area; answers with the height it takes. */
  write(text: string, area: Area & Style & { readonly align?: Align }): number;
  /** In the middle of the area's height, in white. */
  writeOnBlack(text: string, area: Area & Style & { readonly align: Align }): void;
};
type SetMillimeters = { readonly text: SetText; readonly ascent: number; readonly height: number };
type Place = { readonly x: number; readonly baseline: number; readonly width: number; readonly align?: Align };
type Edges = [left: number, top: number, right: number, bottom: number];

/** Of the fonts we have, in units of the size. */
const CAPITAL_HEIGHT = 0.714;

export function labelSheet({ document, ...pen }: PdfPen): LabelSheet {
  const set: LabelSheet['set'] = (text, { width, height, ...style }) => {
    const set = pen.set(text, { width: width * MILLIMETER, height: height * MILLIMETER, ...style });
    return { text: set, ascent: set.ascent / MILLIMETER, height: set.height / MILLIMETER };
  };
  const place: LabelSheet['place'] = ({ text }, { x, baseline, width, align = 'left' }) =>
    pen.place(text, { x: x * MILLIMETER, baseline: baseline * MILLIMETER, width: width * MILLIMETER, align });
  return {
    fill({ x, y, width, height }) {
      const edges = [x, y, x + width, y + height].map((edge) => onDot(edge * MILLIMETER)) as Edges;
      const [left, top, right, bottom] = edges;
      document.rect(left, top, right - left, bottom - top).fill('black');
    },
    icon(shape, { x, y, side }) {
      document.save();
      document.translate(x * MILLIMETER, y * MILLIMETER).scale((side * MILLIMETER) / 24);
      document.path(shape).fill('white');
      document.restore();
    },
    set,
    place,
    write(text, { x, y, width, align = 'left', ...room }) {
      const fitted = set(text, { width, ...room });
      place(fitted, { x, baseline: y + fitted.ascent, width, align });
      return fitted.height;
    },
    writeOnBlack(text, { x, y, width, height, align, ...style }) {
      const fitted = set(text, { width, height, ...style });
      const { size, pitch, lines } = fitted.text;
      const inked = (size * CAPITAL_HEIGHT + pitch * (lines.length - 1)) / MILLIMETER;
      document.fillColor('white');
      place(fitted, { x, baseline: y + (height - inked) / 2 + (size * CAPITAL_HEIGHT) / MILLIMETER, width, align });
      document.fillColor('black');
    },
  };
}
