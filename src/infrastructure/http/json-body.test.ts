import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { DeliveryError } from '../../foundation/errors.ts';
import { parseJsonBody } from './json-body.ts';

function parse(text: string): unknown {
  return parseJsonBody(Buffer.from(text));
}

function refusalOf(body: string | readonly number[]): DeliveryError {
  try {
    parseJsonBody(typeof body === 'string' ? Buffer.from(body) : Buffer.from(body));
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    throw error;
  }
  throw new Error(`${body} was not refused`);
}

function inAscii(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function nested(depth: number): string {
  return `${'[{"a":'.repeat(depth / 2)}null${'}]'.repeat(depth / 2)}`;
}

const withoutNul = anyText().map((text) => text.replaceAll('\0', ''));
const anyKey = withoutNul.filter((text) => text !== '__proto__' && text !== 'constructor');
const anyNumber = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0.1, 1e21, -1e-7, 5e-324, 0.1 + 0.2, 1 / 3, 1.7976931348623157e308),
);
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 8 },
    fc.oneof(withoutNul, anyNumber, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(anyKey, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));
const anyIndent = fc.constantFrom('', ' ', '\t', '    ');

test('any JSON that JavaScript writes reads as JSON.parse reads it', () => {
  fc.assert(
    fc.property(anyValue, anyIndent, (value, indent) => {
      const json = JSON.stringify(value, null, indent);
      expect(parse(json)).toStrictEqual(JSON.parse(json));
    }),
    { numRuns: 500 },
  );
});

test('JSON with every character beyond ASCII escaped reads the same', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      const json = JSON.stringify(value);
      expect(parse(inAscii(json))).toStrictEqual(JSON.parse(json));
    }),
  );
});

test('text that JSON.parse refuses is refused', () => {
  const anyBrokenText = fc
    .array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', ' ', '1', '-', 'e', '.', 'null', 'true', '"a":'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(anyBrokenText, (text) => {
      const broken = throwsSyntaxError(() => JSON.parse(text));
      fc.pre(broken);
      expect(refusalOf(text).code).toBe('ERR_INVALID_JSON');
    }),
    { numRuns: 500 },
  );
});

function throwsSyntaxError(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch {
    return true;
  }
}

test.each(['', ' ', '{', '{"data":', '{"a":1,}', "{'a':1}", 'data=1', '{"a":01}', '[1 2]', '{"a":"\n"}', 'NaN'])(
  'the body %j is not JSON',
  (text) => {
    const refusal = refusalOf(text);
    expect(refusal.status).toBe(400);
    expect(refusal.code).toBe('ERR_INVALID_JSON');
    expect(refusal.message).toMatch(/^The body must be valid JSON: .+\.$/);
  },
);

test('a refusal tells where the form breaks without repeating the body', () => {
  expect(refusalOf('{"a":1,"b":2,}').message).toBe('The body must be valid JSON: it goes wrong at character 13.');
  expect(refusalOf('').message).toBe('The body must be valid JSON: it ends too early.');
  expect(refusalOf('{"phone": secret}').message).not.toContain('secret');
});

test('a number of 19 digits keeps every digit', () => {
  expect(parse('{"stopId":1234567890123456789}')).toEqual({ stopId: '1234567890123456789' });
  expect(parse('[ 9223372036854775807 ,-9223372036854775808]')).toEqual([
    '9223372036854775807',
    '-9223372036854775808',
  ]);
  expect(parse('1234567890123456789')).toBe('1234567890123456789');
});

test('a longer number is one where it comes out as it was written, and text where it would not', () => {
  expect(parse('[1794925598123456,9007199254740991,-9007199254740991,0.30000000000000004]')).toEqual([
    1794925598123456, 9007199254740991, -9007199254740991, 0.30000000000000004,
  ]);
  expect(parse('[9007199254740993,-9007199254740993,0.12345678901234567,1.00000000000000]')).toEqual([
    '9007199254740993',
    '-9007199254740993',
    '0.12345678901234567',
    '1.00000000000000',
  ]);
  expect(parse('[1.0,1.0000000000000]')).toEqual([1, 1]);
});

