import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../test/support/any-text.ts';
import { deviceLabel } from './device-label.ts';

test.each([
  ['Pixel 9', 'Pixel 9'],
  ['  Ada’s phone \n', 'Ada’s phone'],
  ['a\u0000b\u0007c', 'a b c'],
  ['half \ud83d', 'half'],
  ['👩‍🦱 phone', '👩‍🦱 phone'],
  ['', ''],
])('%j becomes %j', (text, label) => {
  expect(deviceLabel(text)).toBe(label);
});

test('a hundred characters are kept and the next one is cut off', () => {
  expect(deviceLabel('📱'.repeat(100))).toBe('📱'.repeat(100));
  expect(deviceLabel('📱'.repeat(101))).toBe('📱'.repeat(100));
});

test('whatever a device says can be stored', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const label = deviceLabel(text);
      expect(label).not.toContain('\u0000');
      expect([...label].length).toBeLessThanOrEqual(100);
    }),
  );
});
