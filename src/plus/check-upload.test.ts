import { expect, test } from 'vitest';
import type { Market } from '../markets/index.ts';
import { type CheckingDeps, checkUpload } from './check-upload.ts';

const HEAD = 'reference,pick_up_at,sender_name,sender_phone,recipient_name,recipient_phone';
const MARKET = { market: 'HK', callingCode: '852', cities: [{ timeZone: 'Asia/Hong_Kong' }] } as unknown as Market;
const DEPS = { database: { query: async () => [] }, phoneFault: () => () => undefined } as unknown as CheckingDeps;

test('others have their turn while the lines of a file are checked, however many there are', async () => {
  const lines = Array.from({ length: 400 }, (_, n) => `R-${n},tomorrow,Ada,+85256847123,Ben,+85256847124`);
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns += 1;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const asker = { partnerId: '1' as never, market: MARKET, now: 0 };
  const { faults } = await checkUpload(DEPS, asker, Buffer.from([HEAD, ...lines].join('\n')));
  isOver = true;
  expect(new Set(faults.map(({ line }) => line)).size).toBe(400);
  expect(turns).toBeGreaterThanOrEqual(400 / 8);
});
