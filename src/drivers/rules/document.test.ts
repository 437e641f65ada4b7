import { expect, test } from 'vitest';
import { documentFaults, isValidOn, missingDocuments } from './document.ts';

const LICENCE = { kind: 'LICENCE', number: 'HK 123', validUntil: '2026-11-30' } as const;

test('a document holds through its last day, and one without an end always', () => {
  expect(isValidOn(LICENCE, '2026-11-30')).toBe(true);
  expect(isValidOn(LICENCE, '2026-12-01')).toBe(false);
  expect(isValidOn({ validUntil: undefined }, '2099-12-31')).toBe(true);
});

test('of each kind that is required, one document that holds is enough', () => {
  const older = { ...LICENCE, validUntil: '2026-01-31' };
  const insurance = { kind: 'INSURANCE', validUntil: undefined } as const;
  expect(missingDocuments([older, LICENCE, insurance], ['LICENCE', 'INSURANCE'], '2026-11-30')).toEqual([]);
  expect(missingDocuments([older, LICENCE, insurance], ['LICENCE', 'INSURANCE'], '2026-12-01')).toEqual(['LICENCE']);
  expect(missingDocuments([insurance], ['LICENCE', 'VEHICLE'], '2026-11-30')).toEqual(['LICENCE', 'VEHICLE']);
  expect(missingDocuments([], [], '2026-11-30')).toEqual([]);
});

test('what is wrong with a number or a last day is said in words', () => {
  expect(documentFaults({ ...LICENCE, number: '', validUntil: 'soon' })).toEqual([
    { code: 'ERR_INVALID_FIELD', sentence: 'The number must have 1 to 100 characters.', pointer: '/data/number' },
    {
      code: 'ERR_INVALID_FIELD',
      sentence: 'The last day must be a day such as 2026-11-30.',
      pointer: '/data/validUntil',
    },
  ]);
});

test.each([
  [{}, []],
  [{ validUntil: undefined }, []],
  [{ validUntil: '2028-02-29' }, []],
  [{ number: 'x'.repeat(100) }, []],
  [{ number: 'x'.repeat(101) }, ['/data/number']],
  [{ number: ' ' }, ['/data/number']],
  [{ number: '' }, ['/data/number']],
  [{ validUntil: '2027-02-29' }, ['/data/validUntil']],
  [{ validUntil: '30.11.2026' }, ['/data/validUntil']],
  [{ number: 'a\u0000', validUntil: '1999-01-01' }, ['/data/number', '/data/validUntil']],
])('%j', (changes, pointers) => {
  expect(documentFaults({ ...LICENCE, ...changes }).map(({ pointer }) => pointer)).toEqual(pointers);
});
