/** Comes first in a file, for without it spreadsheets take UTF-8 for something else. */
export const CSV_START = '\uFEFF';

/** A text, or a number that the program itself has written, which is none for a spreadsheet behind an apostrophe. */
type CsvField = string | { readonly number: string };

export function csvRecord(fields: readonly CsvField[]): string {
  return `${fields.map((field) => (typeof field === 'string' ? fieldOf(field) : field.number)).join(',')}\r\n`;
}

// Also as written in full width, which some spreadsheets take for the same.
const STARTS_A_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** As RFC 4180 says; and what a spreadsheet would run as a formula is made text by an apostrophe. */
function fieldOf(text: string): string {
  const safe = STARTS_A_FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The lines of a file that are not empty, with the number that an editor shows beside them. Read as far as they are asked for. */
export function* readCsv(
  text: string,
  separator: string,
): Generator<{ readonly line: number; readonly fields: readonly string[] }> {
  let at = text.startsWith(CSV_START) ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const first = line;
    const fields: string[] = [];
    for (;;) {
      const read = text[at] === '"' ? quoted(text, at, separator) : plain(text, at, separator);
      fields.push(unguarded(read.field));
      line += read.breaks;
      at = read.end;
      if (text[at] !== separator) break;
      at++;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    line++;
    if (fields.some((field) => field.trim() !== '')) yield { line: first, fields };
  }
}

type Field = { readonly field: string; readonly end: number; readonly breaks: number };

function plain(text: string, from: number, separator: string): Field {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return { field: text.slice(from, end), end, breaks: 0 };
}

/** What stands between the closing quote and the end of the field belongs to it: better than to lose it. */
function quoted(text: string, from: number, separator: string): Field {
  let at = from + 1;
  let field = '';
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) {
      field += text.slice(at);
      return { field, end: text.length, breaks: breaksIn(field) };
    }
    field += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const rest = plain(text, quote + 1, separator);
      return { field: field + rest.field, end: rest.end, breaks: breaksIn(field) };
    }
    field += '"';
    at = quote + 2;
  }
}

function breaksIn(field: string): number {
  return field.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** Takes away the apostrophe with which a field was kept from being a formula. */
function unguarded(field: string): string {
  return field.startsWith("'") && STARTS_A_FORMULA.test(field.slice(1)) ? field.slice(1) : field;
}
