import { findKeptOfPeople, type Person, recordAct } from '../accounts/index.ts';
import { findKeptEmergencies } from '../driver-app/index.ts';
import { findKeptOfDriver } from '../drivers/index.ts';
import { orThrow } from '../foundation/decision.ts';
import { formatInstant, type Instant } from '../foundation/time.ts';
import type { Database, Queryable } from '../infrastructure/database/database.ts';
import type { FileStore } from '../infrastructure/files/file-store.ts';
import type { Ids } from '../infrastructure/ids.ts';
import { findKeptTerms } from '../orders/index.ts';
import { findCalls, findRememberedAnswers } from '../partners/index.ts';
import { findBatchesOf, findPlusQuotation } from '../plus/index.ts';
import { proofsOf } from '../proof/index.ts';
import { findQuotationRecords } from '../quotations/index.ts';
import { findKeptWishes, wordsOfRecipients } from '../tracking/index.ts';
import { driverBooks } from '../wallet/index.ts';
import { findKeptEvents } from '../webhooks/index.ts';
import { findNamed } from './erase-traces.ts';
import { type Found, findPerson } from './find-person.ts';
import { decideReason, isAbout, type Subject, textsOf } from './rules/subject.ts';
import { tracesOf } from './rules/traces.ts';

type ExportDeps = { readonly database: Database; readonly files: FileStore; readonly ids: Ids };
type Kept = Readonly<Record<string, readonly unknown[]>>;

/** Everything that is kept of a person, by the table in which it lies, with the files. */
export type PersonExport = {
  readonly format: 'waybill-person/1';
  readonly requestId: string;
  readonly madeAt: string;
  readonly subject: Subject;
  readonly kept: Kept;
  readonly files: readonly { readonly key: string; readonly contentType: string; readonly base64: string }[];
};

/** What is said of others in the same deliveries is left out. */
export async function exportPerson(
  { database, files, ids }: ExportDeps,
  subject: Subject,
  { by, reason }: { readonly by: Person | undefined; readonly reason: string },
  now: Instant,
): Promise<PersonExport> {
  orThrow(decideReason(subject, reason));
  const requestId = ids.next<'request'>();
  await database.inTransaction((tx) =>
    recordAct(tx, {
      at: now,
      by,
      action: 'person-data.export',
      subject: { kind: 'person-data', id: requestId },
      reason,
    }),
  );
  const found = await findPerson(database, subject);
  const deliveries = await keptOfDeliveries(database, found, subject);
  const driver = await keptOfDriver(database, found);
  const people = await findKeptOfPeople(
    database,
    found.people.map(({ id }) => id),
  );
  return {
    format: 'waybill-person/1',
    requestId,
    madeAt: formatInstant(now),
    subject,
    kept: { ...deliveries.kept, ...driver.kept, ...people },
    files: await readFiles(files, [...deliveries.fileKeys, ...driver.fileKeys]),
  };
}

type KeptWithFiles = { readonly kept: Kept; readonly fileKeys: readonly string[] };