test('any long number comes out as it was written', () => {
  const anyDigits = (minLength: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength: 30 }).map((digits) => digits.join(''));
  const anyLongNumber = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('0.', '1', '9.'),
      anyDigits(16),
      fc.constantFrom('', 'e5', 'E-3', 'e+2'),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(anyLongNumber, anyNumber, (long, other) => {
      const body = `{"a":${long},"b":[${JSON.stringify(other)},${long}],"c":"é${long}"}`;
      const { a, b, c } = parse(body) as { a: unknown; b: unknown[]; c: unknown };
      expect([String(a), String(b[1])]).toEqual([long, long]);
      expect([b[0], c]).toEqual([JSON.parse(JSON.stringify(other)), `é${long}`]);
    }),
  );
});

test('a number too large for a double comes out as text instead of infinity', () => {
  expect(parse('[1e400,-1e400,1E+309]')).toEqual(['1e400', '-1e400', '1E+309']);
  expect(parse('[1e308,-1e308]')).toEqual([1e308, -1e308]);
});

test('long numbers inside text are left alone, whatever is escaped before them', () => {
  const values = ['1234567890123456789', 'a "1234567890123456789" b', '\\', '\\"1234567890123456789', 'ends with \\'];
  expect(parse(JSON.stringify(values))).toEqual(values);
});

test('a text ends at its quote also when an escaped backslash stands before it', () => {
  expect(parse('["\\\\",1234567890123456789,"\\\\\\"",1234567890123456789]')).toEqual([
    '\\',
    '1234567890123456789',
    '\\"',
    '1234567890123456789',
  ]);
});

test.each(['[01234567890123456789]', '[1234567890123456789.]', '[+1234567890123456789]', '[1234567890123456789abc]'])(
  'the long number in %s is not JSON and stays refused',
  (text) => {
    expect(refusalOf(text).code).toBe('ERR_INVALID_JSON');
  },
);

test('64 levels may be nested, 65 may not', () => {
  expect(parse(nested(64))).toEqual(JSON.parse(nested(64)));
  const refusal = refusalOf(`[${nested(64)}]`);
  expect(refusal.code).toBe('ERR_INVALID_JSON');
  expect(refusal.message).toBe('The body must not be nested deeper than 64 levels.');
});

test('only open brackets count as depth, not brackets side by side or inside text', () => {
  for (const pair of ['[]', '{}']) expect(parse(`[${Array(200).fill(pair).join()}]`)).toHaveLength(200);
  expect(parse(JSON.stringify('['.repeat(200)))).toBe('['.repeat(200));
  expect(parse(JSON.stringify(`"${'{'.repeat(200)}`))).toBe(`"${'{'.repeat(200)}`);
});

test('a very deep body is refused instead of exhausting the stack', () => {
  expect(refusalOf('['.repeat(200_000)).message).toBe('The body must not be nested deeper than 64 levels.');
});

test.each([
  ['plain', '{"__proto__":{"isAdmin":true}}'],
  ['with a simple value', '{"__proto__":1}'],
  ['deep inside', '{"data":[{"a":{"__proto__":{}}}]}'],
  ['escaped in part', '{"\\u005f_proto__":{}}'],
  ['escaped in full', '{"\\u005F\\u005f\\u0070\\u0072\\u006f\\u0074\\u006f\\u005f\\u005f":{}}'],
])('the key __proto__ is refused: %s', (_, body) => {
  const refusal = refusalOf(body);
  expect(refusal.code).toBe('ERR_INVALID_JSON');
  expect(refusal.message).toBe('The body must not contain the key "__proto__".');
});

test('the text __proto__ is allowed where it is no key', () => {
  expect(parse('{"a":"__proto__","b__proto__":1}')).toEqual({ a: '__proto__', b__proto__: 1 });
});

test('the key constructor is refused only with a prototype in it', () => {
  expect(refusalOf('{"constructor":{"prototype":{}}}').code).toBe('ERR_INVALID_JSON');
  expect(refusalOf('{"a":{"c\\u006fnstructor":{"prototype":1}}}').code).toBe('ERR_INVALID_JSON');
  expect(parse('{"constructor":"Ove Arup"}')).toEqual({ constructor: 'Ove Arup' });
  expect(parse('{"constructor":{"name":"x"}}')).toEqual({ constructor: { name: 'x' } });
  expect(parse('{"constructor":null}')).toEqual({ constructor: null });
});

