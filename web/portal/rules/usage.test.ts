import { expect, test } from 'vitest';
import { byUse } from './usage.ts';

const usage = (api: string, calls: number | undefined, refused = 0, allowed = 30) => ({
  api,
  allowed,
  refused,
  busiest: calls === undefined ? null : { calls },
});

test('those that were refused come first, then the nearest to their limits; unused ones are apart', () => {
  const { used, unused } = byUse([
    usage('quiet', undefined),
    usage('half', 15),
    usage('wide', 20, 0, 300),
    usage('refused', 1, 2),
  ]);
  expect(used.map(({ api }) => api)).toEqual(['refused', 'half', 'wide']);
  expect(unused.map(({ api }) => api)).toEqual(['quiet']);
});
