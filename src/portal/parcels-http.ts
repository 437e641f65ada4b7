import { Type } from 'typebox';
import { type DeskApi, recordAct } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import type { Database, Queryable } from '../infrastructure/database/database.ts';
import { PageLimit } from '../infrastructure/http/page-query.ts';
import { ok, okPage } from '../infrastructure/http/partner-api.ts';
import { CsvDecimal } from '../infrastructure/http/schema.ts';
import type { MarketCatalogue } from '../markets/index.ts';
import { orderKeyOf, visibleTo } from '../orders/index.ts';
import {
  checkUpload,
  findParcels,
  findParcelsOf,
  isParcelStatus,
  placeUpload,
  UPLOAD_COLUMNS,
  type UploadDeps,
  type UploadedLine,
  uploadTemplate,
} from '../plus/index.ts';
import { readListQuery } from './list-query.ts';
import { parcelHistory, parcelRow } from './parcels-wire.ts';
import { asUnknown, insistOnOpen, readOpenMarket, type Scope, scopeOf } from './scope.ts';

export type PortalParcelDeps = UploadDeps & { readonly database: Database; readonly catalogue: MarketCatalogue };

const Given = Type.Optional(Type.String({ maxLength: 200 }));
const ParcelsQuery = Type.Object({
  limit: PageLimit,
  after: Given,
  market: Given,
  status: Given,
  search: Given,
  from: Given,
  until: Given,
});

/** Room for 2,000 lines, written as base64; what is larger is refused before it is read. */
const FILE_LIMIT_BYTES = 4 * 1024 * 1024;
const LINES_AT_ONCE = 50;

const Line = Type.Object({
  line: Type.Integer({ minimum: 1 }),
  ...Object.fromEntries(UPLOAD_COLUMNS.map((column) => [column, Type.String({ maxLength: 1_500 })])),
});

export function addParcelRoutes(api: DeskApi<'portal'>, deps: PortalParcelDeps): void {
  const { catalogue } = deps;
  const plusScope = async (seen: Queryable, partnerId: Scope['partner']['id'], now: number) => {
    const scope = await scopeOf(seen, partnerId, now);
    if (scope.partner.platforms.includes('PLUS')) return scope;
    throw new DeliveryError(
      'ERR_FORBIDDEN',
      'Scheduled deliveries are not part of your agreement. Ask partner support.',
    );
  };

  api.get(
    '/portal/v1/parcels',
    { may: 'look', query: ParcelsQuery, paged: true },
    async ({ partnerId, now, query, seen }) => {
      const scope = await plusScope(seen, partnerId, now);
      const wanted = readListQuery(scope, query, isParcelStatus);
      // Under a policy of rows no index of words is used, so a search goes without it.
      const { parcels, next } = await findParcelsOf(wanted.search === undefined ? seen : deps.database, wanted);
      return okPage(
        parcels.map((parcel) => parcelRow(parcel, catalogue.city(parcel.locode))),
        next,
      );
    },
  );

  api.get(
    '/portal/v1/parcels/:orderId/history',
    { may: 'look', params: Type.Object({ orderId: Type.String() }) },
    async ({ partnerId, now, params: { orderId }, seen }) => {
      const { partner } = await plusScope(seen, partnerId, now);
      const read = async () => {
        const [found] = isId(orderId) ? await findParcels(seen, [orderId]) : [];
        return visibleTo(orderKeyOf(partner, orderId), found, undefined);
      };
      const parcel = await asUnknown(orderId, read());
      return ok(parcelHistory(parcel, catalogue.city(parcel.locode)));
    },
  );

  const query = Type.Object({ decimal: CsvDecimal });
  api.get('/portal/v1/uploads/template', { may: 'look', query }, async ({ query: { decimal }, reply }) => {
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="parcels.csv"')
      .send(uploadTemplate(decimal ?? 'point'));
    return undefined;
  });

  api.post(
    '/portal/v1/uploads/check',
    {
      may: 'build',
      data: Type.Object({ file: Type.String({ description: 'The bytes of the file in base64' }) }),
      bodyLimit: FILE_LIMIT_BYTES,
    },
    async ({ partnerId, now, data: { file }, reply, seen }) => {
      const scope = await plusScope(seen, partnerId, now);
      const market = catalogue.market(readOpenMarket(scope, reply.request.query));
      const asker = { partnerId, market, now: scope.now };
      const { lines, faults, placedBefore } = await checkUpload(deps, asker, Buffer.from(file, 'base64'));
      return ok({
        lines,
        faults,
        placedBefore: Object.fromEntries(placedBefore),
      });
    },
  );

  api.post(
    '/portal/v1/uploads/place',
    {
      may: 'build',
      data: Type.Object({ lines: Type.Array(Line, { minItems: 1, maxItems: LINES_AT_ONCE }) }),
      bodyLimit: FILE_LIMIT_BYTES,
    },
    async ({ partnerId, person, now, data, reply, seen }) => {
      const scope = await plusScope(seen, partnerId, now);
      insistOnOpen(scope);
      const market = catalogue.market(readOpenMarket(scope, reply.request.query));
      const asker = { partnerId, market, now: scope.now, clockAheadMs: scope.partner.clockAheadMs };
      const results = await placeUpload(deps, asker, data.lines as unknown as UploadedLine[], (tx, { id }) =>
        recordAct(tx, { at: now, by: person, action: 'parcel.place', subject: { kind: 'parcel', id }, partnerId }),
      );
      return ok(results);
    },
  );
}
