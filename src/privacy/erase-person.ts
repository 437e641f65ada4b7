import { erasePerson as eraseAccount, type Person, recordAct } from '../accounts/index.ts';
import { erasePauser, stopAsking } from '../dispatch/index.ts';
import { eraseAcknowledger, eraseEmergencies } from '../driver-app/index.ts';
import { eraseDriver } from '../drivers/index.ts';
import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import { HOUR_MS, type Instant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Database, Transaction } from '../infrastructure/database/database.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { isJobLeft, leaveTimer } from '../infrastructure/jobs/jobs-sql.ts';
import { findEndedLine } from '../orders/index.ts';
import { rewriteEvents } from '../webhooks/index.ts';
import { eraseDeliveries, removeLater } from './erase-deliveries.ts';
import {
  ERASE_LATE_TRACES,
  ERASE_NAMED,
  eraseTraces,
  findNamed,
  leaveLateTraces,
  leaveTraces,
} from './erase-traces.ts';
import { type Found, findPerson, findWorkOf } from './find-person.ts';
import { type HiddenSubject, hideSubject, isAboutHidden } from './rules/hidden-subject.ts';
import { decideReason, isAbout, type Subject, textsOf } from './rules/subject.ts';
import { tracesOf } from './rules/traces.ts';

export const ERASE_WHEN_ENDED = 'privacy.eraseWhenEnded';
/** In one transaction: a shop's own phone may be on very many. */
const BATCH = 200;

type EraseDeps = {
  readonly database: Database;
  readonly files: FileStore;
  readonly ids: Ids;
  readonly clock: Clock;
};
type Asked = { readonly by: Person | undefined; readonly reason: string };

/** What an erasure came to. Nothing in it says who the person was. */
export type Erasure = {
  readonly requestId: string;
  readonly orders: number;
  readonly parcels: number;
  /** Deliveries under way, each of which is erased when it has ended. */
  readonly underWay: readonly string[];
  readonly driverId: string | undefined;
  readonly personIds: readonly string[];
  readonly files: number;
  /** Whether the worker still goes through calls, after this request or one before. */
  readonly areCallsLeft: boolean;
};

/** Everything that is kept of a person, but money and what is under way. Again, it finds nothing and changes nothing. */
export async function erasePerson(
  deps: EraseDeps,
  subject: Subject,
  { by, reason }: Asked,
  now: Instant,
): Promise<Erasure> {
  const { database, files, ids, clock } = deps;
  orThrow(decideReason(subject, reason));
  const found = await findPerson(database, subject);
  insistOnNoWork(found.driverId, found.onHand);
  // Looked for before anything goes: what was erased leads to none of it any more.
  const { words, ...traces } = tracesOf(found, subject);
  const named = await findNamed(database, traces, { words, contacts: textsOf(subject) });
  const requestId = ids.next<'request'>();
  const underWay = [...found.orders, ...found.parcels].filter(({ endedAt }) => endedAt === null);
  // Written down before anything goes, and first of all what may be refused.
  const ofAccounts = await database.inTransaction(async (tx) => {
    await recordAct(tx, {
      at: now,
      by,
      action: 'person-data.erase',
      subject: { kind: 'person-data', id: requestId },
      reason,
    });
    const hidden = hideSubject(subject, requestId);
    for (const { id, partnerId } of underWay) await leaveErasure(tx, { id, partnerId, hidden }, now);
    await leaveTraces(tx, requestId, traces, named, now);
    return eraseAccounts(tx, found, now);
  });
  const ofDeliveries = await eraseInBatches(deps, found, subject, now);
  await eraseTraces(database, requestId, traces, named, () => clock.now());
  const fileKeys = [...ofAccounts, ...ofDeliveries];
  for (const fileKey of fileKeys) await files.remove(fileKey);
  return {
    requestId,
    orders: found.orders.filter(({ endedAt }) => endedAt !== null).length,
    parcels: found.parcels.filter(({ endedAt }) => endedAt !== null).length,
    underWay: underWay.map(({ id }) => id),
    driverId: found.driverId,
    personIds: found.people.map(({ id }) => id),
    files: fileKeys.length,
    areCallsLeft: await isJobLeft(database, [ERASE_NAMED, ERASE_LATE_TRACES]),
  };
}

