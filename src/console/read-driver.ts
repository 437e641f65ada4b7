import {
  blocksOf,
  type DocumentKind,
  type Driver,
  type DriverDocument,
  type DriverSession,
  documentsOf,
  onlineSince as findOnlineSince,
  type LatestPosition,
  latestPositions,
  missingDocuments,
  sessionsOf,
} from '../drivers/index.ts';
import { type Instant, localMoment } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { findAssignmentOf } from '../orders/index.ts';
import { namesOfPartners } from '../partners/index.ts';

/** All that the desk knows of a driver but for money and past orders. */
export type DriverRecord = {
  readonly driver: Driver;
  readonly onlineSince: Instant | undefined;
  readonly position: LatestPosition | undefined;
  readonly orderId: string | undefined;
  readonly sessions: readonly DriverSession[];
  readonly blocks: readonly { readonly partnerId: string; readonly name: string; readonly since: Instant }[];
  readonly documents: readonly DriverDocument[];
  /** Of the documents that are required. */
  readonly missing: readonly DocumentKind[];
  /** By the calendar of the driver's city. */
  readonly today: string;
};

export async function readDriver(
  {
    catalogue,
    requiredDocuments,
  }: { readonly catalogue: MarketCatalogue; readonly requiredDocuments: readonly DocumentKind[] },
  sql: Queryable,
  driver: Driver,
  now: Instant,
): Promise<DriverRecord> {
  const [onlineSince, positions, assignment, sessions, blocks, documents] = await Promise.all([
    findOnlineSince(sql, driver.id),
    latestPositions(sql, [driver.id]),
    findAssignmentOf(sql, driver.id),
    sessionsOf(sql, driver.id, now),
    blocksOf(sql, driver.id),
    documentsOf(sql, driver.id),
  ]);
  const names = await namesOfPartners(
    sql,
    blocks.map(({ partnerId }) => partnerId),
  );
  const today = localMoment(now, catalogue.city(driver.locode)?.timeZone ?? 'UTC').date;
  return {
    driver,
    onlineSince,
    position: positions.get(driver.id),
    orderId: assignment?.orderId,
    sessions,
    blocks: blocks.map(({ partnerId, since }) => ({ partnerId, since, name: names.get(partnerId) ?? '' })),
    documents,
    missing: missingDocuments(documents, requiredDocuments, today),
    today,
  };
}
