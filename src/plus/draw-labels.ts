import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Instant } from '../foundation/time.ts';
import { drawCode128, drawQr, MILLIMETER } from './draw-barcodes.ts';
import { type Area, type LabelSheet, labelSheet } from './label-sheet.ts';
import { drawPdf } from './pdf-text.ts';
import {
  amountText,
  barcodeText,
  handlingOf,
  type LabelContact,
  type LabelContent,
  type LabelTime,
  labelTime,
} from './rules/label.ts';

// Lengths are millimeters. What stands above moves up or down with what an order has; what is scanned stays where it is.
const PAGE = { width: 105, height: 148 };
const [LEFT, RIGHT, TOP] = [5, 100, 5];
const WIDTH = RIGHT - LEFT;
/** Beside the tags TO and FROM. */
const COLUMN = { x: LEFT + 16, width: WIDTH - 16 };
const GAP = 2;
const RULE = 0.375;

const QR = { side: 28, gap: 4 };
const HEADER = { width: WIDTH - QR.side - QR.gap, band: 9, bottom: TOP + QR.side + 3 };
const SENDER_HEIGHT = 17;
const HANDLING = { height: 12, gap: 1.5 };
const REFERENCES_TOP = 110.5;
const BARS: Area = { x: 0.5, y: 125, width: PAGE.width - 1, height: 14 };
const BARCODE_TEXT: Area = { x: LEFT, y: 139.5, width: WIDTH, height: 5 };

/** One page of A6 a label, for printers that know black and white only. */
export async function drawLabels(labels: readonly LabelContent[], now: Instant): Promise<Buffer> {
  const { default: bwip } = await import('bwip-js/node');
  const title = labels.length === 1 ? `Parcel label ${labels[0]?.orderId}` : `${labels.length} parcel labels`;
  return drawPdf(title, now, async (pen) => {
    for (const label of labels) {
      pen.document.addPage({ size: [PAGE.width * MILLIMETER, PAGE.height * MILLIMETER], margin: 0 });
      drawText(labelSheet(pen), label);
      drawQr(pen.document, bwip.raw, label.clientRef, inPoints({ x: RIGHT - QR.side, y: TOP, side: QR.side }));
      drawCode128(pen.document, bwip.raw, barcodeText(label), inPoints(BARS));
      await othersTurn();
    }
  });
}

function inPoints<Lengths extends Readonly<Record<string, number>>>(lengths: Lengths): Lengths {
  return Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, length * MILLIMETER])) as Lengths;
}

function drawText(sheet: LabelSheet, label: LabelContent): void {
  const warnings = warningsOf(label.item?.handlingInstructions ?? []);
  const handlingTop = REFERENCES_TOP - (warnings.length > 0 ? HANDLING.height : 0);
  const senderTop = handlingTop - SENDER_HEIGHT;
  drawHeader(sheet, label);
  drawReceiver(sheet, label.dropOff, { top: HEADER.bottom, bottom: senderTop });
  drawSender(sheet, label.pickUp, { top: senderTop, bottom: handlingTop });
  drawHandling(sheet, warnings, handlingTop);
  drawReferences(sheet, label);
  sheet.write(barcodeText(label), { ...BARCODE_TEXT, ...bold(10), align: 'center' });
}

const bold = (...sizes: number[]) => ({ sizes, weight: 'bold' }) as const;
const regular = (...sizes: number[]) => ({ sizes, weight: 'regular' }) as const;

function drawHeader(sheet: LabelSheet, label: LabelContent): void {
  const { deliveryStage, locode, scheduleAt, deliveryBy, timeZone } = label;
  const { width, band } = HEADER;
  sheet.fill({ x: LEFT, y: TOP, width, height: band });
  const stage = deliveryStage === 'FIRST_MILE' ? 'FIRST MILE' : 'LAST MILE';
  const inBand = { y: TOP, height: band };
  sheet.writeOnBlack(stage, { ...inBand, x: LEFT + 2.5, width: 36, ...bold(16), align: 'left' });
  sheet.writeOnBlack(locode, { ...inBand, x: LEFT + 38, width: width - 40.5, ...bold(13, 10, 8), align: 'right' });
  const half = width / 2;
  const y = TOP + band + GAP;
  drawTime(sheet, 'PICK-UP', labelTime(scheduleAt, timeZone), { x: LEFT, y, width: half - GAP });
  sheet.fill({ x: LEFT + half, y, width: RULE, height: TOP + QR.side - y });
  drawTime(sheet, 'DELIVER BY', labelTime(deliveryBy, timeZone), { x: LEFT + half + GAP, y, width: half - GAP });
}

function drawTime(
  sheet: LabelSheet,
  caption: string,
  { time, date, zone }: LabelTime,
  { x, y, width }: Omit<Area, 'height'>,
): void {
  sheet.write(caption, { x, y, width, height: 3, ...bold(7) });
  sheet.write(time, { x, y: y + 1.6, width, height: 10, ...bold(24) });
  sheet.write(date, { x, y: y + 10.4, width, height: 4, ...bold(8.5) });
  sheet.write(zone, { x, y: y + 13.8, width, height: 4, ...regular(8) });
}

type Span = { readonly top: number; readonly bottom: number };

function drawReceiver(sheet: LabelSheet, { name, phone, address, remarks }: LabelContact, { top, bottom }: Span): void {
  const tag = { x: LEFT, y: top + GAP + RULE, width: 13, height: 9 };
  sheet.fill({ x: LEFT, y: top, width: WIDTH, height: RULE });
  sheet.fill(tag);
  sheet.writeOnBlack('TO', { ...tag, ...bold(17), align: 'center' });
  const addressBottom = drawRemarks(sheet, remarks, { bottom, height: 9.5, sizes: [9, 8, 7] });
  let y = top + GAP - 0.7;
  y += sheet.write(name, { ...COLUMN, y, height: 15.5, ...bold(24, 20, 17, 15) });
  y += sheet.write(phone, { ...COLUMN, y, height: 7, ...bold(14, 12) }) + 0.5;
  sheet.write(address, { ...COLUMN, y, height: addressBottom - y, ...regular(15, 13.5, 12, 11, 10, 9, 8) });
}

