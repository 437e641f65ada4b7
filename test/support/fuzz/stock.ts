import type { Dice } from './dice.ts';

const MOST_OF_A_NAME = 24;
const MOST_QUOTATIONS = 8;

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered
type Json = any;

/** What the answers have shown so far, by the name of its field: from it later calls take ids that are real. */
export type Stock = ReturnType<typeof createStock>;

export function createStock() {
  const values = new Map<string, unknown[]>();
  const quotations: Record<string, Json[]> = {};

  function keep(name: string, value: unknown): void {
    const known = values.get(name) ?? [];
    values.set(name, known);
    if (known.includes(value)) return;
    known.push(value);
    if (known.length > MOST_OF_A_NAME) known.shift();
  }

  function learn(node: Json, name = ''): void {
    if (Array.isArray(node)) for (const item of node.slice(0, 20)) learn(item, name);
    else if (typeof node === 'object' && node !== null)
      for (const [key, value] of Object.entries(node)) learn(value, key);
    else if (typeof node === 'string' && node.length <= 300) keep(name, node);
    else if (typeof node === 'number') keep(name, node);
    if (name === 'shareLink' && typeof node === 'string') keep('token', node.split('/').at(-1));
    if (typeof node === 'string' && node.includes('/files/')) learnLink(node);
  }

  function learnLink(link: string): void {
    if (!URL.canParse(link, 'https://localhost')) return;
    const { pathname, searchParams } = new URL(link, 'https://localhost');
    keep('key', pathname.split('/').at(-1));
    for (const [name, value] of searchParams) keep(name, value);
  }

  return {
    learn,
    keep,
    /** A quotation as it came back, from which an order can be made. */
    keepQuotation(variant: string, quotation: Json): void {
      const known = quotations[variant] ?? [];
      quotations[variant] = [...known, quotation].slice(-MOST_QUOTATIONS);
    },
    /** Each is used once. */
    takeQuotation: (variant: string): Json => quotations[variant]?.pop(),
    find(dice: Dice, ...names: readonly string[]): unknown {
      const known = names.flatMap((name) => values.get(name) ?? []);
      return known.length === 0 ? undefined : dice.pick(known);
    },
  };
}
