import { expect, test } from 'vitest';
import { type CityDispatch, decidePause, decideResumption, OPEN_CITY, pausedAs, pausesOf } from './pause.ts';

const RAIN = { reason: 'Black rain', by: 'Grace', at: 1 };
const STRIKE = { reason: 'Strike', by: 'Linus', at: 2 };

function paused(city: CityDispatch, service: string | undefined, note = RAIN): CityDispatch {
  const decision = decidePause(city, service, note);
  if ('refused' in decision) throw new Error(JSON.stringify(decision));
  return decision.accepted;
}

test('a city and each of its services are paused apart from one another, each with its reason', () => {
  const city = paused(paused(OPEN_CITY, 'VAN', STRIKE), undefined);
  expect(city).toEqual({ mode: 'POOL', paused: true, pausedServices: ['VAN'], notes: { '': RAIN, VAN: STRIKE } });
  expect(pausesOf(city)).toEqual([
    { service: undefined, note: RAIN },
    { service: 'VAN', note: STRIKE },
  ]);
  expect(pausesOf(OPEN_CITY)).toEqual([]);
  const both = paused(paused(OPEN_CITY, 'VAN', STRIKE), 'CAR');
  expect(both.pausedServices).toEqual(['VAN', 'CAR']);
  expect(decideResumption(both, 'VAN')).toEqual({ accepted: paused(OPEN_CITY, 'CAR') });
});

test('who pauses what is paused is told by whom and why', () => {
  expect(decidePause(paused(OPEN_CITY, undefined), undefined, STRIKE)).toEqual({
    refused: 'ERR_CHANGED_MEANWHILE',
    sentence: 'The city is paused already, by Grace: Black rain.',
  });
  expect(decidePause({ ...OPEN_CITY, pausedServices: ['VAN'] }, 'VAN', STRIKE)).toEqual({
    refused: 'ERR_CHANGED_MEANWHILE',
    sentence: 'Van is paused already.',
  });
});

test('what is resumed leaves nothing behind; what is not paused cannot be', () => {
  for (const service of [undefined, 'VAN'])
    expect(decideResumption(paused(OPEN_CITY, service), service)).toEqual({ accepted: OPEN_CITY });
  const city = paused(OPEN_CITY, 'VAN');
  expect(decideResumption(city, undefined)).toEqual({
    refused: 'ERR_CHANGED_MEANWHILE',
    sentence: 'The city is not paused any more.',
  });
  expect(decideResumption(city, 'MOTORCYCLE')).toHaveProperty('sentence', 'Motorcycle is not paused any more.');
});

test('said all at once, what was paused before keeps its note and what is open again loses it', () => {
  const city = paused(paused(OPEN_CITY, 'VAN'), 'CAR');
  expect(pausedAs(city, { paused: true, pausedServices: ['VAN'] }, STRIKE)).toEqual({
    mode: 'POOL',
    paused: true,
    pausedServices: ['VAN'],
    notes: { '': STRIKE, VAN: RAIN },
  });
  expect(pausedAs(city, { paused: false, pausedServices: [] }, STRIKE)).toEqual(OPEN_CITY);
});
