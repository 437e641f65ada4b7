import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';

/** Four bytes a pixel: red, green, blue, opacity. */
export type Raster = { readonly width: number; readonly height: number; readonly rgba: Uint8Array };
export type OpenPdf = {
  readonly pageCount: number;
  readonly sizesInPoints: readonly { readonly width: number; readonly height: number }[];
  textOf(page: number): string;
  /** As a printer of that resolution would see it. */
  print(page: number, dpi: number): Promise<Raster>;
  close(): void;
};

let library: Promise<PDFiumLibrary> | undefined;

export async function openPdf(bytes: Buffer): Promise<OpenPdf> {
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(bytes);
  return {
    pageCount: document.getPageCount(),
    sizesInPoints: [...document.pages()].map((page) => {
      const { originalWidth, originalHeight } = page.getOriginalSize();
      return { width: originalWidth, height: originalHeight };
    }),
    textOf: (page) => document.getPage(page).getText(),
    async print(page, dpi) {
      const { data, width, height } = await document.getPage(page).render({ scale: dpi / 72, render: 'bitmap' });
      return { width, height, rgba: data };
    },
    close: () => document.destroy(),
  };
}

/** Where each stretch of text starts, in points from the left and from the bottom, as the drawing itself says. */
export function textStarts(bytes: Buffer): { readonly x: number; readonly y: number; readonly size: number }[] {
  const streams = [...bytes.toString('latin1').matchAll(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g)];
  const drawings = streams.map(({ 0: head, 1: length, index }) => {
    const start = index + head.length;
    return inflateSync(bytes.subarray(start, start + Number(length))).toString('latin1');
  });
  const starts = drawings.join('\n').matchAll(/^BT\n1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/F\d+ ([\d.]+) Tf$/gm);
  return [...starts].map(([, x, y, size]) => ({ x: Number(x), y: Number(y), size: Number(size) }));
}

/** Whether anything is printed in an area; edges beyond the page are cut off. */
export function isInked({ width, height, rgba }: Raster, area: Edges): boolean {
  const [left, right] = [Math.max(0, Math.round(area.left)), Math.min(width, Math.round(area.right))];
  const [top, bottom] = [Math.max(0, Math.round(area.top)), Math.min(height, Math.round(area.bottom))];
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if ((rgba[(y * width + x) * 4 + 1] as number) < INK) return true;
  }
  return false;
}

export type Edges = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
/** Darker than this is ink; what is lighter, only the soft edge of a letter. */
const INK = 192;

let reader: Promise<void> | undefined;

export async function scan({ width, height, rgba }: Raster): Promise<ReadResult[]> {
  reader ??= loadReader();
  await reader;
  const data = new Uint8ClampedArray(rgba);
  return readBarcodes({ data, width, height, colorSpace: 'srgb' }, { formats: ['QRCode', 'Code128'] });
}

/** From the package, where it would otherwise be fetched from the network. */
async function loadReader(): Promise<void> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  await prepareZXingModule({
    overrides: { wasmBinary: new Uint8Array(wasm).buffer },
    fireImmediately: true,
  });
}
