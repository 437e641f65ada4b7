import { expect, test } from 'vitest';
import { reasonOf } from './reason.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED ::1:8002'), { code: 'ECONNREFUSED' });

test('what has its own words is told in them', () => {
  expect(reasonOf(refused)).toBe('connect ECONNREFUSED ::1:8002');
  expect(reasonOf('the moon is in the way')).toBe('the moon is in the way');
});

test('what came from something else is told by that, however deep', () => {
  expect(reasonOf(new Error('S3 failed', { cause: new TypeError('fetch failed', { cause: refused }) }))).toBe(
    'connect ECONNREFUSED ::1:8002',
  );
  expect(reasonOf(new Error('refused', { cause: 'by the door' }))).toBe('refused');
});

test('where every address of a host was tried, the fault of the first is told', () => {
  expect(reasonOf(new AggregateError([refused, new Error('connect ECONNREFUSED 127.0.0.1:8002')]))).toBe(
    'connect ECONNREFUSED ::1:8002',
  );
});

test('what has no words is told by its code, or by its name', () => {
  expect(reasonOf(Object.assign(new Error(''), { code: 'EHOSTUNREACH' }))).toBe('EHOSTUNREACH');
  expect(reasonOf(new TypeError(''))).toBe('TypeError');
});

test.each(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'])(
  'who speaks no TLS is told as that, not by where in a library it was seen: %s',
  (code) => {
    const fault = Object.assign(new Error('80FC0680:error:0A00010B:SSL routines:ssl3_get_record:'), { code });
    expect(reasonOf(new TypeError('fetch failed', { cause: fault }))).toBe('no TLS is spoken there');
  },
);

test.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('a certificate for which nobody vouches is told with what to do: %s', (code) => {
  expect(reasonOf(Object.assign(new Error('nobody vouches'), { code }))).toBe(
    'nobody vouches; NODE_EXTRA_CA_CERTS names an authority of your own',
  );
});

test('another fault of a certificate is told as it came', () => {
  expect(reasonOf(Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' }))).toBe(
    'certificate has expired',
  );
});
