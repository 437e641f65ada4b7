/** The fonts that are shipped. The one for Simplified Chinese lacks rare characters of Hong Kong, the one for Traditional most simplified ones. */
export type FontName = 'latin' | 'thai' | 'traditionalChinese' | 'simplifiedChinese';
type FontRun = { readonly font: FontName; readonly text: string };
type Line = readonly FontRun[];

/** What the rules need to know of fonts. Widths are in units of the font size. */
export type FontKnowledge = {
  covers(font: FontName, codePoint: number): boolean;
  widthOf(run: FontRun): number;
};
/** Sizes are tried in their order; the first at which all of the text fits is taken. */
export type TextBox = { readonly width: number; readonly height: number; readonly sizes: readonly number[] };
export type FittedText = {
  readonly size: number;
  readonly lines: readonly Line[];
  /** From the top of a line to its baseline, and to the top of the next line. */
  readonly ascent: number;
  readonly pitch: number;
};

type Cluster = FontRun & { readonly width: number; readonly mayStartLine: boolean };

/** Stands for what no font has. */
const UNKNOWN: FontRun = { font: 'traditionalChinese', text: '□' };
const ELLIPSIS: FontRun = { font: 'latin', text: '…' };

// Thai stacks a tone over a vowel over a consonant, and a vowel below.
const THAI_LINE = { ascent: 1.1, pitch: 1.45 };
const OTHER_LINE = { ascent: 0.9, pitch: 1.22 };

const NEVER_STARTS_A_LINE = /^[\p{Close_Punctuation}\p{Final_Punctuation},.;:!?%…，。、；：？！％·]/u;
const NEVER_ENDS_A_LINE = /[\p{Open_Punctuation}\p{Initial_Punctuation}]$/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const thaiWords = new Intl.Segmenter('th', { granularity: 'word' });

/** One line of what can be seen: line breaks become slashes, spaces single, and what has no shape is left out. */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) =>
      line
        .replace(/\s+/g, ' ')
        .replace(/[\p{Control}\p{Default_Ignorable_Code_Point}]/gu, '')
        .trim(),
    )
    .filter((line) => line !== '')
    .join(' / ');
}

/** The ring of SARA AM belongs below a tone mark that is typed before it, and fonts stack marks in the order in which they come. */
export function withReorderedSaraAm(text: string): string {
  return text.replace(/([\u0E31\u0E34-\u0E37\u0E47-\u0E4E]*)\u0E33/g, '\u0E4D$1\u0E32');
}

/** At the largest size at which it fits; at the smallest one it is shortened. */
export function fitText(text: string, { width, height, sizes }: TextBox, fonts: FontKnowledge): FittedText {
  const clusters = clustersOf(plainText(text), fonts);
  const line = clusters.some(({ font }) => font === 'thai') ? THAI_LINE : OTHER_LINE;
  const fitted = (size: number, lines: readonly (readonly Cluster[])[]): FittedText => ({
    size,
    lines: lines.map((clustersOfLine) => merged(trimmedEnd(clustersOfLine))),
    ascent: size * line.ascent,
    pitch: size * line.pitch,
  });
  let last: FittedText = fitted(0, []);
  for (const size of sizes) {
    const mostLines = Math.max(1, Math.floor(height / (size * line.pitch) + 1e-9));
    const lines = brokenLines(clusters, width / size);
    if (lines.length <= mostLines) return fitted(size, lines);
    last = fitted(size, shortened(lines, mostLines, width / size, fonts));
  }
  return last;
}

function clustersOf(text: string, fonts: FontKnowledge): Cluster[] {
  const order = fontsFor(text, fonts.covers);
  const wordStarts = /\p{Script=Thai}/u.test(text)
    ? new Set([...thaiWords.segment(text)].map(({ index }) => index))
    : undefined;
  const clusters: Cluster[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const run = runOf(segment, order, fonts.covers);
    const before = clusters.at(-1);
    const mayStartLine = before !== undefined && mayBreak(before, run, wordStarts?.has(index) === true);
    clusters.push({ ...run, width: fonts.widthOf(run), mayStartLine });
  }
  return clusters;
}

