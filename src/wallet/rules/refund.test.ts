import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accepted } from '../../foundation/decision.ts';
import { decideRefund } from './refund.ts';

const HKD = { currency: 'HKD', decimals: 1 };
const decide = (capturedMinor: bigint, creditedMinor: bigint, amountMinor: bigint) =>
  decideRefund({ capturedMinor, creditedMinor }, amountMinor, HKD);

test('an order is refunded whole or in parts, up to what it has cost', () => {
  expect(decide(500n, 0n, 500n)).toEqual(accepted(500n));
  expect(decide(500n, 0n, 1n)).toEqual(accepted(1n));
  expect(decide(500n, 300n, 200n)).toEqual(accepted(200n));
  expect(decide(500n, 300n, 201n)).toMatchObject({
    refused: 'ERR_INVALID_FIELD',
    sentence: 'At most 20.0 HKD can be given back: the order has cost 50.0 HKD.',
    pointer: '/data/amount',
  });
});

test('what cannot be refunded at all says why', () => {
  expect(decide(0n, 0n, 1n)).toMatchObject({ sentence: 'Nothing has been paid for this order.' });
  expect(decide(500n, 500n, 1n)).toMatchObject({
    sentence: 'All of the 50.0 HKD for this order have been given back already.',
  });
  expect(decide(500n, 0n, 0n)).toMatchObject({ sentence: 'The amount must be more than 0.' });
  expect(decide(500n, 0n, -1n)).toHaveProperty('refused');
});

test('however often it is asked for, no more is given back than was paid', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 1_000n), fc.array(fc.bigInt(-10n, 600n)), (capturedMinor, wishes) => {
      let creditedMinor = 0n;
      for (const wish of wishes) {
        const decision = decide(capturedMinor, creditedMinor, wish);
        if ('accepted' in decision) creditedMinor += decision.accepted;
      }
      expect(creditedMinor).toBeLessThanOrEqual(capturedMinor);
      expect(creditedMinor).toBeGreaterThanOrEqual(0n);
    }),
  );
});
