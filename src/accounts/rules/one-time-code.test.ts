import { describe, expect, test } from 'vitest';
import { SECOND_MS } from '../../foundation/time.ts';
import { codeOfStep, enrolmentUri, stepAt, stepOfCode, toBase32 } from './one-time-code.ts';

/** Appendix B of RFC 6238, whose secret is the ASCII text. */
const SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at %i s the code is that of the RFC', (seconds, code) => {
  expect(codeOfStep(SECRET, stepAt(seconds * SECOND_MS), 8)).toBe(code);
  expect(codeOfStep(SECRET, stepAt(seconds * SECOND_MS))).toBe(code.slice(2));
});

describe('a code', () => {
  const NOW = 1_234_567_890 * SECOND_MS;
  const step = stepAt(NOW);
  const code = codeOfStep(SECRET, step);
  const judge = (now: number, lastUsed?: number, given = code) => stepOfCode(SECRET, given, now, lastUsed);
  const start = step * 30 * SECOND_MS;

  test('is taken in its own thirty seconds and in those before and after', () => {
    expect(judge(start - 30 * SECOND_MS - 1)).toBeUndefined();
    expect(judge(start - 30 * SECOND_MS)).toBe(step);
    expect(judge(start)).toBe(step);
    expect(judge(start + 60 * SECOND_MS - 1)).toBe(step);
    expect(judge(start + 60 * SECOND_MS)).toBeUndefined();
  });

  test('works once, and none before it works after it', () => {
    expect(judge(NOW, step - 1)).toBe(step);
    expect(judge(NOW, step)).toBeUndefined();
    expect(judge(NOW, step + 1)).toBeUndefined();
  });

  test('may be written with a space, and is nothing else', () => {
    expect(judge(NOW, undefined, `${code.slice(0, 3)} ${code.slice(3)}`)).toBe(step);
    for (const wrong of ['', code.slice(1), `${code}0`, 'abcdef', String((Number(code) + 1) % 1_000_000)])
      expect(judge(NOW, undefined, wrong)).toBeUndefined();
  });

  test('there is none before the beginning of time', () => {
    expect(stepOfCode(SECRET, codeOfStep(SECRET, 0), 0, undefined)).toBe(0);
  });
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" is %s in base 32, as RFC 4648 has it, without padding', (text, expected) => {
  expect(toBase32(Buffer.from(text))).toBe(expected);
});

test('the link for an app names issuer and person, whatever they contain', () => {
  expect(enrolmentUri(Buffer.from('foobar'), 'Waybill portal', 'a+b@example.com')).toBe(
    'otpauth://totp/Waybill%20portal:a%2Bb%40example.com?secret=MZXW6YTBOI&issuer=Waybill%20portal',
  );
});
