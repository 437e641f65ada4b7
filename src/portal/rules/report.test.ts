import { describe, expect, test } from 'vitest';
import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import type { Examination } from '../../partners/index.ts';
import { type ReadRequest, reportOn } from './report.ts';

const NOW = Date.parse('2026-11-16T04:00:00Z');
const REQUEST: ReadRequest = {
  method: 'POST',
  path: '/v3/quotations',
  query: '',
  headers: { authorization: 'hmac …', market: 'HK' },
  body: Buffer.from('{"data":{}}'),
};
const token = (timestamp: number | string) =>
  accepted({ publicKey: 'pk_test_1', timestamp: String(timestamp), signature: 'ab' });
const RIGHT: Examination = {
  call: accepted(true),
  token: token(NOW),
  key: { environment: 'sandbox', isOwn: true, status: 'active' },
  timestamp: accepted(true),
  signature: accepted(true),
  terms: accepted({ platform: 'ON_DEMAND', market: 'HK' }),
  data: accepted(true),
};
const report = (examination: Partial<Examination> = {}, request: Partial<ReadRequest> = {}, now = NOW) =>
  reportOn({ ...REQUEST, ...request }, { ...RIGHT, ...examination }, now);
const verdict = (examination: Partial<Examination>) => {
  const { tone, sentence } = report(examination).verdict;
  return `${tone}: ${sentence}`;
};
const finding = (name: string, ...given: Parameters<typeof report>) =>
  report(...given).findings.find((candidate) => candidate.name === name);
const no = (sentence: string): Decision<never> => refused('ERR_UNAUTHORIZED', sentence);

describe('the verdict', () => {
  test('a request that is right in everything would be accepted', () => {
    expect(report().verdict).toEqual({
      tone: 'good',
      headline: 'This request would be accepted',
      sentence: 'The signature is right, and the key is for this call.',
    });
  });

  test('the first refusal in the order of the front door goes before the others', () => {
    const all = {
      call: no('call'),
      token: no('token'),
      signature: no('signature'),
      terms: no('terms'),
      data: no('data'),
    };
    expect(verdict(all)).toBe('bad: call');
    expect(verdict({ ...all, call: RIGHT.call })).toBe('bad: token');
    expect(verdict({ signature: all.signature, terms: all.terms, data: all.data })).toBe('bad: signature');
    expect(verdict({ terms: all.terms, data: all.data })).toBe('bad: terms');
    expect(verdict({ data: all.data })).toBe('bad: data');
  });

  test('a timestamp that is too old comes last, and is no reason to doubt the signature', () => {
    const timestamp = no('The timestamp is 900 seconds behind our clock; 300 are allowed.');
    expect(verdict({ timestamp })).toBe('note: The timestamp is 900 seconds behind our clock; 300 are allowed.');
    expect(report({ timestamp }).verdict.headline).toBe('The signature is right, the time is not');
    expect(report({ data: no('data') }).verdict.headline).toBe('This request would be refused');
    expect(verdict({ timestamp, data: no('data') })).toBe('bad: data');
    expect(verdict({ timestamp, signature: no('signature') })).toBe('bad: signature');
  });

  test('a refusal without a sentence of its own gets that of its code', () => {
    expect(verdict({ terms: refused('ERR_NOT_FOUND') })).toBe('bad: There is nothing at this path.');
  });
});

