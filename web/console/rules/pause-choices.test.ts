import { expect, test } from 'vitest';
import { pauseChoices } from './pause-choices.ts';

const CITY = {
  name: 'Hong Kong',
  services: ['VAN', 'WALKER'],
  pauses: [{ service: null }, { service: 'VAN' }, { service: 'ROCKET' }],
};

test('what is not paused can be, and the whole city first', () => {
  expect(pauseChoices({ ...CITY, pauses: [] }, 'pause')).toEqual([
    { value: '', title: 'All of Hong Kong' },
    { value: 'VAN', title: 'Van' },
    { value: 'WALKER', title: 'Walker' },
  ]);
  expect(pauseChoices(CITY, 'pause').map(({ value }) => value)).toEqual(['WALKER']);
});

test('what is paused can be resumed, also a service that the city has no more', () => {
  expect(pauseChoices(CITY, 'resume').map(({ value }) => value)).toEqual(['', 'VAN', 'ROCKET']);
});
