import { createHash } from 'node:crypto';
import type { MinorUnits } from '../../foundation/money.ts';
import type { Instant } from '../../foundation/time.ts';
import type { TransferKind } from './transfer.ts';

/** A transfer as it was booked, column for column. */
export type BookedTransfer = {
  readonly id: string;
  readonly businessKey: string;
  readonly kind: TransferKind;
  readonly fromAccountId: string;
  readonly toAccountId: string;
  readonly walletId: string;
  readonly orderId: string | undefined;
  readonly amountMinor: MinorUnits;
  readonly createdAt: Instant;
};

export const FIRST_SEAL: Buffer = Buffer.alloc(32);

/** Each seal covers the one before it, so that nobody changes a transfer without changing every seal after it. */
export function sealOf(before: Buffer, transfer: BookedTransfer): Buffer {
  const text = JSON.stringify([
    transfer.id,
    transfer.businessKey,
    transfer.kind,
    transfer.fromAccountId,
    transfer.toAccountId,
    transfer.walletId,
    transfer.orderId ?? null,
    transfer.amountMinor.toString(),
    transfer.createdAt,
  ]);
  return createHash('sha256').update(before).update(text).digest();
}
