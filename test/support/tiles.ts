import { zxyToTileId } from 'pmtiles';

type Shape = {
  readonly kind: string;
  readonly name?: string;
  /** In places of the tile, which is 4,096 wide and high. */
  readonly line: readonly (readonly [number, number])[];
};
type TileLayer = {
  readonly name: string;
  readonly type: 'point' | 'line' | 'polygon';
  readonly shapes: readonly Shape[];
};

const NONE = 1;
const VECTOR = 1;
const TYPES = { point: 1, line: 2, polygon: 3 } as const;
const [MOVE_TO, LINE_TO, CLOSE] = [1, 2, 7] as const;

/** A PMTiles file with one vector tile, written by hand after the descriptions of both formats. */
export function tileFile([zoom, x, y]: readonly [number, number, number], layers: readonly TileLayer[]): Buffer {
  const tile = Buffer.concat(layers.map((layer) => bytes(3, layerOf(layer))));
  const directory = Buffer.concat([1, zxyToTileId(zoom, x, y), 1, tile.length, 1].map(varint));
  const metadata = Buffer.from('{}');
  const header = Buffer.alloc(127);
  header.write('PMTiles\x03', 'latin1');
  const parts = [directory, metadata, Buffer.alloc(0), tile];
  let offset = header.length;
  for (const [index, part] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(part.length), 16 + index * 16);
    offset += part.length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at);
  header.set([1, NONE, NONE, VECTOR, zoom, zoom], 96);
  for (const [index, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + index * 4);
  return Buffer.concat([header, ...parts]);
}

function layerOf({ name, type, shapes }: TileLayer): Buffer {
  const words = [...new Set(shapes.flatMap(({ kind, name: said }) => [kind, said ?? kind]))];
  const features = shapes.map(({ kind, name: said = kind, line }) =>
    Buffer.concat([
      bytes(2, Buffer.concat([0, words.indexOf(kind), 1, words.indexOf(said)].map(varint))),
      number(3, TYPES[type]),
      bytes(4, Buffer.concat(commands(line, type === 'polygon').map(varint))),
    ]),
  );
  return Buffer.concat([
    number(15, 2),
    bytes(1, Buffer.from(name)),
    ...features.map((feature) => bytes(2, feature)),
    ...['kind', 'name'].map((key) => bytes(3, Buffer.from(key))),
    ...words.map((word) => bytes(4, bytes(1, Buffer.from(word)))),
    number(5, 4_096),
  ]);
}

function commands(line: Shape['line'], isClosed: boolean): number[] {
  const steps = line.flatMap(([x, y], index) => [x - (line[index - 1]?.[0] ?? 0), y - (line[index - 1]?.[1] ?? 0)]);
  const zigzagged = steps.map((step) => (step < 0 ? -step * 2 - 1 : step * 2));
  const lineTo = line.length > 1 ? [((line.length - 1) << 3) | LINE_TO] : [];
  return [
    (1 << 3) | MOVE_TO,
    ...zigzagged.slice(0, 2),
    ...lineTo,
    ...zigzagged.slice(2),
    ...(isClosed ? [(1 << 3) | CLOSE] : []),
  ];
}

function varint(value: number): Buffer {
  const digits: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) digits.push((rest % 128) + 128);
  return Buffer.from([...digits, rest]);
}

function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}
