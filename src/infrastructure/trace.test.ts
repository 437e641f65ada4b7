import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Random } from './random.ts';
import { continueTrace, traceparentOf } from './trace.ts';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT_ID = '00f067aa0ba902b7';
const NEW_SPAN = 'a1'.repeat(8);
const NEW_TRACE = { traceId: 'a1'.repeat(16), spanId: NEW_SPAN, flags: '00' };

const random: Random = {
  bytes: (length) => Buffer.alloc(length, 0xa1),
  uuid: () => 'a1a1a1a1-a1a1-a1a1-a1a1-a1a1a1a1a1a1',
  below: () => 0,
};

test('a trace goes on with a new span', () => {
  expect(continueTrace(`00-${TRACE_ID}-${PARENT_ID}-01`, random)).toEqual({
    traceId: TRACE_ID,
    spanId: NEW_SPAN,
    flags: '01',
  });
});

test('a caller without a trace starts a new one, which is not sampled', () => {
  expect(continueTrace(undefined, random)).toEqual(NEW_TRACE);
});

test.each([
  ['empty', ''],
  ['in capitals', `00-${TRACE_ID.toUpperCase()}-${PARENT_ID}-01`],
  ['with a short trace id', `00-${TRACE_ID.slice(1)}-${PARENT_ID}-01`],
  ['with a long trace id', `00-${TRACE_ID}0-${PARENT_ID}-01`],
  ['with a short parent id', `00-${TRACE_ID}-${PARENT_ID.slice(1)}-01`],
  ['with a letter beyond f', `00-${TRACE_ID.slice(1)}g-${PARENT_ID}-01`],
  ['without flags', `00-${TRACE_ID}-${PARENT_ID}`],
  ['with something in front', ` 00-${TRACE_ID}-${PARENT_ID}-01`],
  ['with long flags', `00-${TRACE_ID}-${PARENT_ID}-011`],
  ['of a later version with long flags', `01-${TRACE_ID}-${PARENT_ID}-011`],
  ['with a trace id of zeros', `00-${'0'.repeat(32)}-${PARENT_ID}-01`],
  ['with a parent id of zeros', `00-${TRACE_ID}-${'0'.repeat(16)}-01`],
  ['of the forbidden version ff', `ff-${TRACE_ID}-${PARENT_ID}-01`],
  ['of version 00 with more after it', `00-${TRACE_ID}-${PARENT_ID}-01-more`],
])('a traceparent %s starts a new trace', (_, traceparent) => {
  expect(continueTrace(traceparent, random)).toEqual(NEW_TRACE);
});

test('a later version of the header is read as far as it is known', () => {
  expect(continueTrace(`01-${TRACE_ID}-${PARENT_ID}-01-more`, random).traceId).toBe(TRACE_ID);
  expect(continueTrace(`fe-${TRACE_ID}-${PARENT_ID}-01`, random).traceId).toBe(TRACE_ID);
});

test('ids that only begin or end with zeros are good', () => {
  const traceparent = `00-${'0'.repeat(31)}1-1${'0'.repeat(15)}-00`;
  expect(continueTrace(traceparent, random).traceId).toBe(`${'0'.repeat(31)}1`);
});

test('a trace is passed on in version 00', () => {
  expect(traceparentOf({ traceId: TRACE_ID, spanId: PARENT_ID, flags: '01' })).toBe(`00-${TRACE_ID}-${PARENT_ID}-01`);
});

test('what is passed on is continued: the same trace, the same flags', () => {
  const hex = (length: number) =>
    fc
      .uint8Array({ minLength: length, maxLength: length })
      .filter((bytes) => bytes.some((byte) => byte !== 0))
      .map((bytes) => Buffer.from(bytes).toString('hex'));
  const anyFlags = fc.integer({ min: 0, max: 255 }).map((flags) => flags.toString(16).padStart(2, '0'));
  fc.assert(
    fc.property(hex(16), hex(8), anyFlags, (traceId, spanId, flags) => {
      const next = continueTrace(traceparentOf({ traceId, spanId, flags }), random);
      expect(next).toEqual({ traceId, spanId: NEW_SPAN, flags });
    }),
  );
});
