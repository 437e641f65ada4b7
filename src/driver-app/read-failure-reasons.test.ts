import { expect, test } from 'vitest';
import { readFailureReasons } from './read-failure-reasons.ts';

test('each reason is there once, says something, and leaves room for a note of 400 characters', async () => {
  const reasons = await readFailureReasons();
  expect(Object.keys(reasons)).toEqual(['pickUp', 'dropOff']);
  for (const list of Object.values(reasons)) {
    expect(new Set(list.map(({ reasonKey }) => reasonKey)).size).toBe(list.length);
    for (const reason of list) {
      expect(reason).toEqual({
        reasonKey: expect.stringMatching(/^[A-Z]+(_[A-Z]+)*$/),
        text: expect.stringMatching(/^[A-Z].{5,80}\w$/),
        needsNote: expect.any(Boolean),
      });
    }
    expect(list.at(-1)).toMatchObject({ reasonKey: 'OTHER', needsNote: true });
  }
});
