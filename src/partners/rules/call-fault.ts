import type { ErrorCode } from '../../foundation/error-codes.ts';
import type { Share } from './share.ts';

export const FAULT_STATUSES = [429, 500, 503] as const;
export type FaultStatus = (typeof FAULT_STATUSES)[number];

/** What goes wrong on purpose for a share of a partner's calls: another answer than the true one, or none at all. */
export type CallFault = ({ readonly status: FaultStatus } | { readonly cut: true }) & {
  /** The work is done and committed, and only its answer is lost. */
  readonly afterCommit?: boolean;
  /** All calls where it is not given. */
  readonly share?: Share;
};

const CODES: Readonly<Record<FaultStatus, ErrorCode>> = {
  429: 'ERR_RATE_LIMIT_EXCEEDED',
  500: 'ERR_INTERNAL',
  503: 'ERR_UNAVAILABLE',
};

export function codeOfFault(status: FaultStatus): ErrorCode {
  return CODES[status];
}
