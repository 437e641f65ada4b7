import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLog, redact } from './log.ts';
import { forTerminal } from './terminal-log.ts';

test.each([
  ['sk_test_AbC123-_xyz', 'sk_test_[secret]'],
  ['secret=sk_prod_0123456789abcdef;', 'secret=sk_prod_[secret];'],
  ['{"secret":"sk_test_abc"}', '{"secret":"sk_test_[secret]"}'],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==', 'whsec_[secret]'],
  ['"whsec_a+b/c=" next', '"whsec_[secret]" next'],
])('a secret is taken out: %s', (line, expected) => {
  expect(redact(line)).toBe(expected);
});

test('every secret of a line is taken out, not only the first', () => {
  expect(redact('sk_test_a sk_prod_b whsec_c whsec_d')).toBe(
    'sk_test_[secret] sk_prod_[secret] whsec_[secret] whsec_[secret]',
  );
  for (const [secret, hidden] of [
    ['hmac pk_test_a:1:abc', 'hmac pk_test_a:1:[signature]'],
    ['/files/a?signature=abc', '/files/a?signature=[signature]'],
    ['postgres://ada:abc@db/a', 'postgres://ada:[secret]@db/a'],
    ['Password=abc', 'Password=[secret]'],
  ])
    expect(redact(`${secret} ${secret}`)).toBe(`${hidden} ${hidden}`);
});

test('a public key may be logged', () => {
  expect(redact('pk_test_AbC123 pk_prod_xyz')).toBe('pk_test_AbC123 pk_prod_xyz');
});

test.each(['hmac', 'HMAC', 'Hmac'])('a signature is taken out of a token that starts with %s', (scheme) => {
  expect(redact(`"authorization":"${scheme} pk_test_a:1700000000000:5133946c6a0ba25932cc18fa3aa1b5c3"`)).toBe(
    `"authorization":"${scheme} pk_test_a:1700000000000:[signature]"`,
  );
});

test('a signature in base64 is taken out whole', () => {
  expect(redact('hmac pk_test_a:1700000000000:a+b/c-d_e== end')).toBe('hmac pk_test_a:1700000000000:[signature] end');
});

test('the signature of a link to a file is taken out, so that nobody opens it by the log', () => {
  expect(redact('"path":"/files/cHJv?owner=5001&expires=1763&signature=aB-_9x"')).toBe(
    '"path":"/files/cHJv?owner=5001&expires=1763&signature=[signature]"',
  );
});

test.each([
  ['+85261234567', '+[phone]67'],
  ['{"phone":"+85261234567"}', '{"phone":"+[phone]67"}'],
  ['/orders?phone=%2B85261234567&limit=1', '/orders?phone=%2B[phone]67&limit=1'],
  ['/orders?phone=%2b85261234567', '/orders?phone=%2b[phone]67'],
  ['tel:+6591234567,+628123456789', 'tel:+[phone]67,+[phone]89'],
])('a phone number keeps only its last two digits: %s', (line, expected) => {
  expect(redact(line)).toBe(expected);
});

test('phone numbers have 7 to 15 digits, shorter and longer ones are something else', () => {
  expect(redact('+123456')).toBe('+123456');
  expect(redact('+1234567')).toBe('+[phone]67');
  expect(redact('+123456789012345')).toBe('+[phone]45');
  expect(redact('+1234567890123456')).toBe('+1234567890123456');
});

test.each([
  ['postgres://waybill:hunter2@localhost:5432/waybill', 'postgres://waybill:[secret]@localhost:5432/waybill'],
  ['postgresql://u:p%40ss:w0rd@db/w', 'postgresql://u:[secret]@db/w'],
  ['cannot reach "postgres://u:p@h/d" today', 'cannot reach "postgres://u:[secret]@h/d" today'],
])('the password of a database is taken out: %s', (line, expected) => {
  expect(redact(line)).toBe(expected);
});

test('a database address without a password is left alone', () => {
  const line = 'postgres://waybill@localhost:5432/waybill postgres://localhost:5432/waybill me@example.com';
  expect(redact(line)).toBe(line);
});

test('ids of 19 digits are left alone, in text and in addresses', () => {
  const line =
    '{"orderId":"1234567890123456789","path":"/v3/orders/9223372036854775807","note":"+1234567890123456789"}';
  expect(redact(line)).toBe(line);
});

test.each([
  '{"time":"2026-03-29T12:00:00.000Z","ms":1774785600000}',
  '2026-03-29T12:00:00+08:00',
  '2026-03-29T12:00:00%2B10:00',
  '1.5e+21',
  '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
])('timestamps, numbers and traces are left alone: %s', (line) => {
  expect(redact(line)).toBe(line);
});

test('no secret survives, wherever in a line it stands', () => {
  const anySecret = fc.stringMatching(/^[A-Za-z0-9]{8,40}$/);
  const anyPrefix = fc.constantFrom('sk_test_', 'sk_prod_', 'whsec_', 'hmac pk_test_a:1700000000000:');
  const anySurrounding = fc.constantFrom('', ' ', '"', '{"a":"', '\n', '=', '中');
  fc.assert(
    fc.property(anySecret, anyPrefix, anySurrounding, anySurrounding, (secret, prefix, before, after) => {
      expect(redact(`${before}${prefix}${secret}${after}`)).not.toContain(secret);
    }),
  );
});

test('taking secrets out twice changes nothing more', () => {
  const line = 'sk_test_a whsec_b hmac k:1:c postgres://u:p@h/d +85261234567';
  expect(redact(redact(line))).toBe(redact(line));
});

test('the log writes JSON lines with the level as a word, and no secret in them', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(line) });
  log.info({ phone: '+85261234567' }, 'signed with sk_test_abc');
  log.debug('too quiet');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    level: 'info',
    phone: '+[phone]67',
    msg: 'signed with sk_test_[secret]',
  });
});

test('in a terminal it writes one line for people: time, level, message and what belongs to it, and no secret', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(forTerminal(line)) });
  log.info({ phone: '+85261234567' }, 'signed with sk_test_abc');
  expect(lines).toHaveLength(1);
  expect(stripVTControlCharacters(lines[0] as string)).toMatch(
    /^\[\d\d:\d\d:\d\d\] INFO: signed with sk_test_\[secret\] \{"phone":"\+\[phone\]67"\}\n$/,
  );
});

test('a silent log writes nothing', () => {
  const lines: string[] = [];
  createLog({ level: 'silent', write: (line) => lines.push(line) }).fatal('the end');
  expect(lines).toEqual([]);
});

test.each(['postgres://u:p@ss@host/db', 'postgres://:p@ss@host/db', 'postgres://host/db?user=u&password=p@ss'])(
  'no part of a password is left over: %s',
  (line) => {
    expect(redact(line)).not.toMatch(/p@|ss@|=p/);
    expect(redact(line)).toContain('[secret]');
  },
);

test('phones with spaces and dashes are phones too', () => {
  expect(redact('call +852 6123-4567 now')).toBe('call +[phone]67 now');
});

test.each([
  ['/v3/orders?phone=%2B852+6123+4567&limit=1', '/v3/orders?phone=%2B[phone]67&limit=1'],
  ['/v3/orders?phone=+852+6123+4567', '/v3/orders?phone=+[phone]67'],
  ['/v3/orders?phone=%2B852%C2%A06123%C2%A04567', '/v3/orders?phone=%2B[phone]67'],
])('so are phones as an address writes them: %s', (line, expected) => {
  expect(redact(line)).toBe(expected);
});
