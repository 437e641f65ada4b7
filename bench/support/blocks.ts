import type { SourceLines } from '../../src/infrastructure/source-lines.ts';

/** A place in the program, as a profile names it. */
export type Frame = {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber?: number;
  readonly columnNumber?: number;
};

/** Whose time it is, most specific first. */
const OWNERS: readonly (readonly [string, RegExp])[] = [
  ['database client', /node_modules\/pg[-/]|\bsrc\/infrastructure\/database\//],
  ['signature', /\bsrc\/partners\/(authenticate|signing-keys|key-ring|secrets|rules\/signature)\.ts/],
  ['limiter', /\bsrc\/partners\/(admission|address-guard|rate-windows-sql|rules\/(limits?|windows?|rate)[\w-]*)\.ts/],
  ['request log', /\bsrc\/partners\/(record-requests|request-log-sql|call-counts-sql)\.ts/],
  ['safe retry', /\bsrc\/partners\/(safe-retry|answers-sql)\.ts/],
  ['front door, the rest of it', /\bsrc\/partners\//],
  ['HTTP frame', /\bsrc\/infrastructure\/http\//],
  ['Fastify', /node_modules\/(fastify|@fastify|find-my-way|avvio|ajv|pino|light-my-request)/],
  ['webhooks and jobs', /\bsrc\/(webhooks|infrastructure\/jobs)\//],
  ['rooms and rules', /\bsrc\//],
];
/** Of Node itself, for whomever. */
const SERVICES: readonly (readonly [string, RegExp])[] = [
  ['HTTP parsing and answering', /^node:(_http|internal\/http|http)/],
  ['TLS and sockets', /^node:(net|tls|_tls|internal\/(stream|streams|tls|net)|stream)/],
];
const MARKERS = new Map([
  ['(idle)', 'idle'],
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'Node itself: event loop, TLS, native code'],
]);
/** What fast-json-stringify has made of a form. */
const COMPILED = /^(anonymous\d+|main)$/;
export const IDLE = 'idle';

/**
 * Whose time a sample is, by its stack from the innermost frame outwards. A socket is written by whoever answers, so its time is the socket's; only what
 * goes to the database stays with its client.
 */
export function blockOf(stack: readonly Frame[]): string {
  const [leaf] = stack;
  if (leaf === undefined) return 'other';
  const marker = MARKERS.get(leaf.functionName);
  if (marker !== undefined) return marker;
  if (leaf.url === '' && /^(parse|stringify)$/.test(leaf.functionName)) return 'JSON';
  let service: string | undefined;
  for (const { url, functionName } of stack) {
    if (url === '' && COMPILED.test(functionName)) return service ?? 'JSON';
    service ??= nameOf(SERVICES, url);
    const owner = nameOf(OWNERS, url);
    if (owner !== undefined) return owner === 'database client' ? owner : (service ?? owner);
  }
  return service ?? 'other';
}

function nameOf(names: typeof OWNERS, url: string): string | undefined {
  return names.find(([, pattern]) => pattern.test(url))?.[0];
}

export type Profile = {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame; readonly children?: readonly number[] }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

/** The frames of the built program by the files that it was built from. */
export function bySource({ nodes, ...rest }: Profile, lines: SourceLines): Profile {
  const named = (frame: Frame): Frame => {
    const [, file] = /\/dist\/server\/([\w-]+\.js)$/.exec(frame.url) ?? [];
    if (file === undefined) return frame;
    const place = lines.sourceOf(file, frame.lineNumber ?? 0, frame.columnNumber ?? 0);
    return place === undefined ? frame : { ...frame, url: place.source };
  };
  return { ...rest, nodes: nodes.map((node) => ({ ...node, callFrame: named(node.callFrame) })) };
}

/** Microseconds of each block. */
export function sumBlocks({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<string, number> {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const blocks = new Map<number, string>();
  for (const { id } of nodes) {
    const stack: Frame[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.push(frames.get(at) as Frame);
    blocks.set(id, blockOf(stack));
  }
  const sums = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const block = blocks.get(id) as string;
    sums.set(block, (sums.get(block) ?? 0) + (timeDeltas[index] as number));
  }
  return sums;
}
