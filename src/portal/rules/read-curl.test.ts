import { expect, test } from 'vitest';
import { readCurl } from './read-curl.ts';

const URL = 'https://localhost:8443/v3/orders';
const read = (...words: string[]) => {
  const decision = readCurl(words);
  if ('refused' in decision) return decision.sentence;
  const { method, path, query, headers, bodies } = decision.accepted;
  return { method, target: path + query, headers, bodies: bodies.map(String) };
};

test.each<[words: string[], method: string]>([
  [[URL], 'GET'],
  [[URL, '-d', '{}'], 'POST'],
  [[URL, '--json', '{}'], 'POST'],
  [[URL, '-I'], 'HEAD'],
  [[URL, '-G', '-d', 'a=1'], 'GET'],
  [['-X', 'PATCH', URL, '-d', '{}'], 'PATCH'],
  [['-XDELETE', URL], 'DELETE'],
  [['-sSX', 'PUT', URL], 'PUT'],
  [['--request', 'GET', URL, '--request', 'DELETE'], 'DELETE'],
  [['-X', 'post', URL], 'post'],
])('the method of %j is %s', (words, method) => {
  expect(read(...words)).toMatchObject({ method });
});

test.each([
  ['https://localhost:8443/v3/orders?a=1&b=%20#end', '/v3/orders?a=1&b=%20'],
  ['localhost:8443/v3/orders', '/v3/orders'],
  ['https://localhost:8443', '/'],
  ['https://localhost:8443?a=/b', '/?a=/b'],
  ['https://localhost//v3/../orders/', '//v3/../orders/'],
  ['https://me:secret@localhost/v3/Größe', '/v3/Größe'],
])('of %s the path and query %s are sent', (url, target) => {
  expect(read(url)).toMatchObject({ target });
  expect(read('--url', url)).toMatchObject({ target });
});

test('the address is found among options with and without values', () => {
  expect(
    read('-k', '--cacert', 'ca.pem', '--compressed', '-sS', '-m', '5', '--no-buffer', URL, '-o', 'out', '-v'),
  ).toMatchObject({ target: '/v3/orders' });
  expect(read('--proxy', 'http://proxy:3128/x', '--retry', '3', '--', URL)).toMatchObject({ target: '/v3/orders' });
});

test('headers: names in lower case, the first of several, colons in values', () => {
  expect(
    read(URL, '-H', 'Authorization: hmac a:1:b', '--header', 'MARKET:HK', '-HPlatform:  PLUS ', '-H', 'market: SG'),
  ).toMatchObject({ headers: { authorization: 'hmac a:1:b', market: 'HK', platform: 'PLUS' } });
  expect(read(URL, '-H', 'Accept;', '-H', 'Host:')).toMatchObject({ headers: { host: '' } });
});

test.each<[words: string[], body: string]>([
  [['-d', '{"a": 1}'], '{"a": 1}'],
  [['--data-ascii', 'a'], 'a'],
  [['-d{}'], '{}'],
  [['--data-raw', '@not a file'], '@not a file'],
  [['--data-binary', 'a', '-d', 'b'], 'a&b'],
  [['--json', '{"a":', '--json', '1}'], '{"a":1}'],
  [[], ''],
])('the body of %j is %j', (words, body) => {
  expect(read(URL, ...words)).toMatchObject({ bodies: [body] });
});

test('without -G a body is no query, and a line within a name is no option', () => {
  expect(read(URL, '-d', 'a=1')).toMatchObject({ target: '/v3/orders', bodies: ['a=1'] });
  expect(read('my-host.example/v3/orders')).toMatchObject({ target: '/v3/orders', headers: {}, method: 'GET' });
});

test('a body with line breaks may have had either kind', () => {
  expect(read(URL, '-d', '{\n}')).toMatchObject({ bodies: ['{\n}', '{\r\n}'] });
  expect(read(URL, '-d', '{\r\n}')).toMatchObject({ bodies: ['{\r\n}'] });
});

test('with -G data go into the query', () => {
  expect(read(URL, '-G', '-d', 'limit=1', '-d', 'after=2')).toMatchObject({
    target: '/v3/orders?limit=1&after=2',
    bodies: [''],
  });
  expect(read(`${URL}?limit=1`, '--get', '-d', 'after=2')).toMatchObject({ target: '/v3/orders?limit=1&after=2' });
  expect(read(`${URL}?limit=1`, '--get')).toMatchObject({ target: '/v3/orders?limit=1' });
});

test.each<[words: string[], sentence: string]>([
  [
    ['-d', '@body.json'],
    'The command reads the file body.json, which this page cannot see. Put its content in its place.',
  ],
  [['-H', '@headers'], 'The command reads the file headers, which this page cannot see. Put its content in its place.'],
  [['-F', 'a=b'], 'The option --form is not read here. Give the body with --data-raw, as it is sent.'],
  ...['data-urlencode', 'form', 'form-string', 'upload-file', 'url-query', 'config'].map(
    (name): [words: string[], sentence: string] => [
      [`--${name}`, 'a=b'],
      `The option --${name} is not read here. Give the body with --data-raw, as it is sent.`,
    ],
  ),
  [['-T', 'a'], 'The option --upload-file is not read here. Give the body with --data-raw, as it is sent.'],
])('what cannot be seen is said: %j', (words, sentence) => {
  expect(readCurl([URL, ...words])).toEqual({ refused: 'ERR_INVALID_FIELD', sentence });
});

test.each([[[]], [['-X', 'GET']], [['-H']], [['--request']], [['-']]])('%j names no address', (words) => {
  expect(readCurl(words)).toEqual({
    refused: 'ERR_INVALID_FIELD',
    sentence: 'The command names no address. Copy the whole command, with its URL.',
  });
});

test.each([
  ['words', () => read(URL, ...Array.from({ length: 100_000 }, () => 'a'))],
  ['options', () => read(URL, ...Array.from({ length: 100_000 }, () => '--silent'))],
  ['letters in a row', () => read(URL, `-${'s'.repeat(300_000)}`)],
])('as many %s as a page takes hold nobody up', (_, reading) => {
  expect(reading()).toMatchObject({ target: '/v3/orders' });
});
