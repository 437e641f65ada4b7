import { DeliveryError } from '../foundation/errors.ts';
import type { Database, Queryable } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { latestPositions, savePositions } from './positions-sql.ts';
import {
  judgeReports,
  MOST_POSITIONS_IN_A_REPORT,
  type PositionReport,
  type ReportOutcome,
} from './rules/position-report.ts';

const MOST_REPORTS_AT_ONCE = 64;

/** Two statements, however many drivers report. */
export async function recordPositions(
  sql: Queryable,
  reports: readonly PositionReport[],
): Promise<readonly ReportOutcome[]> {
  const known = await latestPositions(sql, [...new Set(reports.map(({ driverId }) => driverId))]);
  const { latest, track, outcomes } = judgeReports(reports, known);
  if (latest.length > 0 || track.length > 0) await savePositions(sql, latest, track);
  return outcomes;
}

/** The same for one call: reports that arrive together are recorded together. */
export function createPositionRecorder(database: Database): (report: PositionReport) => Promise<ReportOutcome> {
  const record = microBatch(MOST_REPORTS_AT_ONCE, (reports: readonly PositionReport[]) =>
    recordPositions(database, reports),
  );
  return async (report) => {
    if (report.positions.length <= MOST_POSITIONS_IN_A_REPORT) return record(report);
    throw new DeliveryError(
      'ERR_INVALID_FIELD',
      `A report takes at most ${MOST_POSITIONS_IN_A_REPORT} positions, not ${report.positions.length}.`,
      '/data/positions',
    );
  };
}
