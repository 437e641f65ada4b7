import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SECOND_MS } from '../../foundation/time.ts';
import { judgePosition, type ReportedPosition } from './position.ts';
import { judgeReports, type PositionReport } from './position-report.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const CENTRAL = { lat: 22.281, lng: 114.158 };

const after = (seconds: number, further: Partial<ReportedPosition> = {}): ReportedPosition => ({
  ...CENTRAL,
  at: NOON + seconds * SECOND_MS,
  ...further,
});
const report = (positions: readonly ReportedPosition[], further: Partial<PositionReport> = {}): PositionReport => ({
  driverId: '100001',
  orderId: undefined,
  receivedAt: NOON + 10 * SECOND_MS,
  positions,
  ...further,
});
const judge = (...reports: PositionReport[]) => judgeReports(reports, new Map());

test('the latest of a report is the one with the latest time, wherever it stands', () => {
  const { latest } = judge(report([after(2), after(5), after(1)]));
  expect(latest).toEqual([
    expect.objectContaining({ driverId: '100001', at: NOON + 5_000, receivedAt: NOON + 10_000 }),
  ]);
});

test('without an order no track is kept, with one every place of it', () => {
  expect(judge(report([after(1), after(2)])).track).toEqual([]);
  expect(judge(report([after(2), after(1)], { orderId: '42' })).track).toEqual([
    { orderId: '42', driverId: '100001', ...CENTRAL, at: NOON + 1_000, isJump: false },
    { orderId: '42', driverId: '100001', ...CENTRAL, at: NOON + 2_000, isJump: false },
  ]);
});

test('where the driver was before the match is none of the order’s business', () => {
  const { track, latest } = judge(
    report([after(1), after(2), after(3)], { orderId: '42', orderSince: NOON + 2 * SECOND_MS }),
  );
  expect(track.map(({ at }) => at)).toEqual([NOON + 2_000, NOON + 3_000]);
  expect(latest).toHaveLength(1);
});

test('what is older than the known latest is a place on the track and changes nothing else', () => {
  const known = new Map([['100001', after(5)]]);
  const judged = judgeReports([report([after(1), after(4)], { orderId: '42' })], known);
  expect(judged.latest).toEqual([]);
  expect(judged.track).toHaveLength(2);
});

test('refusals are told by their place in the report, jumps by their number', () => {
  const { outcomes, latest, track } = judge(
    report([after(9), after(5, { lat: 91 }), after(5, { lat: 0 }), after(1), after(1.5), after(1e6)], {
      orderId: '42',
    }),
  );
  expect(outcomes).toEqual([
    {
      refused: [
        { index: 1, reason: 'OUT_OF_RANGE' },
        { index: 4, reason: 'TOO_FREQUENT' },
        { index: 5, reason: 'FROM_THE_FUTURE' },
      ],
      jumps: 1,
    },
  ]);
  expect(latest).toEqual([expect.objectContaining({ at: NOON + 9_000 })]);
  expect(track.map(({ at, isJump }) => [(at - NOON) / 1_000, isJump])).toEqual([
    [1, false],
    [5, true],
    [9, false],
  ]);
});

test('several reports of one driver lead to one latest position', () => {
  const { latest, outcomes } = judge(
    report([after(1), after(4)]),
    report([after(2)]),
    report([after(6)]),
    report([after(6)], { driverId: '100002' }),
  );
  expect(latest.map(({ driverId, at }) => [driverId, (at - NOON) / 1_000])).toEqual([
    ['100001', 6],
    ['100002', 6],
  ]);
  expect(outcomes).toHaveLength(4);
});

test('a later report of the same moment is judged by where the one before it left the driver', () => {
  const { latest, outcomes } = judge(report([after(5)]), report([after(5.5), after(7, { lat: 0 })]));
  expect(outcomes[1]).toEqual({ refused: [{ index: 0, reason: 'TOO_FREQUENT' }], jumps: 1 });
  expect(latest.map(({ at }) => at)).toEqual([NOON + 5_000]);
});

test('a position without a time is refused, and the others keep the order of theirs', () => {
  const { track, outcomes } = judge(report([after(3), after(0, { at: Number.NaN }), after(1)], { orderId: '42' }));
  expect(track.map(({ at }) => at)).toEqual([NOON + 1_000, NOON + 3_000]);
  expect(outcomes).toEqual([{ refused: [{ index: 1, reason: 'OUT_OF_RANGE' }], jumps: 0 }]);
});

test('a report without positions is no fault', () => {
  expect(judge(report([]))).toEqual({ latest: [], track: [], outcomes: [{ refused: [], jumps: 0 }] });
});

describe('heading and accuracy', () => {
  const measured = (further: Partial<ReportedPosition>) => judge(report([after(1, further)])).latest[0];

  test.each([
    [0, 0],
    [359.9, 359.9],
    [360, 0],
    [-1, undefined],
    [360.1, undefined],
    [Number.NaN, undefined],
    [undefined, undefined],
  ])('a heading of %s is kept as %s', (headingDegrees, kept) => {
    expect(measured({ headingDegrees })?.headingDegrees).toBe(kept);
  });

  test.each([
    [0, 0],
    [12.5, 12.5],
    [1_000_000, 1_000_000],
    [1_000_000.5, undefined],
    [-1, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [Number.NaN, undefined],
  ])('an accuracy of %s is kept as %s', (accuracyMeters, kept) => {
    expect(measured({ accuracyMeters })?.accuracyMeters).toBe(kept);
  });
});

test('however the positions are spread over reports of a moment, one latest a driver, and each position has its fate', () => {
  const position = fc.record({
    lat: fc.double({ min: -100, max: 100, noNaN: true }),
    lng: fc.constant(114.158),
    at: fc.integer({ min: -100_000, max: 100_000 }).map((ms) => NOON + ms),
  });
  const reports = fc.array(
    fc.record({
      driverId: fc.constantFrom('100001', '100002'),
      orderId: fc.constantFrom('42'),
      positions: fc.array(position, { maxLength: 20 }),
      receivedAt: fc.constant(NOON),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(reports, (all) => {
      const { latest, track, outcomes } = judgeReports(all, new Map());
      expect(new Set(latest.map(({ driverId }) => driverId)).size).toBe(latest.length);
      const refused = outcomes.flatMap((outcome) => outcome.refused);
      expect(track.length + refused.length).toBe(all.flatMap(({ positions }) => positions).length);
      for (const one of latest) expect(judgePosition(undefined, one, NOON).use).toBe('LATEST');
    }),
  );
});

test('a driver who is not there may be anywhere in no time, but not in the past', () => {
  const far = { lat: 1.35, lng: 103.8 };
  const simulated = report([after(1), after(1.2, far)], { orderId: '42', isSimulated: true });
  const { latest, track, outcomes } = judge(simulated);
  expect(latest).toEqual([expect.objectContaining(far)]);
  expect(track.map(({ isJump }) => isJump)).toEqual([false, false]);
  expect(outcomes).toEqual([{ refused: [], jumps: 0 }]);
  expect(judge(report([after(1), after(2, far)], { isSimulated: false })).latest).toEqual([
    expect.objectContaining(CENTRAL),
  ]);
  const known = new Map([['100001', after(5)]]);
  expect(judgeReports([report([after(4, far)], { isSimulated: true })], known).latest).toEqual([]);
});
