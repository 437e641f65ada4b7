import { Type } from 'typebox';
import { type DeskApi, recordAct } from '../accounts/index.ts';
import { readEarnings } from '../driver-app/index.ts';
import {
  blockDriver,
  createDriver,
  type DocumentKind,
  type keepDriverFile,
  listDrivers,
  onlineAmong,
  type RequestCodeDeps,
  setDriverPhoto,
  setDriverStatus,
  showSignInCode,
  signDriverOut,
  unblockDriver,
} from '../drivers/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import { formatAmount } from '../foundation/money.ts';
import { formatInstant, HOUR_MS, type Instant } from '../foundation/time.ts';
import type { FileLinks } from '../infrastructure/file-links.ts';
import { pageLimitOf, wrongQuery } from '../infrastructure/http/page-query.ts';
import { created, noContent, ok, okPage } from '../infrastructure/http/partner-api.ts';
import type { Ids } from '../infrastructure/ids.ts';
import type { Market, MarketCatalogue } from '../markets/index.ts';
import { findOrdersOfDriver, findOrdersUnderWay, type PhoneFault } from '../orders/index.ts';
import { findPartner, namesOfPartners } from '../partners/index.ts';
import { payOut } from '../wallet/index.ts';
import { amountFrom } from './amount.ts';
import { asRefusal } from './as-refusal.ts';
import {
  DriverActData,
  DriverParams,
  DriversQuery,
  driverRowToWire,
  driverToWire,
  LARGEST_FILE_BYTES,
  NewDriverData,
  PageQuery,
  PayoutData,
  PhotoData,
  StatusData,
} from './drivers-wire.ts';
import { aboutDriver, driverToChange, knownDriver } from './known-driver.ts';
import { orderRowToWire } from './orders-wire.ts';
import { pageAfter } from './page-after.ts';
import { readDriver } from './read-driver.ts';
import { keepPortrait } from './read-file.ts';
import { referenceIn } from './reference.ts';

export type DriverDeskDeps = RequestCodeDeps &
  Parameters<typeof keepDriverFile>[0] & {
    readonly ids: Ids;
    readonly catalogue: MarketCatalogue;
    readonly fileLinks: FileLinks;
    readonly requiredDocuments: readonly DocumentKind[];
    readonly phoneFault: (market: string) => PhoneFault;
  };
type Api = DeskApi<'console'>;

/** Whoever opens the page gets new ones. */
const LINK_LIFE_MS = HOUR_MS;

export function addDriverRoutes(api: Api, deps: DriverDeskDeps): void {
  addLists(api, deps);
  addRecord(api, deps);
  addAccess(api, deps);
  addMoney(api, deps);
}

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
        await recordAct(tx, { ...aboutDriver(id), at: now, by: person, action: 'driver.create', reason });
        return created({ driverId: id });
      });
    },
  );

  api.put(
    '/console/v1/drivers/:driverId/status',
    { may: 'dispatch', params: DriverParams, data: StatusData },
    async ({ person, now, params, data: { status, reason }, once }) => {
      const { id } = await driverToChange(database, params.driverId);
      return once(async (tx) => {
        const { name, statusBefore } = await asRefusal(() => setDriverStatus(tx, id, status, now));
        if (statusBefore === status) throw new DeliveryError('ERR_CHANGED_MEANWHILE', `${name} is ${status} already.`);
        const action = status === 'suspended' ? 'driver.suspend' : 'driver.resume';
        await recordAct(tx, { ...aboutDriver(id), at: now, by: person, action, reason });
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
        await setDriverPhoto(tx, id, fileKey, now);
        await recordAct(tx, { ...aboutDriver(id), at: now, by: person, action: 'driver.photo', reason });
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
          await recordAct(tx, { ...aboutDriver(driverId), partnerId: partner.id, at: now, by: person, action, reason });
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
        await recordAct(tx, { ...aboutDriver(driver.id), at: now, by: person, action: 'driver.show-code', reason });
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
        await recordAct(tx, { ...aboutDriver(id), at: now, by: person, action: 'driver.sign-out', reason });
        return noContent();
      });
    },
  );
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
            ...aboutDriver(driverId),
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
