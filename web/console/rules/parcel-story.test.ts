import { expect, test } from 'vitest';
import { PARCEL_EVENTS } from '../../../src/plus/rules/parcel-transitions.ts';
import { parcelStory } from './parcel-story.ts';

test('each entry says what happened, by whom, with which driver and why', () => {
  const entry = { at: '2026-11-19T10:00:00Z', status: 'FAILED', driverId: null, reason: null } as const;
  expect(parcelStory({ ...entry, event: 'placed', by: 'partner' })).toEqual({
    title: 'Placed',
    detail: 'By the partner',
  });
  expect(
    parcelStory({ ...entry, event: 'deliveryFailed', by: 'driver', driverId: '100001', reason: 'Nobody there' }),
  ).toEqual({ title: 'The delivery failed', detail: 'By driver 100001 · Nobody there' });
  expect(parcelStory({ ...entry, event: 'driverAssigned', by: 'support', driverId: '100001' })).toEqual({
    title: 'Given to a driver',
    detail: 'By support · Driver 100001',
  });
  expect(parcelStory({ ...entry, event: 'pickedUp', by: 'driver' }).detail).toBe('By the driver');
});

test('every event has its words', () => {
  for (const event of PARCEL_EVENTS)
    expect(parcelStory({ at: '', status: 'CLOSED', driverId: null, reason: null, event, by: 'support' }).title).toMatch(
      /^[A-Z][a-z -]+$/,
    );
});
