import { expect, test } from 'vitest';
import { accepted } from '../../foundation/decision.ts';
import { cardState, decideOnCard } from './card-state.ts';

const VERSIONS = [
  { version: 1, holdsFrom: 100 },
  { version: 3, holdsFrom: 300 },
  { version: 2, holdsFrom: 200 },
];

test('a card stands as it holds now and is planned for later', () => {
  expect(cardState([], 100)).toEqual({ holds: 0, ahead: [] });
  expect(cardState(VERSIONS, 99)).toEqual({ holds: 0, ahead: [1, 2, 3] });
  expect(cardState(VERSIONS, 100)).toEqual({ holds: 1, ahead: [2, 3] });
  expect(cardState(VERSIONS, 300)).toEqual({ holds: 3, ahead: [] });
});

test('whoever has seen another state is told how it stands now', () => {
  const seen = { holds: 1, ahead: [2] };
  expect(decideOnCard({ holds: 1, ahead: [2] }, seen)).toEqual(accepted({ holds: 1, ahead: [2] }));
  expect(decideOnCard({ holds: 2, ahead: [] }, seen)).toMatchObject({
    refused: 'ERR_CHANGED_MEANWHILE',
    sentence: 'Version 2 holds by now, not 1. Look again first.',
  });
  expect(decideOnCard({ holds: 1, ahead: [3] }, seen)).toMatchObject({
    refused: 'ERR_CHANGED_MEANWHILE',
    sentence: 'By now version 3 is planned for later. Look again first.',
  });
  expect(decideOnCard({ holds: 1, ahead: [2, 3] }, seen)).toMatchObject({
    sentence: 'By now versions 2, 3 are planned for later. Look again first.',
  });
  expect(decideOnCard({ holds: 1, ahead: [] }, seen)).toMatchObject({
    sentence: 'By now no version is planned for later. Look again first.',
  });
});
