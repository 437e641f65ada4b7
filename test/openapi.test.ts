import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { insistOnReference } from './support/reference.ts';

type Schema = { readonly [key: string]: unknown };
type Described = { readonly description?: string };
type Example = { readonly value: unknown } | { readonly $ref: string };
type Media = { readonly schema: Schema; readonly examples?: Readonly<Record<string, Example>> };
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Described & { readonly name: string; readonly schema: Schema })[];
  readonly responses: Readonly<Record<string, Described>>;
};
type Found<T> = { readonly at: string; readonly value: T };

// biome-ignore lint/suspicious/noExplicitAny: the document is looked at from outside
let document: any;
beforeAll(async () => {
  document = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
});

const nameIn = (reference: string) => reference.split('/').at(-1) as string;

/** Everything that stands under a key of this name, with its JSON pointer; what examples hold is no part of the document. */
function allUnder<T>(key: string, node: unknown = document, at = ''): Found<T>[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => {
    const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const isPlain = name === 'example' || name === 'examples';
    return [...(name === key ? [{ at: pointer, value }] : []), ...(isPlain ? [] : allUnder<T>(key, value, pointer))];
  });
}

function allOperations(): Operation[] {
  return [...Object.values(document.paths), ...Object.values(document.webhooks)].flatMap((methods) =>
    Object.values(methods as Record<string, Operation>),
  );
}

/** Strict: a keyword that is misspelt or has no effect is refused. */
function compiler() {
  const ajv = new Ajv2020({
    inlineRefs: false,
    allowUnionTypes: true,
    keywords: ['x-fault-codes', ...Object.keys(document)],
  });
  ajv.addSchema(document, 'document', undefined, false);
  return (pointer: string) => ajv.getSchema(`document#${encodeURI(pointer)}`) as ValidateFunction;
}

test('every answer that a call names says what it holds, and metrics name their refusal too', () => {
  const unsaid = allOperations().flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([, { description = '' }]) => description === '' || description === 'Default Response')
      .map(([status]) => `${operationId} ${status}`),
  );
  expect(unsaid).toEqual([]);
  expect(Object.keys(document.paths['/metrics'].get.responses)).toEqual(['200', '403']);
});

test('it is an OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
}, 30_000);

test('every example of a field fits it', () => {
  const compile = compiler();
  const shown = allUnder<Record<string, Schema>>('properties').flatMap(({ at, value }) =>
    Object.entries(value).flatMap(([name, { examples = [] }]) =>
      (examples as unknown[]).map((example) => ({ at: `${at}/${name}`, example })),
    ),
  );
  expect(shown.length).toBeGreaterThan(80);
  expect(shown.filter(({ at, example }) => !compile(at)(example))).toEqual([]);
});

test('every form is sound, and every example of a body fits its form', () => {
  const compile = compiler();
  for (const name of Object.keys(document.components.schemas)) compile(`/components/schemas/${name}`);
  const examples = allUnder<Readonly<Record<string, Media>>>('content').flatMap(({ at, value }) =>
    Object.entries(value).flatMap(([type, { schema, examples = {} }]) =>
      Object.values(examples).map((example) => ({
        at: '$ref' in schema ? String(schema.$ref).slice(1) : `${at}/${type.replace('/', '~1')}/schema`,
        value: '$ref' in example ? document.components.examples[nameIn(example.$ref)].value : example.value,
      })),
    ),
  );
  expect(examples.length).toBeGreaterThan(8);
  expect(examples.filter(({ at, value }) => !compile(at)(value))).toEqual([]);
}, 30_000);

