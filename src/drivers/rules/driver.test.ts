import { expect, test } from 'vitest';
import { isPhone, isShortId } from './driver.ts';

test.each(['1', '77', '100001', '999999999999999999'])('%s can be the number of a driver', (text) => {
  expect(isShortId(text)).toBe(true);
});

test.each(['', '0', '0100001', '-1', '1.5', '1e5', ' 1', '1\n', '１', 'abc', '1000000000000000000', '9'.repeat(25)])(
  '%j cannot be the number of a driver',
  (text) => {
    expect(isShortId(text)).toBe(false);
  },
);

test.each(['+85256847123', '+12', `+${'1'.repeat(15)}`])('%s can be a phone', (text) => {
  expect(isPhone(text)).toBe(true);
});

test.each([
  '',
  '85256847123',
  '0+85256847123',
  '+0852',
  '+1',
  `+${'1'.repeat(16)}`,
  '+852 5684',
  '+852\u0000',
  '+85256847123\n',
])('%j cannot be a phone', (text) => {
  expect(isPhone(text)).toBe(false);
});
