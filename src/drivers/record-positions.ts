import type { Queryable } from '../infrastructure/database/database.ts';
import { latestPositions, savePositions } from './positions-sql.ts';
import { judgeReports, type PositionReport, type ReportOutcome } from './rules/position-report.ts';

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
