import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONGEST_BODY_BYTES, loggedBody } from './logged-body.ts';

const bytesOf = (text: string) => Buffer.byteLength(text);

test('a body is kept whole up to 4 KiB, and its beginning beyond that', () => {
  const whole = 'x'.repeat(LONGEST_BODY_BYTES);
  expect(loggedBody(whole, false)).toBe(whole);
  expect(loggedBody(`${whole}x`, true)).toBe(whole);
  expect(loggedBody('', false)).toBe('');
});

test('never more than 4 KiB and never half a character, also where masking makes it longer', () => {
  const unit = fc.constantFrom('x', 'é', '送', '😀', '1234567,', '"');
  fc.assert(
    fc.property(fc.array(unit, { minLength: 900, maxLength: 1_400 }), (units) => {
      const kept = loggedBody(units.join(''), false);
      expect(bytesOf(kept)).toBeLessThanOrEqual(LONGEST_BODY_BYTES);
      expect(kept).not.toContain('\uFFFD');
    }),
  );
});

test('a phone number that was cut through leaves nothing behind', () => {
  for (let digits = 1; digits <= 8; digits += 1)
    expect(loggedBody(`{"note":"call +852 91234567`.slice(0, 19 + digits), true)).not.toMatch(/\d/);
  expect(loggedBody('{"note":"room 12', false)).toBe('{"note":"room 12');
});

test('the character that a database cannot keep is left out', () => expect(loggedBody('a\0b', false)).toBe('ab'));
