import { expect, test } from 'vitest';
import { failureOfAnswer, failureOfFault, NO_KEY, startOfAnswer } from './failure.ts';

test('only 200 counts', () => {
  expect(failureOfAnswer({ status: 200, retryAfter: undefined })).toBeUndefined();
  for (const status of [201, 202, 204, 206, 301, 400, 404, 410, 500, 503]) {
    expect(failureOfAnswer({ status, retryAfter: '7' })).toMatchObject({
      status,
      retryAfter: '7',
      error: expect.stringContaining(`answered ${status}`),
    });
  }
});

test('the answer is told in a sentence, and so is a missing key', () => {
  const errorOf = (status: number) => failureOfAnswer({ status, retryAfter: undefined })?.error;
  expect(errorOf(404)).toBe('The receiver answered 404.');
  expect(errorOf(301)).toBe('The receiver answered 301, and redirects are not followed.');
  expect(NO_KEY).toEqual({
    status: undefined,
    retryAfter: undefined,
    error: 'There is no active API key to sign with.',
  });
});

test('a redirect is told apart, a neighbour of redirects is not', () => {
  for (const status of [301, 302, 303, 307, 308]) {
    expect(failureOfAnswer({ status, retryAfter: undefined })?.error).toContain('redirects are not followed');
  }
  for (const status of [299, 300, 304, 309, 400]) {
    expect(failureOfAnswer({ status, retryAfter: undefined })?.error).not.toContain('redirects');
  }
});

test.each([
  [{ name: 'TimeoutError', code: 23 }, 'The receiver did not answer within 10 s.'],
  [{ code: 'UND_ERR_CONNECT_TIMEOUT' }, 'No connection to the receiver came about in time.'],
  [{ code: 'UND_ERR_HEADERS_TIMEOUT' }, 'The receiver did not answer within 10 s.'],
  [{ code: 'ETIMEDOUT' }, 'The receiver did not answer within 10 s.'],
  [{ code: 'ENOTFOUND' }, 'The name of the receiver cannot be found.'],
  [{ code: 'EAI_AGAIN' }, 'The name of the receiver cannot be looked up.'],
  [{ code: 'ERR_FORBIDDEN_ADDRESS' }, 'The address of the receiver is not on the public internet.'],
  [
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    'The certificate of the receiver is not valid (DEPTH_ZERO_SELF_SIGNED_CERT).',
  ],
  [
    { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' },
    'The certificate of the receiver is not valid (UNABLE_TO_VERIFY_LEAF_SIGNATURE): it must send the intermediate certificates too.',
  ],
  [{ code: 'CERT_HAS_EXPIRED' }, 'The certificate of the receiver is not valid (CERT_HAS_EXPIRED).'],
  [{ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.1:80' }, 'The receiver refused the connection.'],
  [{ code: 'ECONNRESET' }, 'The receiver closed the connection before it answered.'],
  [{ code: 'UND_ERR_SOCKET' }, 'The receiver closed the connection before it answered.'],
  [{ code: 'UND_ERR_SOCKET', message: 'other side closed' }, 'The receiver closed the connection before it answered.'],
  [{ code: 'UND_ERR_SOCKET', message: 'bad response' }, 'The receiver answered 100, which nobody had asked for.'],
  [{ code: 'UND_ERR_SOCKET', message: 'bad upgrade' }, 'The receiver answered 101, which nobody had asked for.'],
  [{ code: 'UND_ERR_HEADERS_OVERFLOW' }, 'The headers of the answer are too long.'],
  [{ code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' }, 'The answer contradicts itself on its length.'],
  [{ name: 'HTTPParserError' }, 'The receiver answered with something that is not HTTP.'],
  [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'The receiver speaks no TLS at this port.'],
  [
    { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' },
    'The receiver refused the TLS connection (ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION).',
  ],
  [
    { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' },
    'The receiver refused the TLS connection (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED).',
  ],
  [{ code: 'ERR_SSL_UNSUPPORTED_PROTOCOL' }, 'The receiver speaks no TLS 1.2 or later.'],
  [{ code: 'EPROTO' }, 'The receiver cannot be reached (EPROTO).'],
  [new Error('something'), 'The receiver cannot be reached.'],
  [undefined, 'The receiver cannot be reached.'],
])('the fault %o is told in words', (fault, error) => {
  expect(failureOfFault(fault, 10)).toEqual({ status: undefined, retryAfter: undefined, error });
});

test('of an answer the first 500 bytes are kept, whatever they are', () => {
  expect(startOfAnswer(Buffer.from('no'))).toBe('no');
  expect(startOfAnswer(Buffer.alloc(4_096, 'a'))).toBe('a'.repeat(500));
  expect(startOfAnswer(Buffer.from('a\0b'))).toBe('ab');
  for (const bytes of [Buffer.alloc(4_096, 0xff), Buffer.from('陳'.repeat(400))]) {
    expect(Buffer.byteLength(startOfAnswer(bytes))).toBeLessThanOrEqual(600);
  }
});
