/** A place in the program, as a profile names it. */
export type Frame = { readonly functionName: string; readonly url: string };

/** Whose time it is, most specific first. */
const OWNERS: readonly (readonly [string, RegExp])[] = [
  ['database client', /node_modules\/pg[-/]|dist\/infrastructure\/database\//],
  ['signature', /dist\/partners\/(authenticate|signing-keys|key-ring|secrets|rules\/signature)\.js/],
  ['limiter', /dist\/partners\/(admission|address-guard|rate-windows-sql|rules\/(limits?|windows?|rate)[\w-]*)\.js/],
  ['request log', /dist\/partners\/(record-requests|request-log-sql|call-counts-sql)\.js/],
  ['safe retry', /dist\/partners\/(safe-retry|answers-sql)\.js/],
  ['front door, the rest of it', /dist\/partners\//],
  ['HTTP frame', /dist\/infrastructure\/http\//],
  ['Fastify', /node_modules\/(fastify|@fastify|find-my-way|avvio|ajv|pino|light-my-request)/],
  ['webhooks and jobs', /dist\/(webhooks|infrastructure\/jobs)\//],
  ['rooms and rules', /dist\//],
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
