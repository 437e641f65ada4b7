import { describe, expect, expectTypeOf, test } from 'vitest';
import { errorOfAnswer, errorOfSilence, WaybillError } from './errors.ts';

const answer = (body: unknown, status = 422) =>
  errorOfAnswer({ status, body, requestId: 'r-1', retryAfterSeconds: undefined });

describe('a refusal', () => {
  test('has the code, the sentence and the field of its first fault, and all faults', () => {
    const faults = [
      { id: 'ERR_INVALID_FIELD', message: 'The name is empty.', detail: '/data/sender/name' },
      { id: 'ERR_MISSING_FIELD', message: 'The phone is missing.', detail: '/data/sender/phone' },
    ];
    const error = answer({ message: 'ERR_INVALID_FIELD', errors: faults });
    expect(error).toBeInstanceOf(WaybillError);
    expect(error).toMatchObject({
      code: 'ERR_INVALID_FIELD',
      status: 422,
      detail: '/data/sender/name',
      requestId: 'r-1',
    });
    expect(error.message).toBe('The name is empty. The phone is missing.');
    expect(error.faults).toEqual(faults.map(({ id, ...rest }) => ({ code: id, ...rest })));
  });

  test('is told by its id where its message is a sentence of the contract', () => {
    const error = answer({
      message: 'Cannot edit order',
      errors: [{ id: 'ERR_ORDER_EDIT', message: 'It is COMPLETED.' }],
    });
    expect([error.code, error.message, error.detail]).toEqual(['ERR_ORDER_EDIT', 'It is COMPLETED.', undefined]);
  });

  test('may carry one fault that is no list, or none', () => {
    const one = {
      message: 'ERR_INVALID_RESPONSE',
      errors: { id: 'ERR_INVALID_RESPONSE', message: 'It answered 404.' },
    };
    expect(answer(one)).toMatchObject({ code: 'ERR_INVALID_RESPONSE', message: 'It answered 404.' });
    expect(answer({ message: 'ERR_FORBIDDEN' }, 403)).toMatchObject({
      code: 'ERR_FORBIDDEN',
      message: 'ERR_FORBIDDEN',
    });
  });

  test.each([[undefined], [null], ['<html>'], [{}], [[]], [{ errors: [null, {}] }]])('is unreadable as %j', (body) => {
    expect(answer(body, 502)).toMatchObject({ code: 'UNREADABLE_ANSWER', status: 502 });
  });

  test('is narrowed by its code', () => {
    const error = answer({ message: 'ERR_INSUFFICIENT_CREDIT' }, 402);
    expect(error.is('ERR_INVALID_FIELD')).toBe(false);
    if (!error.is('ERR_INSUFFICIENT_CREDIT')) throw error;
    expectTypeOf(error.code).toEqualTypeOf<'ERR_INSUFFICIENT_CREDIT'>();
  });
});

describe('silence', () => {
  const url = new URL('https://localhost:8443/v3/cities?x=1');
  const failed = (message: string, code: string) => {
    const inner = Object.assign(new Error(message), { code });
    return new TypeError('fetch failed', { cause: inner });
  };

  test('says why, from the innermost cause', () => {
    const cause = failed('connect ECONNREFUSED 127.0.0.1:8443', 'ECONNREFUSED');
    const error = errorOfSilence(cause, url, 'r-1');
    expect(error).toMatchObject({ code: 'NO_ANSWER', status: undefined, requestId: 'r-1', cause });
    expect(error.message).toBe('https://localhost:8443 gave no answer: connect ECONNREFUSED 127.0.0.1:8443.');
    expect(errorOfSilence('gone', url, 'r-1').message).toBe('https://localhost:8443 gave no answer: gone.');
  });

  test.each([
    ['SELF_SIGNED_CERT_IN_CHAIN'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
    ['CERT_HAS_EXPIRED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('for %s says how to trust the sandbox', (code) => {
    const error = errorOfSilence(failed('self-signed certificate in certificate chain', code), url, 'r-1');
    expect(error.code).toBe('UNTRUSTED_CERTIFICATE');
    expect(error.message).toContain('NODE_EXTRA_CA_CERTS=.waybill/tls/ca.pem');
  });
});
