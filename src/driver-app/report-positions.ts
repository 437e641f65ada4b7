import type { PositionReport, ReportedPosition, ReportOutcome } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { type Instant, parseInstant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { findAssignmentOf } from '../orders/index.ts';

export type ReportDeps = {
  readonly database: Database;
  readonly recordPosition: (report: PositionReport) => Promise<ReportOutcome>;
};
type Given = {
  readonly lat: number;
  readonly lng: number;
  readonly at: string;
  readonly accuracyMeters?: number;
  readonly headingDegrees?: number;
};

/** The latest for the map and for matching, all of them for the track of the order under way. */
export async function reportPositions(
  { database, recordPosition }: ReportDeps,
  driverId: string,
  given: readonly Given[],
  now: Instant,
) {
  const positions = given.map((position, index): ReportedPosition => ({ ...position, at: timeOf(position.at, index) }));
  const assignment = await findAssignmentOf(database, driverId);
  const { refused, jumps } = await recordPosition({
    driverId,
    orderId: assignment?.orderId,
    orderSince: assignment?.matchedAt,
    positions,
    receivedAt: now,
  });
  return { accepted: given.length - refused.length, refused, jumps };
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
