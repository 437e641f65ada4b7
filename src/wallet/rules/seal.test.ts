import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BookedTransfer, FIRST_SEAL, sealOf } from './seal.ts';
import { TRANSFERS, type TransferKind } from './transfer.ts';

const transfer: BookedTransfer = {
  id: '1000000000000000001',
  businessKey: 'order/1000000000000000002/hold',
  kind: 'hold',
  fromAccountId: '1000000000000000003',
  toAccountId: '1000000000000000004',
  walletId: '1000000000000000003',
  orderId: '1000000000000000002',
  amountMinor: 84n,
  createdAt: Date.UTC(2026, 10, 16, 4),
};
const CHANGES: { readonly [Column in keyof BookedTransfer]: readonly BookedTransfer[Column][] } = {
  id: ['1000000000000000009'],
  businessKey: ['order/1000000000000000002/holds', ''],
  kind: ['release'],
  fromAccountId: ['1000000000000000009'],
  toAccountId: ['1000000000000000009'],
  walletId: ['1000000000000000004'],
  orderId: [undefined, 'null', '', '1000000000000000009'],
  amountMinor: [83n, 85n, -84n, 840n, 0n],
  createdAt: [transfer.createdAt + 1, transfer.createdAt - 1],
};
const hex = (before: Buffer, of: BookedTransfer) => sealOf(before, of).toString('hex');
const anyTransfer: fc.Arbitrary<BookedTransfer> = fc.record({
  id: fc.string(),
  businessKey: fc.string(),
  kind: fc.constantFrom(...(Object.keys(TRANSFERS) as TransferKind[])),
  fromAccountId: fc.string(),
  toAccountId: fc.string(),
  walletId: fc.string(),
  orderId: fc.option(fc.string(), { nil: undefined }),
  amountMinor: fc.bigInt({ min: 0n, max: 1n << 62n }),
  createdAt: fc.nat(),
});

test('a seal is the SHA-256 of the seal before and of every column, so that anybody can compute it again', () => {
  const text =
    '["1000000000000000001","order/1000000000000000002/hold","hold","1000000000000000003","1000000000000000004",' +
    '"1000000000000000003","1000000000000000002","84",1794801600000]';
  const expected = createHash('sha256').update(Buffer.concat([Buffer.alloc(32), Buffer.from(text)]));
  expect(hex(FIRST_SEAL, transfer)).toBe(expected.digest('hex'));
  expect(sealOf(FIRST_SEAL, { ...transfer, orderId: undefined })).toHaveLength(32);
});

test.each(Object.keys(transfer) as (keyof BookedTransfer)[])('another %s makes another seal', (column) => {
  const seals = CHANGES[column].map((value) => hex(FIRST_SEAL, { ...transfer, [column]: value }));
  expect(new Set([hex(FIRST_SEAL, transfer), ...seals]).size).toBe(seals.length + 1);
});

test('another seal before it makes another seal', () => {
  expect(hex(Buffer.alloc(32, 1), transfer)).not.toBe(hex(FIRST_SEAL, transfer));
});

test('what is moved from one column to its neighbour is noticed', () => {
  const moved = { ...transfer, id: `${transfer.id}","order`, businessKey: '' };
  expect(hex(FIRST_SEAL, moved)).not.toBe(hex(FIRST_SEAL, { ...transfer, businessKey: 'order' }));
  expect(hex(FIRST_SEAL, { ...transfer, id: '12', businessKey: '3' })).not.toBe(
    hex(FIRST_SEAL, { ...transfer, id: '1', businessKey: '23' }),
  );
});

test('a transfer that is changed, taken out or put elsewhere changes the last seal of the chain', () => {
  const lastSeal = (chain: readonly BookedTransfer[]) => chain.reduce(sealOf, FIRST_SEAL).toString('hex');
  fc.assert(
    fc.property(fc.uniqueArray(anyTransfer, { minLength: 2, maxLength: 8, selector: ({ id }) => id }), (chain) => {
      const [first, second, ...rest] = chain as [BookedTransfer, BookedTransfer, ...BookedTransfer[]];
      const sealed = lastSeal(chain);
      expect(lastSeal([...chain])).toBe(sealed);
      expect(lastSeal([{ ...first, amountMinor: first.amountMinor + 1n }, second, ...rest])).not.toBe(sealed);
      expect(lastSeal([second, ...rest])).not.toBe(sealed);
      expect(lastSeal([second, first, ...rest])).not.toBe(sealed);
      expect(lastSeal([first, ...chain])).not.toBe(sealed);
    }),
  );
});
