import { expect, test } from 'vitest';
import { walletInUse } from './wallet-in-use.ts';

const wallet = (market: string, latestEntryAt: string | null) => ({ market, latestEntryAt });

test('a partner is looked at where money moved last, and in the first market where none did', () => {
  const earlier = wallet('HK', '2026-11-18T10:00:00.00Z');
  const later = wallet('TH', '2026-11-19T10:00:00.00Z');
  expect(walletInUse([wallet('BR', null), earlier, later])?.market).toBe('TH');
  expect(walletInUse([wallet('BR', null), later, earlier])?.market).toBe('TH');
  expect(walletInUse([wallet('BR', null), wallet('HK', null)])?.market).toBe('BR');
  expect(walletInUse([])).toBeUndefined();
});
