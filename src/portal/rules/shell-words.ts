import { accepted, type Decision, refused } from '../../foundation/decision.ts';

/** The pieces of a command line, in the order in which they are tried. */
const PIECE = new RegExp(
  [
    /'(?<single>[^']*)'/,
    /\$'(?<ansi>[^'\\]*(?:\\[\s\S][^'\\]*)*)'/,
    /"(?<double>[^"\\]*(?:\\[\s\S][^"\\]*)*)"/,
    /\\(?<escaped>[\s\S])/,
    /(?<blank>[ \t]+)/,
    /(?<end>[\n|;&<>()])/,
    /(?<unknown>\$[A-Za-z_{(]\w*|`)/,
    /(?<plain>[^ \t\n'"\\|;&<>()$`]+|\$)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);
const SUBSTITUTION = /(?<!\\)(?:\\\\)*(?<unknown>\$[A-Za-z_{(]\w*|`)/;

/** The words of the first command in a text, as a POSIX shell would hand them on. */
export function shellWords(text: string): Decision<readonly string[]> {
  const words: string[] = [];
  let word: string | undefined;
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const { single, ansi, double, escaped, blank, end, unknown, plain } = PIECE.exec(text)?.groups ?? {};
    const substitution = unknown ?? (double && SUBSTITUTION.exec(double)?.groups?.unknown);
    if (substitution !== undefined) return refused('ERR_INVALID_FIELD', substitutionSentence(substitution));
    if (end !== undefined) break;
    if (blank !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const piece = single ?? plain ?? textOf(ansi, double, escaped);
    if (piece === undefined)
      return refused('ERR_INVALID_FIELD', 'A quotation mark of the command is never closed. Copy the whole command.');
    // A line that goes on is no word of its own.
    if (escaped !== '\n') word = (word ?? '') + piece;
  }
  return accepted(word === undefined ? words : [...words, word]);
}

function textOf(ansi: string | undefined, double: string | undefined, escaped: string | undefined): string | undefined {
  if (ansi !== undefined) return fromAnsi(ansi);
  if (double !== undefined) return double.replaceAll(/\\([\\"$`\n])/g, (_, one: string) => (one === '\n' ? '' : one));
  return escaped;
}

function substitutionSentence(piece: string): string {
  const what = /^\$\w/.test(piece) ? `the shell variable ${piece}` : 'a part that only a shell can fill in';
  return `The command holds ${what}, which this page cannot see. Put its value in its place.`;
}

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1B',
  E: '\x1B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const ANSI_ESCAPE =
  /(?<bytes>(?:\\x[0-9A-Fa-f]{1,2})+)|\\(?:u(?<four>[0-9A-Fa-f]{1,4})|U(?<eight>[0-9A-Fa-f]{1,8})|(?<octal>[0-7]{1,3})|(?<one>[\s\S]))/g;

/** What $'…' stands for. */
function fromAnsi(text: string): string {
  return text.replaceAll(ANSI_ESCAPE, (whole, ...rest) => {
    const { bytes, four, eight, octal, one } = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (one !== undefined) return LETTERS[one] ?? one;
    if (bytes !== undefined) return Buffer.from(bytes.split('\\x').slice(1).map(fromHex)).toString();
    const code = octal === undefined ? fromHex(four ?? (eight as string)) : Number.parseInt(octal, 8) & 0xff;
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const fromHex = (digits: string) => Number.parseInt(digits, 16);
