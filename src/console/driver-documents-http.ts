import { Type } from 'typebox';
import { type DeskApi, recordAct } from '../accounts/index.ts';
import { addDocument, endingDocuments, type keepDriverFile, removeDocument } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import { DAY_MS, formatInstant, isDate, localMoment } from '../foundation/time.ts';
import { pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { created, noContent, okPage } from '../infrastructure/http/partner-api.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import {
  DocumentData,
  DriverActData,
  DriverParams,
  endingToWire,
  LARGEST_FILE_BYTES,
  PageQuery,
} from './drivers-wire.ts';
import { aboutDriver, driverToChange, knownDriver } from './known-driver.ts';
import { keepDocument } from './read-file.ts';

export type DriverDocumentDeps = Parameters<typeof keepDriverFile>[0] & {
  readonly ids: Ids;
  readonly catalogue: MarketCatalogue;
};

const ENDING_SOON_DAYS = 30;

export function addDriverDocumentRoutes(api: DeskApi<'console'>, deps: DriverDocumentDeps): void {
  const { database, catalogue } = deps;
  api.get('/console/v1/documents', { may: 'look', query: PageQuery }, async ({ now, query }) => {
    const limit = pageLimitOf(query.limit);
    const until = formatInstant(now + ENDING_SOON_DAYS * DAY_MS).slice(0, 10);
    const found = await endingDocuments(database, until, { after: endAfter(query.after), limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return okPage(
      shown.map((document) =>
        endingToWire(document, localMoment(now, catalogue.city(document.locode)?.timeZone ?? 'UTC').date),
      ),
      found.length > limit && last !== undefined ? `${last.validUntil}.${last.id}` : null,
    );
  });

  api.post(
    '/console/v1/drivers/:driverId/documents',
    { may: 'dispatch', params: DriverParams, data: DocumentData, bodyLimit: LARGEST_FILE_BYTES },
    async ({ person, now, params, data: { reason, file, kind, number, validUntil }, once }) => {
      const { id: driverId } = await driverToChange(database, params.driverId);
      const given = { kind, number: number.trim(), validUntil: validUntil ?? undefined };
      const fileKey = file === undefined ? undefined : await keepDocument(deps, file);
      return once(async (tx) => {
        const { id } = await addDocument(deps, tx, driverId, given, fileKey, now);
        await recordAct(tx, {
          ...aboutDriver(driverId),
          at: now,
          by: person,
          action: 'driver.add-document',
          reason,
          details: { kind, documentId: id },
        });
        return created({ documentId: id });
      });
    },
  );

  api.delete(
    '/console/v1/drivers/:driverId/documents/:documentId',
    {
      may: 'dispatch',
      params: Type.Object({ driverId: Type.String(), documentId: Type.String() }),
      data: DriverActData,
    },
    async ({ person, now, params, data: { reason }, once }) => {
      const { id: driverId } = await knownDriver(database, params.driverId);
      return once(async (tx) => {
        const { documentId } = params;
        const removed = isId(documentId) ? await removeDocument(tx, driverId, documentId, now) : undefined;
        if (removed === undefined)
          throw new DeliveryError('ERR_NOT_FOUND', 'There is no such document of this driver.');
        await recordAct(tx, {
          ...aboutDriver(driverId),
          at: now,
          by: person,
          action: 'driver.remove-document',
          reason,
          details: { kind: removed.kind, documentId },
        });
        return noContent();
      });
    },
  );
}

function endAfter(after: string | undefined): { readonly validUntil: string; readonly id: string } | undefined {
  if (after === undefined) return undefined;
  const [validUntil = '', id = ''] = after.split('.');
  if (isDate(validUntil) && isId(id)) return { validUntil, id };
  throw wrongQuery('"after" must be the "next" of the page before.', 'after');
}
