import { expect, test } from 'vitest';
import { turned, withoutEmpty } from './card-draft.ts';

const DOCUMENT = {
  rounding: { step: '1', mode: 'UP' as const },
  vatRate: '0',
  baseFare: '10',
  includedMeters: 0,
  distanceTiers: [{ perKm: '5' }],
  extraStop: '1',
  minimumFare: '0',
  surcharges: [{ name: 'Night', from: '22:00', to: '', amount: '5' }],
  specialRequests: {},
};

test('what may be left out and is empty is left out; what must be there stays, to be refused', () => {
  const cleaned = withoutEmpty({ ...DOCUMENT, adminFee: ' ', driverShare: '', baseFare: '' });
  expect(cleaned).not.toHaveProperty('adminFee');
  expect(cleaned).not.toHaveProperty('driverShare');
  expect(cleaned.baseFare).toBe('');
  expect(cleaned.surcharges).toEqual([{ name: 'Night', from: '22:00', amount: '5' }]);
  expect(withoutEmpty({ ...DOCUMENT, adminFee: '2', driverShare: '0.7' })).toMatchObject({
    adminFee: '2',
    driverShare: '0.7',
  });
});

test('days of a surcharge are turned on and off; all of them are every day, and one stays', () => {
  expect(turned(undefined, 'SUN')).toEqual(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']);
  expect(turned(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'], 'SUN')).toBeUndefined();
  expect(turned(['SAT'], 'FRI')).toEqual(['FRI', 'SAT']);
  expect(turned(['SAT'], 'SAT')).toEqual(['SAT']);
});
