import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hideSubject, isAboutHidden } from './hidden-subject.ts';
import { isAbout } from './subject.ts';

const BEN = { phone: '+85256847124', email: 'ben@example.com' };

test('whoever is hidden is found at the same stops as before', () => {
  const texts = fc.constantFrom(
    '+85256847124',
    '85256847124',
    'ben@example.com',
    'Ben@EXAMPLE.com',
    '5684',
    ' or ',
    'Ben',
  );
  const said = fc.array(texts, { maxLength: 5 }).map((parts) => parts.join(''));
  const subjects = fc.constantFrom(BEN, { phone: BEN.phone }, { email: BEN.email });
  fc.assert(
    fc.property(
      subjects,
      fc.constantFrom(BEN.phone, '+85256847125', '', undefined),
      fc.constantFrom('name', 'address', 'remarks'),
      said,
      (subject, phone, part, words) => {
        const stop = { ...(phone === undefined ? {} : { phone }), [part]: words };
        expect(isAboutHidden(hideSubject(subject, '1'))(stop)).toBe(isAbout(subject)(stop));
      },
    ),
  );
});

test('nothing of them can be read, and two requests of one person look different', () => {
  const hidden = JSON.stringify(hideSubject(BEN, '1'));
  expect(hidden).not.toMatch(/56847124|example/);
  expect(hideSubject(BEN, '2').phone).not.toBe(hideSubject(BEN, '1').phone);
});

test('what was hidden stays known as long as a delivery may last', () => {
  expect(hideSubject({ phone: BEN.phone }, '1')).toEqual({
    salt: '1',
    phone: 'e6HCk1lBbEKFPa1j6Xz27QPV3VX+9B9fY4Eb9MhJMf0=',
    texts: [{ length: 11, hash: 'Qjq1DL5daRGhZJayPjWDNuJ3bBXVTK1pUOR7/ZYCsJU=' }],
  });
});