/** Thai between words, Chinese at any place that its punctuation allows, everything else after a space. */
function mayBreak(before: FontRun, after: FontRun, isWordStart: boolean): boolean {
  if (after.text === ' ') return false;
  if (before.text === ' ') return true;
  if (NEVER_STARTS_A_LINE.test(after.text) || NEVER_ENDS_A_LINE.test(before.text)) return false;
  if (isChinese(before) || isChinese(after)) return true;
  return before.font === 'thai' && after.font === 'thai' && isWordStart;
}

function isChinese({ font }: FontRun): boolean {
  return font === 'traditionalChinese' || font === 'simplifiedChinese';
}

const OTHER_FONTS: readonly FontName[] = ['latin', 'thai', 'traditionalChinese'];

/** A text with one simplified character is set in that font throughout, so that its characters look alike. */
function fontsFor(text: string, covers: FontKnowledge['covers']): readonly FontName[] {
  const isSimplified = [...text].some((character) => {
    const codePoint = character.codePointAt(0) as number;
    const isCoveredByOthers = OTHER_FONTS.some((font) => covers(font, codePoint));
    return !isCoveredByOthers && covers('simplifiedChinese', codePoint);
  });
  return isSimplified
    ? ['latin', 'thai', 'simplifiedChinese', 'traditionalChinese']
    : [...OTHER_FONTS, 'simplifiedChinese'];
}

/** A letter with marks that its font lacks is written without them. */
function runOf(grapheme: string, order: readonly FontName[], covers: FontKnowledge['covers']): FontRun {
  const [letter = '', ...marks] = grapheme;
  const coversAll = (font: FontName, characters: readonly string[]) =>
    characters.every((character) => covers(font, character.codePointAt(0) as number));
  const whole = order.find((font) => coversAll(font, [letter, ...marks]));
  if (whole !== undefined) return { font: whole, text: grapheme };
  const bare = order.find((font) => coversAll(font, [letter]));
  return bare === undefined ? UNKNOWN : { font: bare, text: letter };
}

function merged(runs: readonly FontRun[]): FontRun[] {
  const result: FontRun[] = [];
  for (const { font, text } of runs) {
    const last = result.at(-1);
    if (last?.font === font) result[result.length - 1] = { font, text: last.text + text };
    else result.push({ font, text });
  }
  return result;
}

function brokenLines(clusters: readonly Cluster[], width: number): Cluster[][] {
  const lines: Cluster[][] = [];
  let line: Cluster[] = [];
  const endLine = (next: Cluster[]) => {
    lines.push(line);
    line = next;
  };
  for (const cluster of clusters) {
    while (line.length > 0 && cluster.text !== ' ' && widthOf(line) + cluster.width > width) {
      const start = cluster.mayStartLine ? line.length : line.findLastIndex(({ mayStartLine }) => mayStartLine);
      // A word that is wider than the line is broken where the line ends.
      endLine(start > 0 ? line.splice(start) : []);
    }
    line.push(cluster);
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

function shortened(lines: readonly Cluster[][], mostLines: number, width: number, fonts: FontKnowledge): Cluster[][] {
  const ellipsis: Cluster = { ...ELLIPSIS, width: fonts.widthOf(ELLIPSIS), mayStartLine: false };
  const last: Cluster[] = [];
  for (const cluster of lines.slice(mostLines - 1).flat()) {
    if (widthOf(last) + cluster.width + ellipsis.width > width) break;
    last.push(cluster);
  }
  return [...lines.slice(0, mostLines - 1), [...trimmedEnd(last), ellipsis]];
}

function trimmedEnd(clusters: readonly Cluster[]): readonly Cluster[] {
  return clusters.slice(0, clusters.findLastIndex(({ text }) => text !== ' ') + 1);
}

function widthOf(clusters: readonly Cluster[]): number {
  return clusters.reduce((sum, { width }) => sum + width, 0);
}
