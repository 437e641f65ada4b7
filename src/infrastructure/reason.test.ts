import { expect, test } from 'vitest';
import { reasonOf } from './reason.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED ::1:8002'), { code: 'ECONNREFUSED' });

test('what has its own words is told in them', () => {
  expect(reasonOf(refused)).toBe('connect ECONNREFUSED ::1:8002');
  expect(reasonOf('the moon is in the way')).toBe('the moon is in the way');
});

test('what came from something else is told by that, however deep', () => {
  expect(reasonOf(new Error('S3 failed', { cause: new TypeError('fetch failed', { cause: refused }) }))).toBe(
    'connect ECONNREFUSED ::1:8002',
  );
  expect(reasonOf(new Error('refused', { cause: 'by the door' }))).toBe('refused');
});

test('where every address of a host was tried, the fault of the first is told', () => {
  expect(reasonOf(new AggregateError([refused, new Error('connect ECONNREFUSED 127.0.0.1:8002')]))).toBe(
    'connect ECONNREFUSED ::1:8002',
  );
});

test('what has no words is told by its code, or by its name', () => {
  expect(reasonOf(Object.assign(new Error(''), { code: 'EHOSTUNREACH' }))).toBe('EHOSTUNREACH');
  expect(reasonOf(new TypeError(''))).toBe('TypeError');
});