/** Whoever is on the road is not erased on the way. */
function insistOnNoWork(driverId: string | undefined, [open]: readonly string[]): void {
  if (driverId !== undefined && open !== undefined)
    throw new DeliveryError(
      'ERR_INVALID_ORDER_STATUS',
      `Driver ${driverId} has ${open} under way. Take it off the driver, or wait until it has ended. Nothing was erased.`,
    );
}

/** The account of a driver and those of a desk, in the transaction that may still be refused; files that are to be removed. */
async function eraseAccounts(
  tx: Transaction,
  { driverId, driven, people }: Found,
  now: Instant,
): Promise<readonly string[]> {
  for (const { id, name } of people) {
    await eraseAccount(tx, id, now);
    await eraseAcknowledger(tx, name);
    await erasePauser(tx, name);
  }
  if (driverId === undefined) return [];
  await stopAsking(tx, driverId, now);
  await eraseEmergencies(tx, driverId);
  await rewriteEvents(
    tx,
    driven.map(({ streamId }) => streamId),
    (data) => withoutDriver(data, driverId),
  );
  const orderIds = driven.map(({ id }) => id);
  const fileKeys = await eraseDriver(tx, driverId, orderIds, now);
  // Looked for once more: it may have been given to the driver since.
  insistOnNoWork(driverId, await findWorkOf(tx, driverId));
  await removeLater(tx, fileKeys, now);
  return fileKeys;
}

type Data = Readonly<Record<string, unknown>>;

function withoutDriver(data: Data, driverId: string): Data {
  const { driver, location, ...kept } = data as { driver?: Data; location?: unknown };
  if (driver?.driverId !== driverId) return data;
  return { driver: { ...driver, phone: '', name: '', photo: '', plateNumber: '' }, ...kept };
}

async function eraseInBatches(
  { database }: EraseDeps,
  { orders, parcels }: Found,
  subject: Subject,
  now: Instant,
): Promise<readonly string[]> {
  const [orderIds, parcelIds] = [orders, parcels].map((kept) => kept.map(({ id }) => id as string)) as [
    string[],
    string[],
  ];
  const fileKeys: string[] = [];
  for (let from = 0; from < Math.max(orderIds.length, parcelIds.length); from += BATCH) {
    const batch = { orderIds: orderIds.slice(from, from + BATCH), parcelIds: parcelIds.slice(from, from + BATCH) };
    const erased = await database.inTransaction((tx) => eraseDeliveries(tx, batch, { isMeant: isAbout(subject) }, now));
    fileKeys.push(...erased.fileKeys);
  }
  return fileKeys;
}

/** Of whom a delivery is to be erased when it has ended. Nothing in it says who that is. */
type Waiting = {
  readonly id: string;
  readonly partnerId: PartnerId;
  readonly hidden?: HiddenSubject;
  /** Instead of it, in what the version before has left. */
  readonly stopIds?: readonly string[];
};

/** Without a name: whoever else asks is erased too. */
async function leaveErasure(tx: Transaction, waiting: Waiting, now: Instant): Promise<void> {
  await leaveTimer(tx, { kind: ERASE_WHEN_ENDED, dueAt: now + HOUR_MS, payload: waiting });
}

/** True once the delivery, or what has taken its place, has ended and what was meant of it is gone. */
export async function eraseWhenEnded(
  tx: Transaction,
  { id, partnerId, hidden, stopIds = [] }: Waiting,
  now: Instant,
): Promise<boolean> {
  const isMeant = hidden === undefined ? isAt(stopIds) : isAboutHidden(hidden);
  const ended = { orderIds: await findEndedLine(tx, id), parcelIds: [id] };
  const { deliveries } = await eraseDeliveries(tx, ended, { isMeant }, now);
  if (deliveries.length === 0) return false;
  const ids = deliveries.flatMap(({ id, quotationId, stopIds }) => [id, quotationId, ...stopIds]);
  await leaveLateTraces(tx, { ids: [...new Set(ids)], partnerIds: [partnerId] }, now);
  return true;
}

function isAt(stopIds: readonly string[]) {
  return ({ stopId = '' }: { readonly stopId?: string }) => stopIds.includes(stopId);
}
