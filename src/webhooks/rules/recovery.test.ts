import { expect, test } from 'vitest';
import type { PartnerId } from '../../foundation/ids.ts';
import { nameOfRest, type PushedSince } from './recovery.ts';

const REST: PushedSince = { partnerId: '7' as PartnerId, since: 1, after: '10', until: '20' };

test('the same rest of a recovery has the same name, and any other another', () => {
  const others = [{ partnerId: '8' as PartnerId }, { since: 2 }, { after: '11' }, { until: '21' }];
  const names = [{}, {}, ...others].map((other) => nameOfRest({ ...REST, ...other }));
  expect(new Set(names).size).toBe(1 + others.length);
});
