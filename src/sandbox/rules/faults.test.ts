import { expect, test } from 'vitest';
import { accepted, refused } from '../../foundation/decision.ts';
import { decideFaults } from './faults.ts';

const EITHER = refused('ERR_INVALID_FIELD', 'Give a status, or cut: true, and not both.', '/data/api');

test('what is given is kept as it is', () => {
  const faults = {
    webhooks: { duplicate: 0.25, drop: true, delaySeconds: 0, reorder: false },
    api: { status: 429, afterCommit: false, share: 0 },
  } as const;
  expect(decideFaults(faults)).toEqual(accepted(faults));
  expect(decideFaults({ api: { cut: true } })).toEqual(accepted({ api: { cut: true } }));
});

test('parts that are empty are none', () => {
  expect(decideFaults({})).toEqual(accepted({}));
  expect(decideFaults({ webhooks: {}, api: {} })).toEqual(accepted({}));
});

test('what is not known is left out', () => {
  const given = { webhooks: { drop: 1, jam: 1 }, api: { status: 500, jam: 1 }, jam: 1 } as const;
  expect(decideFaults(given)).toEqual(accepted({ webhooks: { drop: 1 }, api: { status: 500 } }));
});

test('a call goes wrong in one way', () => {
  expect(decideFaults({ api: { status: 500, cut: true } })).toEqual(EITHER);
  expect(decideFaults({ api: { share: 0.5 } })).toEqual(EITHER);
  expect(decideFaults({ api: { afterCommit: true } })).toEqual(EITHER);
});
