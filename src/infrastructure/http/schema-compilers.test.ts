import Fastify from 'fastify';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { compilersWhenNeeded } from './schema-compilers.ts';

/** What of a call reaches whoever answers it. */
async function seenOf(call: {
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body: unknown;
}) {
  const app = Fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: true } },
    schemaController: { compilersFactory: compilersWhenNeeded() },
  });
  const Stop = Type.Object({ name: Type.String() });
  const schema = {
    headers: Type.Object({ market: Type.Optional(Type.String()) }),
    querystring: Type.Object({ limit: Type.Optional(Type.String()) }),
    body: Type.Object({
      data: Type.Object({
        stops: Type.Array(Stop),
        sender: Type.Optional(Stop),
        metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
        open: Type.Optional(Type.Unknown()),
        item: Type.Optional(Type.Object({ weight: Type.String() }, { additionalProperties: true })),
      }),
    }),
  };
  app.post('/', { schema }, async ({ body, query, headers }) => ({
    body,
    query,
    market: headers.market,
    other: headers['x-other'],
  }));
  const answer = await app.inject({
    method: 'POST',
    url: call.path ?? '/',
    headers: call.headers ?? {},
    payload: call.body as object,
  });
  await app.close();
  return answer.json();
}

test('fields that no form names reach nobody, however deep they stand', async () => {
  const named = { stops: [{ name: 'Ada' }], sender: { name: 'Ben' } };
  const { body } = await seenOf({
    body: {
      data: { stops: [{ name: 'Ada', id: 1 }], sender: { name: 'Ben', desk: 'console' }, partnerId: null },
      by: 1,
    },
  });
  expect(body).toEqual({ data: named });
});

test('neither do those of an address', async () => {
  expect((await seenOf({ path: '/?limit=3&partnerId=1', body: { data: { stops: [] } } })).query).toEqual({
    limit: '3',
  });
});

test('what a form leaves open stays whole, and so do headers', async () => {
  const data = {
    stops: [],
    metadata: { ref: 'A-1' },
    open: { anything: [{ at: 'all' }] },
    item: { weight: '1', color: 'red' },
  };
  expect(await seenOf({ headers: { market: 'HK', 'x-other': 'kept' }, body: { data } })).toEqual({
    body: { data },
    query: {},
    market: 'HK',
    other: 'kept',
  });
});

test('forms that read the same are compiled once, those that differ are not mixed up', () => {
  const compile = (options: object) =>
    (compilersWhenNeeded().buildValidator as unknown as Build)({}, { customOptions: { verbose: true, ...options } });
  const form = (most: number) => ({ type: 'object', properties: { name: { type: 'string', maxLength: most } } });
  /** Which of the forms that were compiled says no; undefined where none does. */
  const broken = (check: Check) => (check({ name: 'ab' }) ? undefined : check.errors?.[0]?.parentSchema);
  const strict = compile({ allErrors: true });
  const one = broken(strict({ schema: form(1), httpPart: 'body' }));
  expect(one).toMatchObject({ maxLength: 1 });
  expect(broken(strict({ schema: form(1), httpPart: 'body' }))).toBe(one);
  expect(broken(compile({ allErrors: true })({ schema: form(1), httpPart: 'body' }))).toBe(one);
  expect(broken(strict({ schema: form(2), httpPart: 'body' }))).toBeUndefined();
  expect(broken(strict({ schema: form(1), httpPart: 'headers' }))).not.toBe(one);
  expect(broken(compile({ allErrors: false })({ schema: form(1), httpPart: 'body' }))).not.toBe(one);
});

const CheckedBody = Type.Object({
  stops: Type.Array(Type.Object({ name: Type.String(), phone: Type.String() }), { maxItems: 15 }),
  strokes: Type.Optional(Type.Array(Type.Array(Type.Array(Type.Number(), { minItems: 2 }), { maxItems: 5_000 }))),
});

/** What is wrong with a body. */
function faultsOf(body: object): readonly { readonly keyword: string; readonly instancePath: string }[] {
  const build = compilersWhenNeeded().buildValidator as unknown as Build;
  const check = build(
    {},
    { customOptions: { allErrors: true, verbose: true } },
  )({
    schema: CheckedBody,
    httpPart: 'body',
  });
  return check(body) ? [] : (check.errors ?? []);
}

test('all that is wrong is told, also of a list that is a little too long', () => {
  const faults = faultsOf({ stops: Array.from({ length: 100 }, () => ({})) });
  expect(faults.map(({ keyword }) => keyword).sort()).toEqual(['maxItems', ...Array(200).fill('required')]);
});

test('of a list that is far too long no more is told than of one that is a little too long', () => {
  const faults = faultsOf({ stops: Array.from({ length: 70_000 }, () => ({})) });
  expect(faults).toHaveLength(1 + 2 * 16);
  expect(faults).toContainEqual(expect.objectContaining({ keyword: 'maxItems', instancePath: '/stops' }));
});

test('of very many values, each of them wrong, the first is told', () => {
  const strokes = Array.from({ length: 20 }, () => Array.from({ length: 5_000 }, () => []));
  expect(faultsOf({ stops: [], strokes })).toMatchObject([{ keyword: 'minItems', instancePath: '/strokes/0/0' }]);
});

test('very many values are no fault by themselves', () => {
  const strokes = Array.from({ length: 20 }, () => Array.from({ length: 5_000 }, () => [1, 2]));
  expect(faultsOf({ stops: [], strokes })).toEqual([]);
});

type Check = {
  (data: unknown): boolean;
  errors?: readonly { parentSchema: object; keyword: string; instancePath: string }[];
};
type Build = (schemas: object, options: object) => (route: { schema: object; httpPart: string }) => Check;
