import type { Instant } from '../../foundation/time.ts';
import type { DriverId } from './driver.ts';
import { judgePosition, type PositionRefusal, type ReportedPosition, type TimedPoint } from './position.ts';

/** What a driver's device says in one call. */
export type PositionReport = {
  readonly driverId: DriverId;
  /** The order the driver has, whose track the positions belong to. */
  readonly orderId: string | undefined;
  /** Since when: where the driver was before is none of the order's business. */
  readonly orderSince?: Instant | undefined;
  readonly positions: readonly ReportedPosition[];
  readonly receivedAt: Instant;
  /** Of a driver who is not there: no speed is too high. */
  readonly isSimulated?: boolean;
};

export type LatestPosition = ReportedPosition & { readonly driverId: DriverId; readonly receivedAt: Instant };
export type TrackPoint = TimedPoint & { readonly driverId: DriverId; readonly isJump: boolean };
export type OrderTrackPoint = TrackPoint & { readonly orderId: string };

/** What became of a report; `index` is the place of a position in it. */
export type ReportOutcome = {
  readonly refused: readonly { readonly index: number; readonly reason: PositionRefusal }[];
  readonly jumps: number;
};

export type JudgedReports = {
  /** One at most for each driver. */
  readonly latest: readonly LatestPosition[];
  readonly track: readonly OrderTrackPoint[];
  /** One for each report, in its place. */
  readonly outcomes: readonly ReportOutcome[];
};

/** Judges the reports in their order, the positions of each in the order of their time. */
export function judgeReports(
  reports: readonly PositionReport[],
  known: ReadonlyMap<DriverId, TimedPoint>,
): JudgedReports {
  const latest = new Map<DriverId, LatestPosition>();
  const judged = reports.map((report) => {
    const one = judgeReport(report, latest.get(report.driverId) ?? known.get(report.driverId));
    if (one.latest !== undefined) latest.set(report.driverId, one.latest);
    return one;
  });
  return {
    latest: [...latest.values()],
    track: judged.flatMap(({ track }) => track),
    outcomes: judged.map(({ refused, jumps }) => ({ refused, jumps })),
  };
}

function judgeReport(report: PositionReport, known: TimedPoint | undefined) {
  const { driverId, orderId, orderSince = Number.NEGATIVE_INFINITY, receivedAt, isSimulated } = report;
  let latest: LatestPosition | undefined;
  const kept: TrackPoint[] = [];
  const refused: { index: number; reason: PositionRefusal }[] = [];
  for (const { index, position } of byTime(report.positions)) {
    const verdict = judgePosition(latest ?? known, position, receivedAt, isSimulated);
    if (verdict.use === 'NONE') {
      refused.push({ index, reason: verdict.reason });
      continue;
    }
    const { lat, lng, at } = position;
    kept.push({ driverId, at, lat, lng, isJump: verdict.isJump });
    if (verdict.use === 'LATEST') latest = { ...measured(position), driverId, receivedAt };
  }
  return {
    latest,
    track:
      orderId === undefined ? [] : kept.filter(({ at }) => at >= orderSince).map((point) => ({ ...point, orderId })),
    refused: refused.sort((a, b) => a.index - b.index),
    jumps: kept.filter(({ isJump }) => isJump).length,
  };
}

function byTime(positions: readonly ReportedPosition[]): readonly { index: number; position: ReportedPosition }[] {
  const timeOf = ({ at }: ReportedPosition) => (Number.isFinite(at) ? at : 0);
  return positions
    .map((position, index) => ({ index, position }))
    .sort((a, b) => timeOf(a.position) - timeOf(b.position));
}

/** Devices that do not know their heading or accuracy say -1 or nothing; a wrong one does not cost the position. */
function measured({ lat, lng, at, accuracyMeters, headingDegrees }: ReportedPosition): ReportedPosition {
  return {
    lat,
    lng,
    at,
    accuracyMeters: isWithin(accuracyMeters, 0, 1_000_000) ? accuracyMeters : undefined,
    headingDegrees: isWithin(headingDegrees, 0, 360) ? (headingDegrees as number) % 360 : undefined,
  };
}

function isWithin(value: number | undefined, from: number, to: number): boolean {
  return value !== undefined && value >= from && value <= to;
}
