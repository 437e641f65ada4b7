import { Type } from 'typebox';
import { type DeskApi, recordAct } from '../accounts/index.ts';
import { readEarnings } from '../driver-app/index.ts';
import {
  addDocument,
  blockDriver,
  createDriver,
  type DocumentKind,
  type Driver,
  endingDocuments,
  findDriver,
  type keepDriverFile,
  listDrivers,
  onlineAmong,
  removeDocument,
  type SignInDeps,
  setDriverPhoto,
  setDriverStatus,
  showSignInCode,
  signDriverOut,
  unblockDriver,
} from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import { formatAmount } from '../foundation/money.ts';
import { DAY_MS, formatInstant, HOUR_MS, type Instant } from '../foundation/time.ts';
import type { Queryable } from '../infrastructure/database/database.ts';
import type { FileLinks } from '../infrastructure/file-links.ts';
import { pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { created, noContent, ok, okPage } from '../infrastructure/http/partner-api.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { Market, MarketCatalogue } from '../markets/index.ts';
import { findOrdersOfDriver, findOrdersUnderWay, type PhoneFault } from '../orders/index.ts';
import { findPartner, namesOfPartners } from '../partners/index.ts';
import { isDate } from '../plus/index.ts';
import { payOut } from '../wallet/index.ts';
import { amountFrom } from './amount.ts';
import { asRefusal } from './as-refusal.ts';
import {
  DocumentData,
  DriverActData,
  DriverParams,
  DriversQuery,
  driverRowToWire,
  driverToWire,
  endingToWire,
  LARGEST_FILE_BYTES,
  NewDriverData,
  PageQuery,
  PayoutData,
  PhotoData,
  StatusData,
} from './drivers-wire.ts';
import { orderRowToWire } from './orders-wire.ts';
import { pageAfter } from './page-after.ts';
import { readDriver } from './read-driver.ts';
import { keepDocument, keepPortrait } from './read-file.ts';
import { referenceIn } from './reference.ts';

export type DriverDeskDeps = SignInDeps &
  Parameters<typeof keepDriverFile>[0] & {
    readonly ids: Ids;
    readonly catalogue: MarketCatalogue;
    readonly fileLinks: FileLinks;
    readonly requiredDocuments: readonly DocumentKind[];
    readonly phoneFault: (market: string) => PhoneFault;
  };
type Api = DeskApi<'console'>;

const ENDING_SOON_DAYS = 30;
/** Whoever opens the page gets new ones. */
const LINK_LIFE_MS = HOUR_MS;

export function addDriverRoutes(api: Api, deps: DriverDeskDeps): void {
  addLists(api, deps);
  addRecord(api, deps);
  addAccess(api, deps);
  addDocuments(api, deps);
  addMoney(api, deps);
}

async function knownDriver(sql: Queryable, driverId: string): Promise<Driver> {
  const driver = await findDriver(sql, driverId);
  if (driver === undefined) throw new DeliveryError('ERR_NOT_FOUND', `There is no driver ${driverId.slice(0, 40)}.`);
  return driver;
}

/** A photo, a paper or a code for nobody would be kept for good. */
async function driverToChange(sql: Queryable, driverId: string): Promise<Driver> {
  const driver = await knownDriver(sql, driverId);
  if (driver.isErased)
    throw new DeliveryError('ERR_CHANGED_MEANWHILE', `What was known of driver ${driver.id} is erased for good.`);
  return driver;
}

const about = (driverId: string) => ({ subject: { kind: 'driver', id: driverId } }) as const;

function addLists(api: Api, { database }: DriverDeskDeps): void {
  api.get('/console/v1/drivers', { may: 'look', query: DriversQuery }, async ({ query }) => {
    if (query.after !== undefined && !/^[1-9]\d{0,17}$/.test(query.after))
      throw wrongQuery('"after" must be the "next" of the page before.', 'after');
    const { drivers, next } = await listDrivers(database, {
      locode: query.city,
      status: query.status,
      search: query.search?.trim(),
      before: query.after,
      limit: pageLimitOf(query.limit),
    });
    const ids = drivers.map(({ id }) => id);
    const [online, underWay] = await Promise.all([onlineAmong(database, ids), findOrdersUnderWay(database, ids)]);
    const orderOf = new Map(underWay.map((order) => [order.driver.driverId, order.id]));
    return okPage(
      drivers.map((driver) =>
        driverRowToWire(driver, { isOnline: online.has(driver.id), orderId: orderOf.get(driver.id) }),
      ),
      next,
    );
  });

  api.get(
    '/console/v1/drivers/:driverId/orders',
    { may: 'look', params: DriverParams, query: PageQuery },
    async ({ params, query }) => {
      const limit = pageLimitOf(query.limit);
      const driver = await knownDriver(database, params.driverId);
      const page = { before: pageAfter(query.after), limit: limit + 1 };
      const found = await findOrdersOfDriver(database, driver.id, page);
      const orders = found.slice(0, limit);
      const partners = await namesOfPartners(
        database,
        orders.map(({ partnerId }) => partnerId),
      );
      const names = { partners, drivers: new Map([[driver.id, driver.name]]) };
      return okPage(
        orders.map((order) => orderRowToWire(order, names)),
        found.length > limit ? (orders.at(-1)?.id ?? null) : null,
      );
    },
  );
}

function addRecord(api: Api, deps: DriverDeskDeps): void {
  const { database, catalogue, fileLinks, requiredDocuments } = deps;
  const linksAt = (now: Instant) => (fileKey: string) => fileLinks.linkTo(fileKey, 'console', now + LINK_LIFE_MS);

  api.get('/console/v1/drivers/:driverId', { may: 'look', params: DriverParams }, async ({ now, params }) => {
    const record = await readDriver(deps, database, await knownDriver(database, params.driverId), now);
    return ok(driverToWire(record, requiredDocuments, linksAt(now)));
  });

  api.post(
    '/console/v1/drivers',
    { may: 'dispatch', data: NewDriverData },
    async ({ person, now, data: { reason, ...given }, once }) => {
      const driver = {
        ...given,
        name: given.name.trim(),
        phone: given.phone.trim(),
        plate: given.plate.trim(),
        languages: [...new Set(given.languages)],
        capabilities: [...new Set(given.capabilities)],
      };
      const surroundings = {
        markets: catalogue.all(),
        phoneFault: (phone: string, { market }: Market) => deps.phoneFault(market)(phone),
      };
      return once(async (tx) => {
        const { id } = await createDriver(surroundings, tx, driver, now);
        await recordAct(tx, { ...about(id), at: now, by: person, action: 'driver.create', reason });
        return created({ driverId: id });
      });
    },
  );

  api.put(
    '/console/v1/drivers/:driverId/status',
    { may: 'dispatch', params: DriverParams, data: StatusData },
    async ({ person, now, params, data: { status, reason }, once }) => {
      const { id, name, status: before } = await driverToChange(database, params.driverId);
      if (before === status) throw new DeliveryError('ERR_CHANGED_MEANWHILE', `${name} is ${status} already.`);
      return once(async (tx) => {
        await asRefusal(() => setDriverStatus(tx, id, status, now));
        const action = status === 'suspended' ? 'driver.suspend' : 'driver.resume';
        await recordAct(tx, { ...about(id), at: now, by: person, action, reason });
        return noContent();
      });
    },
  );

  api.put(
    '/console/v1/drivers/:driverId/photo',
    { may: 'dispatch', params: DriverParams, data: PhotoData, bodyLimit: LARGEST_FILE_BYTES },
    async ({ person, now, params, data: { photo, reason }, once }) => {
      const { id } = await driverToChange(database, params.driverId);
      const fileKey = await keepPortrait(deps, photo);
      return once(async (tx) => {
        await setDriverPhoto(tx, id, fileKey);
        await recordAct(tx, { ...about(id), at: now, by: person, action: 'driver.photo', reason });
        return noContent();
      });
    },
  );

  const PairParams = Type.Object({ driverId: Type.String(), partnerId: Type.String() });
  for (const [method, action] of [
    ['put', 'driver.keep-from'],
    ['delete', 'driver.allow-again'],
  ] as const) {
    api[method](
      '/console/v1/drivers/:driverId/kept-from/:partnerId',
      { may: 'dispatch', params: PairParams, data: DriverActData },
      async ({ person, now, params, data: { reason }, once }) => {
        const { id: driverId } = await knownDriver(database, params.driverId);
        const partner = isId(params.partnerId) ? await findPartner(database, params.partnerId) : undefined;
        if (partner === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such partner.');
        const pair = { driverId, partnerId: partner.id };
        return once(async (tx) => {
          await (method === 'put' ? blockDriver(tx, pair, now) : unblockDriver(tx, pair));
          await recordAct(tx, { ...about(driverId), partnerId: partner.id, at: now, by: person, action, reason });
          return noContent();
        });
      },
    );
  }
}

function addAccess(api: Api, deps: DriverDeskDeps): void {
  const { database, random } = deps;
  api.post(
    '/console/v1/drivers/:driverId/sign-in-code',
    { may: 'dispatch', params: DriverParams, data: DriverActData },
    async ({ person, now, params, data: { reason } }) => {
      const driver = await driverToChange(database, params.driverId);
      // Not remembered, like every answer that holds a secret; the same code comes again as long as it works.
      return database.inTransaction(async (tx) => {
        const asker = { address: `console/${person.id}`, requestId: random.uuid() };
        const shown = await showSignInCode(deps, tx, driver, asker, now);
        if (shown === undefined)
          throw new DeliveryError(
            'ERR_INVALID_ORDER_STATUS',
            driver.status === 'suspended'
              ? `${driver.name} is suspended and cannot sign in.`
              : `Too many codes were asked for ${driver.name} within an hour. Try again later.`,
          );
        await recordAct(tx, { ...about(driver.id), at: now, by: person, action: 'driver.show-code', reason });
        return ok({ code: shown.code, expiresAt: formatInstant(shown.expiresAt) });
      });
    },
  );
  api.post(
    '/console/v1/drivers/:driverId/sign-out',
    { may: 'dispatch', params: DriverParams, data: DriverActData },
    async ({ person, now, params, data: { reason }, once }) => {
      const { id } = await knownDriver(database, params.driverId);
      return once(async (tx) => {
        await signDriverOut(tx, id, now);
        await recordAct(tx, { ...about(id), at: now, by: person, action: 'driver.sign-out', reason });
        return noContent();
      });
    },
  );
}

function addDocuments(api: Api, deps: DriverDeskDeps): void {
  const { database } = deps;
  api.get('/console/v1/documents', { may: 'look', query: PageQuery }, async ({ now, query }) => {
    const limit = pageLimitOf(query.limit);
    const until = formatInstant(now + ENDING_SOON_DAYS * DAY_MS).slice(0, 10);
    const found = await endingDocuments(database, until, { after: endAfter(query.after), limit: limit + 1 });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    return okPage(
      shown.map(endingToWire),
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
          ...about(driverId),
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
          ...about(driverId),
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

function addMoney(api: Api, deps: DriverDeskDeps): void {
  const { database, catalogue } = deps;
  api.get('/console/v1/drivers/:driverId/earnings', { may: 'look', params: DriverParams }, async ({ now, params }) =>
    ok(await readEarnings(deps, await knownDriver(database, params.driverId), now)),
  );
  api.post(
    '/console/v1/drivers/:driverId/payouts',
    { may: 'money', params: DriverParams, data: PayoutData },
    async ({ person, now, params, data: { currency, amount, reference, reason }, once }) => {
      const { id: driverId } = await knownDriver(database, params.driverId);
      const market = catalogue.all().find((known) => known.currency === currency);
      if (market === undefined)
        throw new DeliveryError('ERR_INVALID_FIELD', `There is no currency ${currency} here.`, '/data/currency');
      const { decimals } = market;
      const amountMinor = amountFrom(amount, market);
      const named = referenceIn(reference);
      return once(async (tx) => {
        const booked = await payOut(deps, tx, { driverId, currency, decimals }, amountMinor, named);
        if (!booked.alreadyBooked)
          await recordAct(tx, {
            ...about(driverId),
            at: now,
            by: person,
            action: 'driver.pay-out',
            reason,
            details: { amount: formatAmount(amountMinor, decimals), currency },
          });
        return ok({ due: formatAmount(booked.balanceMinor, decimals), alreadyBooked: booked.alreadyBooked });
      });
    },
  );
}
