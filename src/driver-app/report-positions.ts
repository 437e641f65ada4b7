import { type DriverId, type ReportedPosition, type ReportOutcome, recordPositions } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { type Instant, parseInstant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { microBatch } from '../infrastructure/database/micro-batch.ts';
import { findAssignments } from '../orders/index.ts';

const MOST_AT_ONCE = 128;

type Given = {
  readonly lat: number;
  readonly lng: number;
  readonly at: string;
  readonly accuracyMeters?: number;
  readonly headingDegrees?: number;
};
type Report = {
  readonly driverId: DriverId;
  readonly positions: readonly ReportedPosition[];
  readonly receivedAt: Instant;
};
type Taken = ReportOutcome & { readonly accepted: number };
export type ReportPositions = (driverId: DriverId, given: readonly Given[], now: Instant) => Promise<Taken>;

/**
 * The latest for the map and for matching, all of them for the track of the order under way. Three statements for all reports that arrive
 * together.
 */
export function createPositionReporter(database: Database): ReportPositions {
  const record = microBatch(MOST_AT_ONCE, async (reports: readonly Report[]) => {
    const driverIds = [...new Set(reports.map(({ driverId }) => driverId))];
    const assignments = await findAssignments(database, driverIds);
    const withOrders = reports.map((report) => {
      const assignment = assignments.get(report.driverId);
      return { ...report, orderId: assignment?.orderId, orderSince: assignment?.matchedAt };
    });
    return recordPositions(database, withOrders);
  });
  return async (driverId, given, now) => {
    const positions = given.map((position, index) => ({ ...position, at: timeOf(position.at, index) }));
    const { refused, jumps } = await record({ driverId, positions, receivedAt: now });
    return { accepted: given.length - refused.length, refused, jumps };
  };
}

function timeOf(text: string, index: number): Instant {
  const at = parseInstant(text);
  if (at !== undefined) return at;
  throw new DeliveryError(
    'ERR_INVALID_FIELD',
    'The time of a position must be a time such as 2026-11-16T04:00:00Z.',
    `/data/positions/${index}/at`,
  );
}