describe('the parts', () => {
  test('are named in the order of the front door', () => {
    const names = (request: Partial<ReadRequest>) => report({}, request).findings.map(({ name }) => name);
    const usual = ['Call', 'API key', 'Timestamp', 'Signature', 'Market', 'Platform', 'Request-ID', 'Body'];
    expect(names({})).toEqual(usual);
    expect(names({ query: '?limit=1' })).toEqual(['Call', 'Query', ...usual.slice(1)]);
  });

  test('that are right are shown as they came', () => {
    const headers = { ...REQUEST.headers, platform: 'PLUS', 'request-id': 'a', 'x-request-id': 'b' };
    expect(report({}, { query: '?limit=1', headers }).findings).toEqual([
      { name: 'Call', value: 'POST /v3/quotations', tone: 'good' },
      { name: 'Query', value: '?limit=1', tone: 'plain', remark: 'The path may be signed with or without it.' },
      expect.objectContaining({ name: 'API key', value: 'pk_test_1', tone: 'good' }),
      expect.objectContaining({ name: 'Timestamp', value: String(NOW), tone: 'good' }),
      { name: 'Signature', value: 'ab', tone: 'good', remark: 'It is that of this key over the text below.' },
      { name: 'Market', value: 'HK', tone: 'good' },
      { name: 'Platform', value: 'PLUS', tone: 'plain' },
      { name: 'Request-ID', value: 'a', tone: 'plain' },
      { name: 'Body', value: '11 bytes, JSON', tone: 'good' },
    ]);
  });

  test('a token that cannot be read is shown as it came, or missed', () => {
    const examination = {
      token: no('x'),
      key: undefined,
      timestamp: undefined,
      signature: undefined,
      terms: undefined,
    };
    expect(finding('Authorization', examination)).toEqual({
      name: 'Authorization',
      value: 'hmac …',
      tone: 'bad',
      remark: 'x',
    });
    expect(finding('Authorization', examination, { headers: {} })).toMatchObject({ value: 'missing' });
    expect(finding('Signature', examination)).toBeUndefined();
    expect(report(examination).text).toBe('TIMESTAMP\r\nPOST\r\n/v3/quotations\r\n\r\n{"data":{}}');
  });

  test('the text to be signed has the very bytes of the body, and no query', () => {
    const { text } = report({}, { query: '?limit=1', body: Buffer.from('{ "é": 1\n}') });
    expect(text).toBe(`${NOW}\r\nPOST\r\n/v3/quotations\r\n\r\n{ "é": 1\n}`);
  });

  test.each([
    [
      { environment: 'sandbox', isOwn: true, status: 'active' },
      'good',
      'It is one of yours and active. By its name it is a sandbox key.',
    ],
    [
      { environment: 'sandbox', isOwn: true, status: 'suspended' },
      'bad',
      'It is one of yours and suspended. By its name it is a sandbox key.',
    ],
    [
      { environment: 'sandbox', isOwn: true, status: undefined },
      'plain',
      'It is one of yours. By its name it is a sandbox key.',
    ],
    [
      { environment: 'production', isOwn: false, status: undefined },
      'bad',
      'It is not one of yours, or was revoked. By its name it is a production key.',
    ],
    [{ environment: undefined, isOwn: false, status: undefined }, 'bad', 'It is not one of yours, or was revoked.'],
  ] as const)('the key %j is %s', (key, tone, remark) => {
    expect(finding('API key', { key })).toEqual({ name: 'API key', value: 'pk_test_1', tone, remark });
  });

  test.each([
    [0, '2026-11-16 04:00:00 UTC, now.'],
    [-999, '2026-11-16 03:59:59 UTC, now.'],
    [-SECOND_MS, '2026-11-16 03:59:59 UTC, 1 second ago.'],
    [3 * SECOND_MS, '2026-11-16 04:00:03 UTC, 3 seconds from now.'],
    [-2 * MINUTE_MS + 1, '2026-11-16 03:58:00 UTC, 119 seconds ago.'],
    [-2 * MINUTE_MS, '2026-11-16 03:58:00 UTC, 2 minutes ago.'],
    [-2 * HOUR_MS, '2026-11-16 02:00:00 UTC, 2 hours ago.'],
    [-2 * DAY_MS, '2026-11-14 04:00:00 UTC, 2 days ago.'],
  ])('a timestamp %i ms away reads %s', (away, remark) => {
    expect(finding('Timestamp', { token: token(NOW + away) })).toMatchObject({ tone: 'good', remark });
  });

  test('a timestamp in seconds is read as such, and one beyond all calendars is no trouble', () => {
    expect(finding('Timestamp', { token: token(NOW / 1000 - 60) })?.remark).toBe(
      '2026-11-16 03:59:00 UTC, 60 seconds ago.',
    );
    expect(finding('Timestamp', { token: token('9'.repeat(16)) })?.remark).toBe('No time that a calendar has.');
    expect(finding('Timestamp', { token: token(8.64e15) })?.remark).toContain('days from now');
  });

  test('an old timestamp is a note with its refusal', () => {
    expect(finding('Timestamp', { token: token(NOW - HOUR_MS), timestamp: no('Too old.') })).toMatchObject({
      tone: 'note',
      remark: '2026-11-16 03:00:00 UTC, 60 minutes ago. Too old.',
    });
  });

  test('a refusal is shown beside the header that it is about', () => {
    const market = { terms: refused('ERR_INVALID_MARKET', 'Which market?') };
    expect(finding('Market', market, { headers: {} })).toMatchObject({
      value: 'missing',
      tone: 'bad',
      remark: 'Which market?',
    });
    expect(finding('Platform', market)).toMatchObject({ value: 'none: on-demand', tone: 'plain' });
    for (const code of ['ERR_FORBIDDEN', 'ERR_INVALID_FIELD', 'ERR_NOT_FOUND'] as const) {
      expect(finding('Platform', { terms: refused(code, 'No.') })).toMatchObject({ tone: 'bad', remark: 'No.' });
      expect(finding('Market', { terms: refused(code, 'No.') })).toMatchObject({ tone: 'plain' });
    }
    const suspended = {
      key: { environment: 'sandbox', isOwn: true, status: 'suspended' },
      terms: refused('ERR_FORBIDDEN'),
    } as const;
    expect([finding('Market', suspended)?.tone, finding('Platform', suspended)?.tone]).toEqual(['plain', 'plain']);
  });

  test('the id of the request, and what one is good for', () => {
    expect(finding('Request-ID', {}, { headers: { 'x-request-id': 'a' } })).toMatchObject({ value: 'a' });
    expect(finding('Request-ID', {})).toMatchObject({
      value: 'none',
      remark: 'With one, this call is safe to repeat.',
    });
    expect(finding('Request-ID', {}, { method: 'GET' })?.remark).toBeUndefined();
  });

  test('the body by its bytes and its form', () => {
    const body = (text: string) => finding('Body', {}, { body: Buffer.from(text) })?.value;
    expect([body(''), body('{"é":1}'), body('{'), body(`"${'x'.repeat(1000)}"`)]).toEqual([
      'none',
      '8 bytes, JSON',
      '1 byte, not JSON',
      '1,002 bytes, JSON',
    ]);
    expect(finding('Body', { data: no('It needs data.') })).toMatchObject({ tone: 'bad', remark: 'It needs data.' });
  });
});
