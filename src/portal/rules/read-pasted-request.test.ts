import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curlCommand } from '../../main/commands/curl-command.ts';
import { readPastedRequest } from './read-pasted-request.ts';

const read = (text: string) => {
  const decision = readPastedRequest(text);
  if ('refused' in decision) return `${decision.refused}: ${decision.sentence}`;
  const { bodies, ...request } = decision.accepted;
  return { ...request, bodies: bodies.map(String) };
};

describe('a curl command', () => {
  test('as a browser copies it', () => {
    const pasted = `curl 'https://localhost:8443/v3/quotations?x=1' \\
  -H 'accept: */*' \\
  -H 'Authorization: hmac pk_test_1:1700000000000:00' \\
  -H 'Market: HK' \\
  --data-raw $'{"data":{"note":"it\\'s here\\u0021"}}' \\
  --compressed`;
    expect(read(pasted)).toEqual({
      method: 'POST',
      path: '/v3/quotations',
      query: '?x=1',
      headers: { accept: '*/*', authorization: 'hmac pk_test_1:1700000000000:00', market: 'HK' },
      bodies: ['{"data":{"note":"it\'s here!"}}'],
    });
  });

  test('as Postman copies it', () => {
    const pasted = `curl --location --request POST 'https://localhost:8443/v3/orders' \\
--header 'Market: HK' \\
--data '{
    "data": {}
}'`;
    expect(read(pasted)).toEqual({
      method: 'POST',
      path: '/v3/orders',
      query: '',
      headers: { market: 'HK' },
      bodies: ['{\n    "data": {}\n}', '{\r\n    "data": {}\r\n}'],
    });
  });

  test('after a prompt and before a pipe, with line breaks as a form sends them', () => {
    expect(read(`\r\n $ curl -sS \\\r\n  "https://localhost:8443/v3/cities" | jq .`)).toMatchObject({
      method: 'GET',
      path: '/v3/cities',
    });
  });

  test('for cmd.exe is not read, and what to copy instead is said', () => {
    expect(read('curl "https://localhost:8443/v3/cities" ^\r\n  -H "Market: HK"')).toContain('for bash instead');
    expect(read('curl ^"https://localhost:8443/v3/cities^" ^\n  -H ^"Market: HK^"')).toContain('for bash instead');
  });

  const textOf = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 20 });
  test('that waybill sign prints is read back as the request it was', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
        textOf('v3/.%\'"$\\-'),
        textOf('a=&\'"%?'),
        textOf('HK \'"$:\\'),
        textOf('a{}[]:"\'\\ \n\t$`;|&!#^中é🚚'),
        (method, rest, search, given, body) => {
          const [path, query, market] = [`/${rest}`, search === '' ? '' : `?${search}`, given.trim()];
          const headers = { Authorization: 'hmac k:1:2', Market: market };
          const url = `https://localhost:8443${path}${query}`;
          const printed = curlCommand({ method, url, headers, body }, "it's/ca.pem");
          const expected = { method, path, query, headers: { authorization: 'hmac k:1:2', market } };
          for (const pasted of [printed, printed.replaceAll('\n', '\r\n')])
            expect(read(pasted)).toMatchObject(expected);
          const decision = readPastedRequest(printed);
          expect('accepted' in decision && decision.accepted.bodies[0].equals(Buffer.from(body))).toBe(true);
        },
      ),
    );
  });
});

describe('a raw request', () => {
  const HEAD = 'POST /v3/orders?a=1 HTTP/1.1\nHost: localhost:8443\nMarket: HK';

  test.each([
    ['LF', '\n'],
    ['CR LF', '\r\n'],
  ])('with %s line endings', (_name, newline) => {
    expect(read(`${HEAD}\n\n{"data":{}}`.replaceAll('\n', newline))).toEqual({
      method: 'POST',
      path: '/v3/orders',
      query: '?a=1',
      headers: { host: 'localhost:8443', market: 'HK' },
      bodies: ['{"data":{}}'],
    });
  });

  test('without a body, with or without the empty line, a version, a host', () => {
    for (const text of [
      'GET /v3/cities',
      'GET /v3/cities HTTP/1.1\n',
      'GET https://x:1/v3/cities HTTP/1.1\n\n',
      'GET /v3/cities\r\n\r\n',
    ])
      expect(read(text)).toMatchObject({ method: 'GET', path: '/v3/cities', query: '', bodies: [''] });
  });

  test('a line break at the end may be the clipboard’s or the body’s', () => {
    expect(read(`${HEAD}\n\n{}\n`)).toMatchObject({ bodies: ['{}', '{}\n', '{}\r\n'] });
    expect(read(`${HEAD}\n\n{}\n\n`)).toMatchObject({ bodies: ['{}\n', '{}\r\n', '{}\n\n', '{}\r\n\r\n'] });
  });

  test('the length it names tells what the body was, unless it fits nothing', () => {
    const named = (length: number) => read(`${HEAD}\nContent-Length: ${length}\n\n{\n}\n`);
    expect(named(3)).toMatchObject({ bodies: ['{\n}'] });
    expect(named(4)).toMatchObject({ bodies: ['{\r\n}', '{\n}\n'] });
    expect(named(6)).toMatchObject({ bodies: ['{\r\n}\r\n'] });
    expect(named(99)).toMatchObject({ bodies: ['{\n}', '{\r\n}', '{\n}\n', '{\r\n}\r\n'] });
  });

  test('a body may hold empty lines', () => {
    expect(read(`${HEAD}\n\n{\n\n}`)).toMatchObject({ bodies: ['{\n\n}', '{\r\n\r\n}'] });
  });

  test('a body without the empty line before it is told how', () => {
    expect(read(`${HEAD}\n{"data":{}}`)).toContain('"{"data":{}}" is no header.');
    expect(read(`${HEAD}\nnonsense`)).toContain('an empty line goes before the body');
  });
});

test.each<[name: string, text: string, answer: string]>([
  ['nothing', '', 'ERR_MISSING_FIELD: There is nothing here yet.'],
  ['blanks', ' \r\n\t', 'ERR_MISSING_FIELD'],
  ['prose', 'Hello, why does it not work?', 'ERR_INVALID_FIELD: This does not read as a request.'],
  ['a header alone', 'Authorization: hmac a:1:b', 'ERR_INVALID_FIELD: This does not read'],
  ['the command that prints it', 'npx waybill sign GET /v3/cities | sh', 'ERR_INVALID_FIELD: This does not read'],
  ['a word that begins like curl', 'curly brackets', 'ERR_INVALID_FIELD: This does not read'],
  ['curl alone', 'curl', 'ERR_INVALID_FIELD: The command names no address.'],
  ['bytes', 'GET /v3\0', 'ERR_INVALID_FIELD: This is not text.'],
  ['bytes that were no text', '\uFFFDPNG', 'ERR_INVALID_FIELD: This is not text.'],
  ['too much', `GET /v3 HTTP/1.1\n\n${'x'.repeat(320 * 1024)}`, 'ERR_PAYLOAD_TOO_LARGE'],
])('%s is answered with what to do', (_name, text, answer) => {
  expect(read(text)).toContain(answer);
});

test('the largest paste is read', () => {
  const head = 'POST /v3/orders\n\n';
  expect(read(head + 'x'.repeat(320 * 1024 - head.length))).toMatchObject({ path: '/v3/orders' });
});