async function keptOfDeliveries(sql: Queryable, found: Found, subject: Subject): Promise<KeptWithFiles> {
  const isTheirs = isAbout(subject);
  const orders = found.orders.map(({ delivery, history, ...order }) => ({
    ...order,
    stops: delivery.stops.filter(isTheirs),
    metadata: delivery.metadata,
    item: delivery.item,
    reasons: history.flatMap((entry) => entry.reason ?? []),
  }));
  const parcels = found.parcels.map(({ shipment, history, edits, ...parcel }) => ({
    ...parcel,
    stops: shipment.stops.filter(isTheirs),
    metadata: shipment.metadata,
    item: shipment.item,
    dropOff: isTheirs(shipment.stops[1]) ? shipment.dropOff : undefined,
    reasons: history.flatMap((entry) => entry.reason ?? []),
    notes: history.flatMap((entry) => entry.form?.note ?? []),
    edits: edits.flatMap(({ changes }) => changes),
  }));
  const deliveries = [...orders, ...parcels];
  const stopIds = new Set(deliveries.flatMap(({ stops }) => stops.map(({ stopId }) => stopId)));
  const streamIds = [...orders.map(({ streamId, id }) => streamId ?? id), ...parcels.map(({ id }) => id)];
  const proofs = (
    await proofsOf(
      sql,
      deliveries.map(({ id }) => id),
    )
  ).filter(({ stopId }) => stopIds.has(stopId));
  const batches = await findBatchesOf(
    sql,
    parcels.map(({ id }) => id),
  );
  const { events, answers } = await findKeptEvents(sql, streamIds, textsOf(subject));
  const ofStops = <T extends { readonly stopId: string }>(said: readonly T[]) =>
    said.filter(({ stopId }) => stopIds.has(stopId));
  return {
    kept: {
      orders,
      parcels,
      proofs: proofs.map(({ seal, sha256, ...proof }) => ({ ...proof, sha256: sha256?.toString('hex') })),
      order_terms: await findKeptTerms(
        sql,
        orders.map(({ id }) => id),
      ),
      label_batches: batches,
      quotations: await findQuotationRecords(
        sql,
        orders.map(({ quotationId }) => quotationId),
      ).then((records) =>
        records.map(({ id, createdAt, document }) => ({
          id,
          createdAt,
          stops: ofStops(document.stops),
          item: document.item,
        })),
      ),
      plus_quotations: await Promise.all(parcels.map(({ quotationId }) => findPlusQuotation(sql, quotationId))).then(
        (records) =>
          records.flatMap((record) =>
            record === undefined
              ? []
              : { id: record.id, createdAt: record.createdAt, stops: ofStops(record.document.stops) },
          ),
      ),
      events,
      delivery_attempts: answers,
      recipient_notes: ofStops(await wordsOfRecipients(sql, streamIds)),
      near_messages: ofStops(await findKeptWishes(sql, streamIds)),
      ...(await keptOfCalls(sql, { ...tracesOf(found, subject), contacts: textsOf(subject) })),
    },
    fileKeys: [...proofs.flatMap(({ fileKey }) => fileKey ?? []), ...parcels.flatMap(({ labelKey }) => labelKey ?? [])],
  };
}

async function keptOfCalls(
  sql: Queryable,
  { words, contacts, ...traces }: ReturnType<typeof tracesOf> & { readonly contacts: readonly string[] },
): Promise<Kept> {
  const calls: unknown[] = [];
  const answers: unknown[] = [];
  for (const { partnerId, keys } of await findNamed(sql, traces, { words, contacts }, 'ALL'))
    if (partnerId === undefined) answers.push(...(await findRememberedAnswers(sql, keys)));
    else calls.push(...(await findCalls(sql, partnerId, keys)));
  return { request_log: calls, remembered_answers: answers };
}

async function keptOfDriver(sql: Queryable, { driverId, driven }: Found): Promise<KeptWithFiles> {
  if (driverId === undefined) return { kept: {}, fileKeys: [] };
  const orderIds = driven.map(({ id }) => id);
  const kept = await findKeptOfDriver(sql, driverId, orderIds);
  const books = await driverBooks(sql, driverId);
  const fileKeys = [...(kept.drivers ?? []), ...(kept.driver_documents ?? [])].flatMap(({ photo_key, file_key }) =>
    [photo_key, file_key].filter((key) => typeof key === 'string'),
  );
  return {
    kept: {
      ...kept,
      emergencies: await findKeptEmergencies(sql, driverId),
      ledger_accounts: books.map(({ currency, balanceMinor, transfers }) => ({
        currency,
        balanceMinor: balanceMinor.toString(),
        transfers: transfers.map(({ kind, orderId, amountMinor, createdAt }) => ({
          kind,
          orderId,
          amountMinor: amountMinor.toString(),
          createdAt: formatInstant(createdAt),
        })),
      })),
    },
    fileKeys,
  };
}

async function readFiles(files: FileStore, keys: readonly string[]): Promise<PersonExport['files']> {
  const read: PersonExport['files'][number][] = [];
  for (const key of keys) {
    const file = await files.get(key);
    if (file !== undefined) read.push({ key, contentType: file.contentType, base64: file.bytes.toString('base64') });
  }
  return read;
}
