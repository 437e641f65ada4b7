/** A spelling of the same JSON that a client may have signed in the place of the one it sent. */
export type Spelling = { readonly difference: string; readonly text: string };

/** Far larger than bodies are, and than one becomes by being indented: each is written some dozen times. */
export const LARGEST_BYTES = 16 * 1024;
const LARGEST_WRITTEN = 4 * LARGEST_BYTES;
/** Deeper than any body of the API. Indented, what is nested a thousand times deep fills the memory. */
const DEEPEST = 20;

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

/** Line breaks stand in the indented form only where the structure has them: within texts they are escaped. */
const spaced = (value: unknown) => JSON.stringify(value, null, 1).replace(/,\n */g, ', ').replace(/\n */g, '');

/** As JSON libraries write by default, in the order of how many clients use them. */
const FORMS: readonly { readonly is: string; readonly write: (value: unknown) => string }[] = [
  { is: 'the compact form', write: (value) => JSON.stringify(value) },
  { is: 'spaced after commas and colons', write: spaced },
  { is: 'indented by 2', write: (value) => JSON.stringify(value, null, 2) },
  { is: 'indented by 4', write: (value) => JSON.stringify(value, null, 4) },
];

const escapes = (text: string, which: RegExp) =>
  text.replace(which, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const escapeLetters = (text: string) => escapes(text, /[^\0-\x7f]/g);
const escapeSlashes = (text: string) => text.replaceAll('/', '\\/');

const ESCAPES: readonly { readonly has: string; readonly rewrite: (text: string) => string }[] = [
  { has: '', rewrite: (text) => text },
  { has: ', with letters beyond ASCII as \\u escapes', rewrite: escapeLetters },
  { has: ', with slashes as \\/', rewrite: escapeSlashes },
  {
    has: ', with slashes as \\/ and letters beyond ASCII as \\u escapes',
    rewrite: (text) => escapeSlashes(escapeLetters(text)),
  },
  { has: ', with <, > and & as \\u escapes', rewrite: (text) => escapes(text, /[<>&\u2028\u2029]/g) },
];

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** Every other spelling of a body that common libraries give, the likeliest first; none of what is no JSON, or no body of the API. */
export function* writtenAnew(body: Buffer): Generator<Spelling> {
  if (body.length > LARGEST_BYTES) return;
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return;
  }
  if (isDeeperThan(DEEPEST, value)) return;
  const tried = new Set([body.toString()]);
  for (const { meant, differenceOf } of meanings(value)) {
    for (const { is, write } of FORMS) {
      const written = write(meant);
      if (written.length > LARGEST_WRITTEN) continue;
      for (const { has, rewrite } of ESCAPES) {
        const text = rewrite(written);
        if (tried.has(text)) continue;
        tried.add(text);
        yield { difference: differenceOf(`${is}${has}`), text };
      }
    }
  }
}

function meanings(value: unknown) {
  const inner = typeof value === 'object' && value !== null && 'data' in value ? value.data : undefined;
  return [
    {
      meant: value,
      differenceOf: (how: string) => `The body was serialised again after signing: the signed text is ${how}.`,
    },
    { meant: sorted(value), differenceOf: () => 'The keys of the signed body are sorted.' },
    ...(inner === undefined
      ? []
      : [{ meant: inner, differenceOf: () => 'The signed text holds only what is inside "data".' }]),
  ];
}
