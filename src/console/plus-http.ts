import { type DeskApi, recordAct } from '../accounts/index.ts';
import { findDrivers } from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import { type Instant, isDate } from '../foundation/time.ts';
import type { Database, Queryable, Transaction } from '../infrastructure/database/database.ts';
import { pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { noContent, ok, okPage } from '../infrastructure/http/partner-api.ts';
import type { City, MarketCatalogue } from '../markets/index.ts';
import { namesOfPartners } from '../partners/index.ts';
import {
  assignParcelsByHand,
  type CityPlanningDeps,
  cancelParcel,
  closeParcel,
  dateIn,
  dropOut,
  findParcels,
  findPlan,
  listParcelsOfAll,
  lockParcels,
  makePlan,
  type Parcel,
  retryParcel,
  tagParcel,
} from '../plus/index.ts';
import { asRefusal } from './as-refusal.ts';
import { pageAfter } from './page-after.ts';
import {
  AssignData,
  type Move,
  MoveData,
  ParcelParams,
  ParcelsQuery,
  PlanData,
  PlanQuery,
  parcelRowToWire,
  parcelToWire,
  planToWire,
  TagsData,
} from './plus-wire.ts';

export type PlusDeskDeps = {
  readonly database: Database;
  readonly catalogue: MarketCatalogue;
  readonly planning: CityPlanningDeps;
};
type Api = DeskApi<'console'>;

export function addPlusRoutes(api: Api, deps: PlusDeskDeps): void {
  addPlan(api, deps);
  addParcels(api, deps);
  addMoves(api, deps);
}

function addPlan(api: Api, { database, catalogue, planning }: PlusDeskDeps): void {
  const knownCity = (locode: string, fault: () => DeliveryError): City => {
    const city = catalogue.city(locode);
    if (city === undefined) throw fault();
    return city;
  };

  api.get('/console/v1/plus/plan', { may: 'look', query: PlanQuery }, async ({ now, query }) => {
    const city = knownCity(query.city, () => wrongQuery('There is no such city.', 'city'));
    if (query.day !== undefined && !isDate(query.day)) throw wrongQuery('It must be a day such as 2026-11-16.', 'day');
    const date = query.day ?? dateIn(city.timeZone, now);
    const plan = await findPlan(database, city.locode, date);
    const visited = (plan?.routes ?? []).flatMap(({ visits }) => visits);
    const ids = new Set([...visited, ...(plan?.unplanned ?? [])].map(({ orderId }) => orderId));
    const [parcels, drivers] = await Promise.all([
      findParcels(database, [...ids]),
      findDrivers(
        database,
        (plan?.routes ?? []).map(({ driverId }) => driverId),
      ),
    ]);
    return ok(
      planToWire(
        plan,
        { city: city.locode, date },
        {
          parcels: new Map(parcels.map((parcel) => [parcel.id, parcel])),
          drivers: new Map(drivers.map((driver) => [driver.id, driver])),
        },
      ),
    );
  });

  // Planning asks for distances, which no transaction waits for; the plan and its entry are kept together.
  api.post('/console/v1/plus/plan', { may: 'dispatch', data: PlanData }, async ({ person, now, data }) => {
    const fault = (sentence: string, field: string) =>
      new DeliveryError('ERR_INVALID_FIELD', sentence, `/data/${field}`);
    const city = knownCity(data.city, () => fault('There is no such city.', 'city'));
    if (data.day !== undefined && !isDate(data.day)) throw fault('It must be a day such as 2026-11-16.', 'day');
    const plan = await asRefusal(
      () =>
        makePlan(
          { ...planning, database },
          {
            city,
            date: data.day,
            alongside: (tx, { routes, unplanned }) =>
              recordAct(tx, {
                at: now,
                by: person,
                action: 'parcels.plan',
                subject: { kind: 'city', id: city.locode },
                reason: data.reason,
                details: { day: data.day ?? 'today', routes: routes.length, unplanned: unplanned.length },
              }),
          },
          now,
        ),
      { pointer: '/data/day' },
    );
    return ok({ routes: plan.routes.length, unplanned: plan.unplanned.length });
  });
}

async function namesFor(sql: Queryable, parcels: readonly Parcel[]) {
  const drivers = new Set(parcels.flatMap(({ driverId }) => driverId ?? []));
  const [partners, found] = await Promise.all([
    namesOfPartners(sql, [...new Set(parcels.map(({ partnerId }) => partnerId))]),
    findDrivers(sql, [...drivers]),
  ]);
  return { partners, drivers: new Map(found.map(({ id, name }) => [id, name])) };
}

function addParcels(api: Api, { database }: PlusDeskDeps): void {
  api.get('/console/v1/plus/parcels', { may: 'look', query: ParcelsQuery }, async ({ query }) => {
    const limit = pageLimitOf(query.limit);
    const filters = {
      locode: query.city || undefined,
      status: query.status || undefined,
      search: query.search?.trim() || undefined,
    };
    const found = await listParcelsOfAll(database, filters, pageAfter(query.after), limit + 1);
    const shown = found.slice(0, limit);
    const names = await namesFor(database, shown);
    return okPage(
      shown.map((parcel) => parcelRowToWire(parcel, names)),
      found.length > limit ? (shown.at(-1)?.id ?? null) : null,
    );
  });

  api.get('/console/v1/plus/parcels/:parcelId', { may: 'look', params: ParcelParams }, async ({ params }) => {
    const parcel = await knownParcel(database, params.parcelId, findParcels);
    return ok(parcelToWire(parcel, await namesFor(database, [parcel])));
  });
}

async function knownParcel<Sql>(
  sql: Sql,
  id: string,
  find: (sql: Sql, ids: readonly string[]) => Promise<readonly Parcel[]>,
): Promise<Parcel> {
  const [parcel] = isId(id) ? await find(sql, [id]) : [];
  if (parcel === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such parcel.');
  return parcel;
}

function addMoves(api: Api, { planning }: PlusDeskDeps): void {
  api.post(
    '/console/v1/plus/assign',
    { may: 'dispatch', data: AssignData },
    async ({ person, now, data: { driverId, parcelIds, reason }, once }) =>
      once(async (tx) => {
        const wrong = parcelIds.findIndex((id) => !isId(id));
        if (wrong !== -1)
          throw new DeliveryError('ERR_INVALID_FIELD', 'There is no such parcel.', `/data/parcelIds/${wrong}`);
        for (const parcel of await assignParcelsByHand(planning, tx, parcelIds, driverId, now))
          await recordAct(tx, {
            at: now,
            by: person,
            action: 'parcel.assign',
            subject: { kind: 'parcel', id: parcel.id },
            partnerId: parcel.partnerId,
            reason,
            details: { driverId },
          });
        return noContent();
      }),
  );

  api.post(
    '/console/v1/plus/parcels/:parcelId/moves',
    { may: 'dispatch', params: ParcelParams, data: MoveData },
    async ({ person, now, params: { parcelId }, data: { move, seen, reason }, once }) =>
      once(async (tx) => {
        const before = await knownParcel(tx, parcelId, lockParcels);
        if (before.status !== seen)
          throw new DeliveryError('ERR_CHANGED_MEANWHILE', `The parcel is ${before.status} by now. Look again first.`);
        const { partnerId, status } = await moved(planning, tx, move, parcelId, now, reason);
        await recordAct(tx, {
          at: now,
          by: person,
          action: `parcel.${move}`,
          subject: { kind: 'parcel', id: parcelId },
          partnerId,
          reason,
        });
        return ok({ status });
      }),
  );

  api.put(
    '/console/v1/plus/parcels/:parcelId/tags',
    { may: 'dispatch', params: ParcelParams, data: TagsData },
    async ({ person, now, params: { parcelId }, data: { tags, reason }, once }) =>
      once(async (tx) => {
        await knownParcel(tx, parcelId, findParcels);
        const { partnerId } = await tagParcel(planning, tx, { orderId: parcelId }, tags);
        await recordAct(tx, {
          at: now,
          by: person,
          action: 'parcel.tag',
          subject: { kind: 'parcel', id: parcelId },
          partnerId,
          reason,
          details: { tags },
        });
        return ok({ tags });
      }),
  );
}

function moved(
  deps: CityPlanningDeps,
  tx: Transaction,
  move: Move,
  orderId: string,
  at: Instant,
  reason: string,
): Promise<Parcel> {
  const key = { orderId };
  if (move === 'take-off') return dropOut(deps, tx, key, { at }, 'support', reason);
  if (move === 'retry') return retryParcel(deps, tx, key, { at }, 'support');
  if (move === 'close') return closeParcel(deps, tx, key, at);
  return cancelParcel(deps, tx, key, at, 'support', reason);
}
