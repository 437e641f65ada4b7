import type { FuzzCall } from './fuzz-call.ts';

/** The smallest call like it that still fails: without every twist and every field of its body that it can do without. */
export async function shrink(call: FuzzCall, fails: (call: FuzzCall) => Promise<boolean>): Promise<FuzzCall> {
  for (const less of smallerCalls(call)) if (await fails(less)) return shrink(less, fails);
  return call;
}

function* smallerCalls(call: FuzzCall): Generator<FuzzCall> {
  for (const twist of call.twists) yield { ...call, twists: call.twists.filter((other) => other !== twist) };
  if (call.base.query !== '') yield { ...call, base: { ...call.base, query: '' } };
  for (const json of smallerValues(call.base.json)) yield { ...call, base: { ...call.base, json } };
}

function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield without(value, key);
    for (const less of smallerValues(inner)) yield withField(value, key, less);
  }
}

function without(value: object, key: string): unknown {
  if (Array.isArray(value)) return value.filter((_item, index) => index !== Number(key));
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

function withField(value: object, key: string, inner: unknown): unknown {
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner };
}
