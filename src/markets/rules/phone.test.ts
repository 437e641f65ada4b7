import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phoneFault, phoneFormFault } from './phone.ts';

const MARKETS = {
  HK: { market: 'HK', callingCode: '852', name: 'Hong Kong' },
  SG: { market: 'SG', callingCode: '65', name: 'Singapore' },
  MY: { market: 'MY', callingCode: '60', name: 'Malaysia' },
  TW: { market: 'TW', callingCode: '886', name: 'Taiwan' },
  PH: { market: 'PH', callingCode: '63', name: 'Philippines' },
  BR: { market: 'BR', callingCode: '55', name: 'Brazil' },
  TH: { market: 'TH', callingCode: '66', name: 'Thailand' },
  US: { market: 'US', callingCode: '1', name: 'United States' },
  KZ: { market: 'KZ', callingCode: '7', name: 'Kazakhstan' },
};
type MarketCode = keyof typeof MARKETS;

const inSandbox = (phone: string, market: MarketCode, ...furtherCountries: string[]) =>
  phoneFault(phone, MARKETS[market], { strict: false, furtherCountries });
const inProduction = (phone: string, market: MarketCode, ...furtherCountries: string[]) =>
  phoneFault(phone, MARKETS[market], { strict: true, furtherCountries });

const NOT_E164 = 'must be a number in E.164 form such as +85256847123';

test.each<[phone: string, market: MarketCode]>([
  ['+651001234567', 'SG'],
  ['+852123456', 'HK'],
  ['+85256847123', 'HK'],
  ['+60123456789', 'MY'],
  ['+886912345678', 'TW'],
  ['+639627961415', 'PH'],
  ['+5511970009090', 'BR'],
  ['+660923447537', 'TH'],
])('the sandbox takes the sample number %s of %s', (phone, market) => {
  expect(inSandbox(phone, market)).toBeUndefined();
});

test.each([
  '',
  '+',
  '85256847123',
  '0085256847123',
  '+052568471',
  '+8',
  '+852 5684 7123',
  '+852-56847123',
  '+852abc',
  '+85256847123\n',
  '+8525684712345678',
  '+٨٥٢٥٦٨٤٧١٢٣',
])('%j is not in E.164 form', (phone) => {
  expect(inSandbox(phone, 'HK')).toBe(NOT_E164);
  expect(inProduction(phone, 'HK')).toBe(NOT_E164);
});

test('a number has 15 digits at most', () => {
  expect(inSandbox('+852123456789012', 'HK')).toBeUndefined();
  expect(inSandbox('+8521234567890123', 'HK')).toBe(NOT_E164);
});

test('the sandbox takes any number with the calling code of the market, and no other', () => {
  expect(inSandbox('+85200000000', 'HK')).toBeUndefined();
  expect(inSandbox('+6591234567', 'HK')).toBe('must be a number of Hong Kong; it is one of Singapore');
  expect(inSandbox('+85200000000', 'SG')).toBe('must be a number of Singapore; it is one of Hong Kong');
});

test('production takes valid numbers of the market only', () => {
  expect(inProduction('+85256847123', 'HK')).toBeUndefined();
  expect(inProduction('+6591234567', 'SG')).toBeUndefined();
  expect(inProduction('+852123456', 'HK')).toBe('is not a valid number of Hong Kong');
  expect(inProduction('+852', 'HK')).toBe('is not a valid number of Hong Kong');
  expect(inProduction('+651001234567', 'SG')).toBe('is not a valid number of Singapore');
  expect(inProduction('+6591234567', 'HK')).toBe('must be a number of Hong Kong; it is one of Singapore');
});

test('further countries are taken in both environments, by the same rule', () => {
  const expected = 'must be a number of Hong Kong or China or Macao';
  for (const phone of ['+8613812345678', '+85366123456', '+85256847123']) {
    expect(inSandbox(phone, 'HK', 'CN', 'MO')).toBeUndefined();
    expect(inProduction(phone, 'HK', 'CN', 'MO')).toBeUndefined();
  }
  expect(inSandbox('+861', 'HK', 'CN', 'MO')).toBeUndefined();
  expect(inProduction('+861', 'HK', 'CN', 'MO')).toBe('is not a valid number of China');
  expect(inSandbox('+6591234567', 'HK', 'CN', 'MO')).toBe(`${expected}; it is one of Singapore`);
  expect(inProduction('+6591234567', 'HK', 'CN', 'MO')).toBe(`${expected}; it is one of Singapore`);
});

test('the market itself and a country that does not exist change nothing as further countries', () => {
  expect(inSandbox('+6591234567', 'HK', 'HK', 'XX')).toBe('must be a number of Hong Kong; it is one of Singapore');
  expect(inProduction('+85256847123', 'HK', 'HK', 'XX')).toBeUndefined();
});

test('a number of no country is refused without naming one', () => {
  for (const phone of ['+80012345678', '+999123456', '+1500']) {
    expect(inSandbox(phone, 'HK')).toBe('must be a number of Hong Kong');
    expect(inProduction(phone, 'HK')).toBe('must be a number of Hong Kong');
  }
});

test('production tells countries apart that share a calling code, the sandbox need not', () => {
  expect(inProduction('+12025550123', 'US')).toBeUndefined();
  expect(inProduction('+14165550123', 'US')).toBe('must be a number of United States; it is one of Canada');
  expect(inProduction('+14165550123', 'US', 'CA')).toBeUndefined();
  expect(inProduction('+1500', 'US')).toBe('is not a valid number of United States');
  expect(inProduction('+77012345678', 'KZ')).toBeUndefined();
  expect(inProduction('+79161234567', 'KZ')).toBe('must be a number of Kazakhstan; it is one of Russia');
  expect(inSandbox('+14165550123', 'US')).toBeUndefined();
});

test('whatever is asked gets an answer, and what production takes the sandbox takes too', () => {
  const phone = fc.oneof(fc.string(), fc.stringMatching(/^\+[1-9]\d{0,15}$/), fc.stringMatching(/^\+852[2-9]\d{7}$/));
  fc.assert(
    fc.property(phone, fc.constantFrom('HK', 'SG', 'US'), fc.array(fc.stringMatching(/^[A-Z]{2}$/)), (...asked) => {
      const [given, market, further] = asked;
      if (inProduction(given, market as MarketCode, ...further) === undefined) {
        expect(inSandbox(given, market as MarketCode, ...further)).toBeUndefined();
      }
    }),
  );
});

test('before the market is known a phone is judged by its form alone', () => {
  expect(['+85256847123', '+6591234567'].map(phoneFormFault)).toEqual([undefined, undefined]);
  expect(phoneFormFault('12')).toBe('must be a number in E.164 form, with the code of its country');
});
