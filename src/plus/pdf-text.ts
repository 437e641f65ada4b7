import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import type PDFDocument from 'pdfkit';
import type { Instant } from '../foundation/time.ts';
import {
  type FittedText,
  type FontKnowledge,
  type FontName,
  fitText,
  type TextBox,
  withReorderedSaraAm,
} from './rules/text-layout.ts';

export type Weight = 'regular' | 'bold';
export type Align = 'left' | 'center' | 'right';
/** The baseline is that of the first line. */
type Place = { readonly x: number; readonly baseline: number; readonly width: number; readonly align?: Align };
/** A text that has found its size and lines, with the height it takes. */
export type SetText = FittedText & { readonly weight: Weight; readonly height: number };

/** Writes any language on a PDF. All lengths are points. */
export type PdfPen = {
  readonly document: PDFKit.PDFDocument;
  set(text: string, box: TextBox & { readonly weight: Weight }): SetText;
  place(text: SetText, place: Place): void;
  /** For long documents, page by page: every word that was written is kept, laid out, to be written again. */
  forgetWords(): void;
};

type Draw = (pen: PdfPen) => void | Promise<void>;

/** The same drawing at the same time gives the same bytes. */
export async function drawPdf(title: string, now: Instant, draw: Draw): Promise<Buffer> {
  loaded ??= load();
  const { Document, fonts } = await loaded;
  const info = { Title: title, Creator: 'Waybill', Producer: 'Waybill', CreationDate: new Date(now) };
  const document = new Document({ autoFirstPage: false, displayTitle: true, info });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', resolve);
    document.on('error', reject);
  });
  await draw(penFor(document, fonts));
  document.end();
  fonts.forgetGlyphs();
  await ended;
  return Buffer.concat(chunks);
}

function penFor(document: PDFKit.PDFDocument, fonts: FontShelf): PdfPen {
  const knowledgeOf = { regular: fontKnowledge(fonts, 'regular'), bold: fontKnowledge(fonts, 'bold') };
  const taken = new Set<string>();
  const takeFont = (font: FontName, weight: Weight, size: number) => {
    taken.add(`${font} ${weight}`);
    // pdfkit takes an opened font too; its types do not say so.
    document.registerFont(`${font} ${weight}`, fonts.take(font, weight) as unknown as PDFKit.Mixins.PDFFontSource);
    return document.font(`${font} ${weight}`).fontSize(size);
  };
  return {
    document,
    set(text, { weight, ...box }) {
      const fitted = fitText(text, box, knowledgeOf[weight]);
      return { ...fitted, weight, height: fitted.lines.length * fitted.pitch };
    },
    place({ lines, size, weight, pitch }, { x, baseline, width, align = 'left' }) {
      for (const [index, line] of lines.entries()) {
        const runs = line.map(({ font, text }) => {
          const shaped = withReorderedSaraAm(text);
          return { font, shaped, width: takeFont(font, weight, size).widthOfString(shaped) };
        });
        const free = width - runs.reduce((sum, run) => sum + run.width, 0);
        let at = x + { left: 0, center: free / 2, right: free }[align];
        // Thai marks are moved about; whoever searches or copies is to find the text as it was given.
        const isMoved = line.some(({ font }) => font === 'thai');
        if (isMoved) document.markContent('Span', { actual: line.map(({ text }) => text).join('') });
        for (const run of runs) {
          const options = { lineBreak: false, baseline: 'alphabetic' } as const;
          takeFont(run.font, weight, size).text(run.shaped, at, baseline + index * pitch, options);
          at += run.width;
        }
        if (isMoved) document.endMarkedContent();
      }
    },
    forgetWords() {
      for (const name of taken) {
        const { _font } = document.font(name) as unknown as { _font: { layoutCache: object } };
        _font.layoutCache = Object.create(null);
      }
    },
  };
}

/** Of single glyphs, without kerning: good enough to break lines by, and much quicker than laying out each letter. */
function fontKnowledge(fonts: FontShelf, weight: Weight): FontKnowledge {
  return {
    covers: (font, codePoint) => fonts.take(font, weight).hasGlyphForCodePoint(codePoint),
    widthOf({ font: name, text }) {
      const font = fonts.take(name, weight);
      const glyphs = [...withReorderedSaraAm(text)].map((character) =>
        font.glyphForCodePoint(character.codePointAt(0) as number),
      );
      return glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) / font.unitsPerEm;
    },
  };
}

const FILES: Readonly<Record<FontName, Readonly<Record<Weight, string>>>> = {
  latin: {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  },
  thai: {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf'),
  },
  traditionalChinese: {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-tc/700Bold/NotoSansTC_700Bold.ttf'),
  },
  simplifiedChinese: {
    regular: import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
    bold: import.meta.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'),
  },
};

type FontShelf = { take(font: FontName, weight: Weight): Font; forgetGlyphs(): void };
let loaded: Promise<{ readonly Document: typeof PDFDocument; readonly fonts: FontShelf }> | undefined;

/** Loaded with the first document: only a worker draws. */
async function load() {
  const [{ default: Document }, { openSync }] = await Promise.all([import('pdfkit'), import('fontkit')]);
  return { Document, fonts: fontShelf((file) => openSync(file) as Font) };
}

/** A font is opened when its first character comes up, and kept: reading its tables takes longer than a label. */
function fontShelf(open: (file: string) => Font): FontShelf {
  const opened = new Map<string, Font>();
  return {
    take(font, weight) {
      const url = FILES[font][weight];
      const known = opened.get(url) ?? open(fileURLToPath(url));
      opened.set(url, known);
      return known;
    },
    forgetGlyphs() {
      for (const font of opened.values()) forgetGlyphs(font);
    },
  };
}

/**
 * A glyph remembers the characters for which it was asked first, and none when that was as a part of an accented letter. A later document
 * would say that this is what the glyph means.
 */
function forgetGlyphs(font: Font): void {
  (font as unknown as { _glyphs: Record<number, unknown> })._glyphs = {};
}
