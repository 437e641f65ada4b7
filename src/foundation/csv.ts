/** Comes first in a file, for without it spreadsheets take UTF-8 for something else. */
export const CSV_START = '\uFEFF';

/** A text, or what the program itself has written. */
type CsvField = string | { readonly number: string } | { readonly time: string };

/** What stands in the numbers of a spreadsheet. Where it is a comma, it looks for semicolons between columns, and takes 6.184 for six thousand. */
export const DECIMALS = ['point', 'comma'] as const;
export type Decimal = (typeof DECIMALS)[number];

/** For a spreadsheet with that decimal sign; without one for a program, to which a text is the text, but for what a spreadsheet would run. */
export function csvRecord(fields: readonly CsvField[], decimal?: Decimal): string {
  const written = fields.map((field) => {
    if (typeof field === 'string') return fieldOf(field, decimal !== undefined);
    if ('time' in field) return field.time;
    return decimal === 'comma' ? field.number.replace('.', ',') : field.number;
  });
  return `${written.join(decimal === 'comma' ? ';' : ',')}\r\n`;
}

// Also as written in full width, which some spreadsheets take for the same.
const STARTS_A_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const DIGITS_AND_SIGNS = /^[\d\s.,:/%-]+$/;
const WITH_EXPONENT = /^\d+(?:[.,]\d+)?e[+-]?\d+$/i;
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DAY_IN_WORDS = new RegExp(`^(?=.*\\d)\\d{0,4}[\\s./-]?${MONTH}[\\s./-]?\\d{0,4}$`, 'i');
/** Shown in full by every spreadsheet; longer ones are shortened, and beyond 15 digits their end is gone. */
const SHORT_WHOLE_NUMBER = /^(?:0|[1-9]\d{0,10})$/;

/** As RFC 4180 says; and what a spreadsheet would run as a formula is made text by an apostrophe, in one for a spreadsheet also what that would write as another text. */
function fieldOf(text: string, isForSpreadsheet: boolean): string {
  const safe =
    isGuarded(text) || STARTS_A_FORMULA.test(text) || (isForSpreadsheet && isRewritten(text)) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Such as an id of 19 digits, 0012, 7-11, 1E5, 3/4, MAR-12 and TRUE. */
function isRewritten(text: string): boolean {
  return isTakenForOther(text) && !SHORT_WHOLE_NUMBER.test(text);
}

/** Also '12 that somebody wrote: it would be read as 12. */
function isGuarded(field: string): boolean {
  return field.startsWith("'") && isTakenForOther(field.replace(/^'+/, ''));
}

function isTakenForOther(text: string): boolean {
  if (DIGITS_AND_SIGNS.test(text)) return STARTS_A_FORMULA.test(text) || /\d/.test(text);
  return [STARTS_A_FORMULA, WITH_EXPONENT, DAY_IN_WORDS, /^(?:true|false)$/i].some((form) => form.test(text));
}

/**
 * The rows of a file that are not empty, with the number that a spreadsheet shows beside them. Read as far as they are asked for. One is
 * open that ends with the file in a quote.
 */
export function* readCsv(
  text: string,
  separator: string,
): Generator<{ readonly row: number; readonly fields: readonly string[]; readonly isOpen?: true }> {
  let at = text.startsWith(CSV_START) ? 1 : 0;
  for (let row = 1; at < text.length; row++) {
    const fields: string[] = [];
    let isOpen = false;
    for (;;) {
      const read = text[at] === '"' ? quoted(text, at, separator) : plain(text, at, separator);
      fields.push(unguarded(read.field));
      isOpen ||= read.isOpen === true;
      at = read.end;
      if (text[at] !== separator) break;
      at++;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    at++;
    if (fields.some((field) => field.trim() !== '')) yield { row, fields, ...(isOpen ? { isOpen } : {}) };
  }
}

type Field = { readonly field: string; readonly end: number; readonly isOpen?: true };

function plain(text: string, from: number, separator: string): Field {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return { field: text.slice(from, end), end };
}

/** What stands between the closing quote and the end of the field belongs to it: better than to lose it. */
function quoted(text: string, from: number, separator: string): Field {
  let at = from + 1;
  let field = '';
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) {
      field += text.slice(at);
      return { field, end: text.length, isOpen: true };
    }
    field += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const rest = plain(text, quote + 1, separator);
      return { field: field + rest.field, end: rest.end };
    }
    field += '"';
    at = quote + 2;
  }
}

/** Takes away the apostrophe with which a field was kept from being a formula or another text. */
function unguarded(field: string): string {
  return isGuarded(field) ? field.slice(1) : field;
}
