import type { ErrorCode } from './error-codes.ts';
import { DeliveryError } from './errors.ts';

/** What a rule answers: go ahead with this, or no, for this reason. */
export type Decision<T> = Accepted<T> | Refused;
export type Accepted<T> = { readonly accepted: T };
export type Refused = { readonly refused: ErrorCode; readonly sentence?: string; readonly pointer?: string };

export function accepted<T>(value: T): Accepted<T> {
  return { accepted: value };
}

export function refused(code: ErrorCode, sentence?: string, pointer?: string): Refused {
  return {
    refused: code,
    ...(sentence === undefined ? {} : { sentence }),
    ...(pointer === undefined ? {} : { pointer }),
  };
}

export function orThrow<T>(decision: Decision<T>): T {
  if ('accepted' in decision) return decision.accepted;
  throw new DeliveryError(decision.refused, decision.sentence, decision.pointer);
}
