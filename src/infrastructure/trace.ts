import type { Random } from './random.ts';

/** W3C trace context: one trace id from a partner's request through its jobs to what they send out. */
export type Trace = { readonly traceId: string; readonly spanId: string; readonly flags: string };

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** A new span of the caller's trace, or of a new trace where the caller sent none or nonsense. */
export function continueTrace(traceparent: string | undefined, random: Random): Trace {
  const spanId = random.bytes(8).toString('hex');
  const match = TRACEPARENT.exec(traceparent ?? '');
  const [, version, traceId, parentId, flags, rest] = match ?? [];
  const valid =
    traceId !== undefined &&
    flags !== undefined &&
    version !== 'ff' &&
    !(version === '00' && rest !== undefined) &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(parentId ?? '0');
  return valid ? { traceId, spanId, flags } : { traceId: random.bytes(16).toString('hex'), spanId, flags: '00' };
}

export function traceparentOf({ traceId, spanId, flags }: Trace): string {
  return `00-${traceId}-${spanId}-${flags}`;
}
