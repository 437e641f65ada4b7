import { CSV_START, csvRecord, type Decimal } from '../../../src/foundation/csv.ts';

/** Room for 2,000 lines and more; what is larger is not even sent. */
export const MOST_FILE_BYTES = 2_500_000;

export function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** A part at a time: a call takes only so many arguments. */
export function toBase64(bytes: Uint8Array): string {
  const parts = chunksOf(Array.from(bytes), 30_000).map((part) => String.fromCharCode(...part));
  return btoa(parts.join(''));
}

/** Lines whose reference has no parcel yet. Any text is a reference, also one that every object knows. */
export function linesToPlace<Line extends { readonly reference: string }>(
  lines: readonly Line[],
  placedBefore: Readonly<Record<string, string>>,
): readonly Line[] {
  return lines.filter(({ reference }) => !Object.hasOwn(placedBefore, reference));
}

export type Line = { readonly line: number; readonly reference: string } & Readonly<Record<string, unknown>>;
export type Fault = { readonly line: number; readonly column: string; readonly sentence: string };

/** To be opened beside the file that is mended: each fault with what stands in its cell. */
export function faultsCsv(lines: readonly Line[], faults: readonly Fault[], decimal: Decimal): string {
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  const records = faults.map(({ line: number, column, sentence }) => {
    const line = byNumber.get(number);
    return [{ number: String(number) }, line?.reference ?? '', column, String(line?.[column] ?? ''), sentence];
  });
  const head = ['row', 'reference', 'column', 'written', 'what_is_wrong'];
  return CSV_START + [head, ...records].map((fields) => csvRecord(fields, decimal)).join('');
}
