import { expect, test } from 'vitest';
import {
  numberIn,
  parsedJson,
  partsNotShown,
  turned,
  withDayTurned,
  withFee,
  withFeesFor,
  withHolidaysOnly,
  withoutEmpty,
  withTierMore,
} from './card-draft.ts';

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
  const hours = [
    { name: 'Night', from: '22:00', to: '06:00', amount: '5' },
    { name: 'Holiday', from: '', to: ' ', amount: '5' },
  ];
  expect(withoutEmpty({ ...DOCUMENT, surcharges: hours }).surcharges).toStrictEqual([
    hours[0],
    { name: 'Holiday', amount: '5' },
  ]);
  expect(withoutEmpty({ ...DOCUMENT, adminFee: '2', driverShare: '0.7' })).toMatchObject({
    adminFee: '2',
    driverShare: '0.7',
  });
});

test('a draft begins with the fees of what is offered, and without those of what is not any more', () => {
  const specialRequests = { TOLL_FEE_1: { amount: '5' }, HELPER: { amount: '50' } };
  const begun = withFeesFor({ ...DOCUMENT, specialRequests }, [{ name: 'HELPER' }, { name: 'RETURN' }]);
  expect(begun).toEqual({ ...DOCUMENT, specialRequests: { HELPER: { amount: '50' } } });
});

test('days of a surcharge are turned on and off; all of them are every day, and one stays', () => {
  expect(turned(undefined, 'SUN')).toEqual(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']);
  expect(turned(['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'], 'SUN')).toBeUndefined();
  expect(turned(['SAT'], 'FRI')).toEqual(['FRI', 'SAT']);
  expect(turned(['SAT'], 'SAT')).toEqual(['SAT']);
});

test('a surcharge without days is for every day, and one without holidays for all of them', () => {
  const night = { name: 'Night', amount: '5' };
  const weekdays = withDayTurned(withDayTurned(night, 'SAT'), 'SUN');
  expect(weekdays).toEqual({ ...night, days: ['MON', 'TUE', 'WED', 'THU', 'FRI'] });
  expect(withDayTurned(withDayTurned(weekdays, 'SUN'), 'SAT')).toStrictEqual(night);
  expect(withHolidaysOnly(night, true)).toEqual({ ...night, holidays: true });
  expect(withHolidaysOnly({ ...night, holidays: true }, false)).toStrictEqual(night);
});

test('a fee is an amount or a share, never both', () => {
  expect(withFee({ name: 'Night', days: ['SUN'], amount: '5' }, { share: '0.1' })).toStrictEqual({
    name: 'Night',
    days: ['SUN'],
    share: '0.1',
  });
  expect(withFee({ name: 'Night', share: '0.1' }, { amount: '5' })).toStrictEqual({ name: 'Night', amount: '5' });
});

test('a further tier ends five kilometers after what is before it, at the price of the last', () => {
  const one = withTierMore({ includedMeters: 2_000, distanceTiers: [{ perKm: '5' }] });
  expect(one).toEqual([{ upToMeters: 7_000, perKm: '5' }, { perKm: '5' }]);
  expect(withTierMore({ includedMeters: 2_000, distanceTiers: one })).toEqual([
    { upToMeters: 7_000, perKm: '5' },
    { upToMeters: 12_000, perKm: '5' },
    { perKm: '5' },
  ]);
});

test('numbers may be written with spaces and commas; what is none stays as it is, to be refused', () => {
  expect(numberIn('12,500')).toBe(12_500);
  expect(numberIn(' 12 500 ')).toBe(12_500);
  expect(numberIn('far')).toBe('far');
});

test('what is no JSON is nothing', () => {
  expect(parsedJson('{"baseFare":"10"}')).toEqual({ baseFare: '10' });
  expect(parsedJson('{"baseFare":')).toBeUndefined();
});

test('the form shows whatever has the parts it has fields for, be their values wrong', () => {
  expect(partsNotShown(DOCUMENT)).toEqual([]);
  expect(partsNotShown({ ...DOCUMENT, baseFare: null, surcharges: [{ days: [] }], distanceTiers: [] })).toEqual([]);
  for (const nothing of [null, 5, 'card', [], {}])
    expect(partsNotShown(nothing)).toEqual(['rounding', 'distanceTiers', 'surcharges', 'specialRequests']);
  expect(partsNotShown({ ...DOCUMENT, rounding: [] })).toEqual(['rounding']);
  expect(partsNotShown({ ...DOCUMENT, distanceTiers: [null] })).toEqual(['distanceTiers']);
  expect(partsNotShown({ ...DOCUMENT, surcharges: [{ days: 'SUN' }] })).toEqual(['surcharges']);
  expect(partsNotShown({ ...DOCUMENT, specialRequests: { TOOLS: 5 } })).toEqual(['specialRequests']);
});
