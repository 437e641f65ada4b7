import { expect, test } from 'vitest';
import type { PartnerId } from '../../foundation/ids.ts';
import { emailFrom, isEmail, newPersonFaults } from './person.ts';

const ada = {
  desk: 'portal',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'developer',
  partnerId: '1234567890123456789' as PartnerId,
} as const;
const pointers = (further: object) => newPersonFaults({ ...ada, ...further }).map(({ pointer }) => pointer);

test('an email address is taken as people write it', () => {
  expect(emailFrom(' Ada@Example.COM ')).toBe('ada@example.com');
  expect(emailFrom('zoe\u0308@example.com')).toBe('zo\u00eb@example.com');
});

test.each(['a@b.c', 'ada.l+x@mail.example.com', `${'a'.repeat(242)}@example.com`])('%s can be one', (email) => {
  expect(isEmail(email)).toBe(true);
});

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'a b@example.com',
  'a@b@c.d',
  'ada@example.com and',
  'ada@example.com\n',
  `${'a'.repeat(243)}@example.com`,
])('"%s" can be none', (email) => {
  expect(isEmail(email)).toBe(false);
});

test('a name has 1 to 100 characters, and a role is one of the desk', () => {
  expect(pointers({})).toEqual([]);
  for (const name of ['x', 'x'.repeat(100)]) expect(pointers({ name })).toEqual([]);
  expect(pointers({ name: '' })).toEqual(['/data/name']);
  expect(pointers({ name: 'x'.repeat(101) })).toEqual(['/data/name']);
  expect(pointers({ role: 'finance' })).toEqual(['/data/role']);
  expect(pointers({ desk: 'console', role: 'finance' })).toEqual([]);
  expect(newPersonFaults({ ...ada, email: 'x', name: '', role: 'finance' })).toEqual([
    {
      code: 'ERR_INVALID_FIELD',
      sentence: 'It must be an email address such as ada@example.com.',
      pointer: '/data/email',
    },
    { code: 'ERR_INVALID_FIELD', sentence: 'The name must have 1 to 100 characters.', pointer: '/data/name' },
    {
      code: 'ERR_INVALID_FIELD',
      sentence: 'The role must be one of viewer, developer, admin.',
      pointer: '/data/role',
    },
  ]);
  expect(pointers({ role: 'toString', name: '', email: 'x' })).toEqual(['/data/email', '/data/name', '/data/role']);
});