function drawSender(sheet: LabelSheet, { name, phone, address, remarks }: LabelContact, { top, bottom }: Span): void {
  sheet.fill({ x: LEFT, y: top, width: WIDTH, height: RULE });
  const phoneWidth = 32;
  const nameText = sheet.set(name, { width: COLUMN.width - phoneWidth, height: 5, ...bold(9.5, 8) });
  const phoneText = sheet.set(phone, { width: phoneWidth, height: 5, ...bold(9.5) });
  const y = top + 1.5;
  const baseline = y + nameText.ascent;
  drawTag(sheet, 'FROM', baseline, 11);
  sheet.place(nameText, { ...COLUMN, baseline });
  sheet.place(phoneText, { ...COLUMN, baseline, align: 'right' });
  const addressTop = y + nameText.height + 0.2;
  const addressBottom = drawRemarks(sheet, remarks, { bottom, height: 3.5, sizes: [7] });
  sheet.write(address, { ...COLUMN, y: addressTop, height: addressBottom - addressTop, ...regular(9, 8, 7) });
}

/** At the bottom of a section; answers with where the room above them ends. */
function drawRemarks(
  sheet: LabelSheet,
  remarks: string | undefined,
  { bottom, height, sizes }: { readonly bottom: number; readonly height: number; readonly sizes: readonly number[] },
): number {
  const text = sheet.set(remarks ?? '', { width: COLUMN.width, height, ...regular(...sizes) });
  if (text.height === 0) return bottom - 1;
  const y = bottom - 1 - text.height;
  drawTag(sheet, 'NOTE', y + text.ascent);
  sheet.place(text, { ...COLUMN, baseline: y + text.ascent });
  return y - 0.5;
}

/** Says at the left what the text on the same baseline is. */
function drawTag(sheet: LabelSheet, words: string, baseline: number, size = 7): void {
  const width = COLUMN.x - LEFT;
  sheet.place(sheet.set(words, { width, height: 5, ...bold(size) }), { x: LEFT, baseline, width });
}

type Warning = { readonly words: string; readonly icon: string | undefined };

// On squares of 24: a glass with a crack; two arrows on a floor.
const GLASS =
  'M6 2 H11.2 L10 6 L13 8.6 L11.8 11.6 L14.6 7.8 L12 5.6 L13.2 2 H18 L17.6 9 Q17 13.4 13 14.1 V19.6 H17 V22 H7 V19.6 H11 V14.1 Q7 13.4 6.4 9 Z';
const ARROWS =
  'M7 2 L11.5 8 H8.6 V18 H5.4 V8 H2.5 Z M17 2 L21.5 8 H18.6 V18 H15.4 V8 H12.5 Z M2.5 19.8 H21.5 V22 H2.5 Z';

function warningsOf(instructions: readonly string[]): Warning[] {
  const { isFragile, isUpright, others } = handlingOf(instructions);
  return [
    ...(isFragile ? [{ words: 'FRAGILE', icon: GLASS }] : []),
    ...(isUpright ? [{ words: 'KEEP UPRIGHT', icon: ARROWS }] : []),
    ...(others.length > 0 ? [{ words: others.join(' · '), icon: undefined }] : []),
  ];
}

function drawHandling(sheet: LabelSheet, warnings: readonly Warning[], top: number): void {
  const height = HANDLING.height - GAP;
  const width = (WIDTH + HANDLING.gap) / warnings.length - HANDLING.gap;
  for (const [index, { words, icon }] of warnings.entries()) {
    const x = LEFT + index * (width + HANDLING.gap);
    const indent = icon === undefined ? 2 : height + 0.5;
    sheet.fill({ x, y: top, width, height });
    if (icon !== undefined) sheet.icon(icon, { x: x + 1, y: top + 1, side: height - 2 });
    const area = { x: x + indent, y: top, width: width - indent - 1, height };
    sheet.writeOnBlack(words, { ...area, ...bold(20, 16, 14, 12, 10, 8, 7), align: 'left' });
  }
}

function drawReferences(sheet: LabelSheet, { orderId, clientRef, item }: LabelContent): void {
  sheet.fill({ x: LEFT, y: REFERENCES_TOP, width: WIDTH, height: RULE });
  const order = sheet.set(orderId, { width: 40, height: 5, ...bold(10) });
  const reference = sheet.set(clientRef, { width: COLUMN.width, height: 8, ...bold(10, 8.5, 7.5, 6.5, 6) });
  const orderBaseline = REFERENCES_TOP + 1.2 + order.ascent;
  const referenceBaseline = REFERENCES_TOP + 1.2 + order.height + reference.ascent;
  drawTag(sheet, 'ORDER', orderBaseline);
  sheet.place(order, { ...COLUMN, baseline: orderBaseline });
  const amount = item === undefined ? '' : amountText(item);
  const amountWidth = COLUMN.width - 40;
  const amountSet = sheet.set(amount, { width: amountWidth, height: 5, ...bold(10, 8, 7) });
  sheet.place(amountSet, { x: RIGHT - amountWidth, baseline: orderBaseline, width: amountWidth, align: 'right' });
  drawTag(sheet, 'REF', referenceBaseline);
  sheet.place(reference, { ...COLUMN, baseline: referenceBaseline });
}