describe('nothing is left unsaid:', () => {
  const says = (node: Schema): boolean => {
    if (typeof node.description === 'string' && node.description.length > 2) return true;
    if (typeof node.$ref === 'string') return says(document.components.schemas[nameIn(node.$ref)]);
    return Array.isArray(node.anyOf) && node.anyOf.some((part) => says(part as Schema));
  };

  test('every field of every form', () => {
    const fields = allUnder<Record<string, Schema>>('properties').flatMap(({ at, value }) =>
      Object.entries(value).map(([name, field]) => ({ at: `${at}/${name}`, field })),
    );
    expect(fields.length).toBeGreaterThan(400);
    expect(fields.filter(({ field }) => !says(field)).map(({ at }) => at)).toEqual([]);
  });

  test('every form, parameter, answer and header', () => {
    const forms = Object.entries(document.components.schemas as Record<string, Schema>);
    expect(forms.filter(([, form]) => !says(form)).map(([name]) => name)).toEqual([]);
    const silent = (key: string) =>
      allUnder<Record<string, Schema>>(key).flatMap(({ at, value }) =>
        Object.entries(value)
          .filter(([, part]) => part.$ref === undefined && part.description === undefined)
          .map(([name]) => `${at}/${name}`),
      );
    expect([...silent('parameters'), ...silent('responses'), ...silent('headers')]).toEqual([]);
  });

  test('every call, in one line', () => {
    const wordy = allOperations().filter(({ summary }) => summary.length > 70 || /[.\n]/.test(summary));
    expect(wordy.map(({ operationId }) => operationId)).toEqual([]);
    const tags = document.tags.map(({ name }: { name: string }) => name);
    expect([...new Set(allOperations().flatMap((operation) => operation.tags))].sort()).toEqual(tags.toSorted());
  });
});

describe('an answer that is not what the reference says fails the test that got it:', () => {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const clock = { now: '2026-11-20T09:30:00.00Z', offsetSeconds: 0 };
  const answered = (body: unknown, { status = 200, headers = json as Record<string, string>, path = '' } = {}) =>
    insistOnReference('GET', path || '/sandbox/v1/clock?a=b', {
      status,
      headers,
      text: JSON.stringify(body),
      json: body,
    });
  const refusal = (status: number) => ({ status });

  test('one that is passes', () => {
    answered({ data: clock });
    answered({ message: 'ERR_FORBIDDEN', errors: [{ id: 'ERR_FORBIDDEN', message: 'No.' }] }, refusal(403));
    answered('<html>', { path: '/portal/sign-in', headers: { 'content-type': 'text/html' } });
  });

  test.each<[string, () => void, string]>([
    [
      'a field too many',
      () => answered({ data: { ...clock, zone: 'UTC' } }),
      'getClock: /data must NOT have additional properties "zone"',
    ],
    [
      'a field too few',
      () => answered({ data: { now: clock.now } }),
      "getClock: /data must have required property 'offsetSeconds'",
    ],
    ['a field of another type', () => answered({ data: { ...clock, now: 5 } }), 'getClock: /data/now must be string'],
    ['another status', () => answered({ data: clock }, { status: 201 }), 'getClock has no answer 201'],
    [
      'another type of body',
      () => answered({ data: clock }, { headers: { 'content-type': 'text/html' } }),
      'of the type "text/html"',
    ],
    [
      'a refusal of another form',
      () => answered({ error: 'no' }, refusal(422)),
      "must have required property 'message'",
    ],
  ])('%s', (_, look, message) => {
    expect(look).toThrow(message);
  });

  test('also a code that is not listed for the call', () => {
    const refused = { message: 'ERR_INVALID_TIPS', errors: [{ id: 'ERR_INVALID_TIPS', message: 'No.' }] };
    expect(() => answered(refused, refusal(422))).toThrow('getClock does not list the code ERR_INVALID_TIPS');
  });

  test('also a value that is not in the list, and a body where there is none', () => {
    const simulation = { data: { drivers: 'BOTH', speed: 1 } };
    expect(() => answered(simulation, { path: '/sandbox/v1/simulation' })).toThrow('["AUTO","MANUAL"]');
    const cancelled = { status: 204, headers: {}, text: 'gone', json: undefined };
    expect(() => insistOnReference('DELETE', '/v3/orders/1', cancelled)).toThrow('has no body with 204');
  });
});