test.each([
  ['a stray byte', [0x22, 0xff, 0x22]],
  ['a character cut off', [0x22, 0xe4, 0xb8, 0x22]],
  ['a form longer than needed', [0x22, 0xc0, 0x80, 0x22]],
  ['half of a surrogate pair', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['Latin-1', [0x22, 0x63, 0x61, 0x66, 0xe9, 0x22]],
])('bytes that are not UTF-8 are refused: %s', (_, bytes) => {
  const refusal = refusalOf(bytes);
  expect(refusal.code).toBe('ERR_INVALID_JSON');
  expect(refusal.message).toBe('The body must be JSON in UTF-8; it has bytes that are not UTF-8.');
});

test('a compressed body is called that', () => {
  expect(refusalOf([...gzipSync('{"data":{}}')])).toMatchObject({
    code: 'ERR_INVALID_JSON',
    message: 'The body must be JSON in UTF-8; it is compressed by gzip. Send it as it is, without Content-Encoding.',
  });
});

test('text in any script is read as it was sent', () => {
  expect(parse('{"address":"香港中環 😀 café 1"}')).toEqual({ address: '香港中環 😀 café 1' });
});

test('one byte order mark in front is skipped, another is not JSON', () => {
  expect(parse('\uFEFF{"a":1234567890123456789}')).toEqual({ a: '1234567890123456789' });
  expect(refusalOf('\uFEFF\uFEFF{}').code).toBe('ERR_INVALID_JSON');
  expect(refusalOf('{}\uFEFF').code).toBe('ERR_INVALID_JSON');
  expect(parse('"\uFEFF"')).toBe('\uFEFF');
});

test.each([
  ['a low half', '{"data":{"name":"\\udc00"}}'],
  ['a high half', '{"data":{"name":"a\\ud800"}}'],
  ['two halves in the wrong order', '{"data":{"name":"\\udc00\\ud800"}}'],
])('half of a surrogate pair is refused with a pointer: %s', (_, body) => {
  const refusal = refusalOf(body);
  expect(refusal.status).toBe(422);
  expect(refusal.code).toBe('ERR_INVALID_FIELD');
  expect(refusal.faults[0].pointer).toBe('/data/name');
});

test('a whole surrogate pair is a character like any other', () => {
  expect(parse('"\\ud83d\\ude00"')).toBe('😀');
});

test('the character U+0000 is refused with a pointer to its field', () => {
  const refusal = refusalOf('{"data":{"stops":[{"name":"fine"},{"name":"a\\u0000b"}]}}');
  expect(refusal.faults).toEqual([
    {
      code: 'ERR_INVALID_FIELD',
      sentence: '/data/stops/1/name must not contain the character U+0000 or half of a surrogate pair.',
      pointer: '/data/stops/1/name',
    },
  ]);
});

test('a pointer escapes the slashes and tildes of a key', () => {
  expect(refusalOf('{"a/b":{"~c":"\\u0000"}}').faults[0].pointer).toBe('/a~1b/~0c');
  expect(refusalOf('{"~1":"\\u0000"}').faults[0].pointer).toBe('/~01');
});

test('the character U+0000 is refused in a key too', () => {
  expect(refusalOf('{"data":{"a\\u0000":1}}').code).toBe('ERR_INVALID_FIELD');
});

test('a backslash followed by u0000 is no character U+0000', () => {
  expect(parse('{"path":"C:\\\\u0000"}')).toEqual({ path: 'C:\\u0000' });
});

test('other control characters are kept when escaped', () => {
  expect(parse('"\\u0001\\n\\u001f"')).toBe('\u0001\n\u001f');
});

test('a bare number in the place of a key stays wrong, however long it is', () => {
  expect(refusalOf('{1234567890123456789 :1}').code).toBe('ERR_INVALID_JSON');
});

test('the place of a fault is counted in the body as it was sent', () => {
  expect(refusalOf('{"a":1234567890123456789,"b":1,}').message).toContain('at character 31');
});

test('where it is asked for, numbers with too many digits are rounded instead', () => {
  const read = (text: string) => parseJsonBody(Buffer.from(text), 'rounded');
  expect(read('{"lat":22.319312345678912345}')).toEqual({ lat: 22.319312345678913 });
  expect(parse('{"lat":22.319312345678912345}')).toEqual({ lat: '22.319312345678912345' });
  expect(() => read('['.repeat(65) + ']'.repeat(65))).toThrow('64 levels');
});
