import type { Random } from './random.ts';

/** W3C trace context: one trace id from a partner's request through its jobs to what they send out. */
export type Trace = { readonly traceId: string; readonly spanId: string; readonly flags: string };

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** A new span of the caller's trace, or of a new trace where the caller sent none or nonsense. */
export function continueTrace(traceparent: string | undefined, random: Random): Trace {
  // The system keeps a store of random bytes for UUIDs, which makes them the cheapest randomness there is.
  const spanId = hex(random.uuid()).slice(16);
  const match = TRACEPARENT.exec(traceparent ?? '');
  const [, version, traceId, parentId, flags, rest] = match ?? [];
  const valid =
    traceId !== undefined &&
    flags !== undefined &&
    version !== 'ff' &&
    !(version === '00' && rest !== undefined) &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(parentId ?? '0');
  return valid ? { traceId, spanId, flags } : { traceId: hex(random.uuid()), spanId, flags: '00' };
}

export function traceparentOf({ traceId, spanId, flags }: Trace): string {
  return `00-${traceId}-${spanId}-${flags}`;
}

function hex(uuid: string): string {
  return uuid.replaceAll('-', '');
}
