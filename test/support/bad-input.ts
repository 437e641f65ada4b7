import { expect } from 'vitest';
import { everythingStored } from './orders.ts';
import type { HttpAnswer } from './partner-client.ts';
import type { World } from './world.ts';

type Json = Record<string, unknown>;

/** The value with another in one place of it; undefined takes that place away. */
export function withField(value: unknown, path: string, given: unknown): unknown {
  const [step = '', ...rest] = path.split('/');
  const copy = structuredClone(value) as Json;
  copy[step] = rest.length === 0 ? given : withField(copy[step], rest.join('/'), given);
  return copy;
}

const KINDS: Json = {
  missing: undefined,
  null: null,
  number: 7,
  text: 'text',
  list: ['one'],
  object: { one: 1 },
  truth: true,
};
export const MISSING = 'ERR_MISSING_FIELD';
export const INVALID = 'ERR_INVALID_FIELD';
export const TAKEN = 'taken';
/** What each kind of value in a field is answered with: a code, where another field is at fault its pointer too. */
export type Expected = Partial<Record<keyof typeof KINDS, string | readonly [code: string, pointer: string]>>;
export const only = (taken: Expected, others = INVALID): Expected =>
  ({ ...Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, others])), ...taken }) as Expected;

/** Puts each kind of value into a field: those that it does not take are refused by name, and nothing is changed. */
export async function expectRefusals(
  world: World,
  field: string,
  expected: Expected,
  call: (value: unknown) => Promise<HttpAnswer>,
): Promise<void> {
  const before = await everythingStored(world);
  const wanted: Json = {};
  const got: Json = {};
  for (const [kind, answer] of Object.entries(expected)) {
    if (answer === TAKEN) continue;
    const [code, pointer] = typeof answer === 'string' ? [answer, `/data/${field}`] : (answer as [string, string]);
    const { status, json } = await call(KINDS[kind]);
    wanted[kind] = [422, code, pointer];
    got[kind] = [status, json.message, json.errors[0].detail];
    expect(json.errors[0].message).toMatch(/^.+\.$/s);
  }
  expect(got).toEqual(wanted);
  expect(await everythingStored(world)).toEqual(before);
}
