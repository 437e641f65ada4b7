import { photo } from '../../../test/support/pictures.ts';
import { seen } from '../evidence.ts';
import { HOME } from '../population.ts';
import type { Actor } from './actor.ts';
import { signIn } from './desk-client.ts';
import { CENTRAL, RECIPIENT, SENDER, SHA_TIN } from './places.ts';
import { shopperOf } from './shopping.ts';

/** Nobody delivers by these in the campaign, so that a change of prices or areas is felt by nobody. */
const QUIET_CITY = { market: 'TH', locode: 'TH BKK', service: 'MOTORCYCLE' } as const;

/** Somebody at the console: orders, drivers, partners and their money, prices and areas. */
export const desk: Actor = {
  name: 'desk',
  drives: [
    'POST /console/v1/cities/:city/pause',
    'POST /console/v1/cities/:city/resume',
    'POST /console/v1/orders/:orderId/assign',
    'POST /console/v1/orders/:orderId/take-off',
    'POST /console/v1/orders/:orderId/cancel',
    'POST /console/v1/orders/:orderId/replace',
    'PATCH /console/v1/orders/:orderId',
    'POST /console/v1/orders/:orderId/refund',
    'PUT /console/v1/drivers/:driverId/status',
    'PUT /console/v1/drivers/:driverId/photo',
    'PUT /console/v1/drivers/:driverId/kept-from/:partnerId',
    'DELETE /console/v1/drivers/:driverId/kept-from/:partnerId',
    'POST /console/v1/drivers/:driverId/sign-out',
    'POST /console/v1/drivers/:driverId/documents',
    'DELETE /console/v1/drivers/:driverId/documents/:documentId',
    'POST /console/v1/drivers/:driverId/payouts',
    'POST /console/v1/partners',
    'POST /console/v1/partners/:partnerId/keys',
    'PATCH /console/v1/partners/:partnerId/keys/:apiKey',
    'POST /console/v1/partners/:partnerId/top-ups',
    'POST /console/v1/partners/:partnerId/credit-notes',
    'POST /console/v1/partners/:partnerId/people',
    'POST /console/v1/person-data/export',
    'POST /console/v1/person-data/erase',
    'POST /console/v1/rates/:city/:service/drafts',
    'POST /console/v1/rates/:city/:service/publish',
    'POST /console/v1/rates/:city/:service/withdraw',
    'POST /console/v1/rates/:city/:service/roll-back',
    'POST /console/v1/markets/:market/areas/:city/preview',
    'PUT /console/v1/markets/:market/areas/:city',
    'PUT /console/v1/markets/:market/special-requests/:request',
    'POST /console/v1/markets/:market/reset',
    'POST /console/v1/webhooks/:partnerId/recover',
  ],
  async begin(client, population) {
    const as = await signIn(client, 'console', population.operator);
    const partner = population.desk;
    const { partnerId } = partner;
    const { place, act } = shopperOf(client, partner);
    const portrait = (await photo()).toString('base64');
    let count = 0;
    /** A reason that nothing else has, and how it is found again. */
    const because = (action: string) => {
      count += 1;
      const reason = `${client.actor} because ${count}`;
      return { reason, seenBy: seen.act(action, reason) };
    };
    const revisionOf = async (orderId: string) =>
      (await client.read(`/console/v1/orders/${orderId}`, as))?.revision as number;

    async function enlist(): Promise<string | undefined> {
      const { reason, seenBy } = because('driver.create');
      const made = await client.write('POST /console/v1/drivers', {
        as,
        data: {
          ...{ name: reason, phone: `+${85_259_000_000 + count}`, plate: 'AB 1234', service: 'MOTORCYCLE', reason },
          ...{ locode: HOME.locode, languages: ['en_HK'], capabilities: [] },
        },
        seenBy,
      });
      return made?.json.data.driverId;
    }

    async function steerOrder(): Promise<void> {
      const driverId = await enlist();
      const order = driverId && (await place());
      if (!order) return;
      const at = [order.orderId];
      const assigned = because('order.assign');
      await client.write('POST /console/v1/orders/:orderId/assign', {
        as,
        at,
        data: { driverId, reason: assigned.reason, seen: await revisionOf(order.orderId) },
        seenBy: assigned.seenBy,
      });
      const edited = because('order.edit');
      await client.write('PATCH /console/v1/orders/:orderId', {
        as,
        at,
        data: {
          stops: [
            { ...CENTRAL, ...SENDER },
            { ...SHA_TIN, ...RECIPIENT },
          ],
          reason: edited.reason,
          seen: await revisionOf(order.orderId),
        },
        seenBy: edited.seenBy,
      });
      const taken = because('order.take-off');
      await client.write('POST /console/v1/orders/:orderId/take-off', {
        as,
        at,
        data: { isBlamed: false, reason: taken.reason, seen: await revisionOf(order.orderId) },
        seenBy: taken.seenBy,
      });
      const cancelled = because('order.cancel');
      await client.write('POST /console/v1/orders/:orderId/cancel', {
        as,
        at,
        data: { reason: cancelled.reason, seen: await revisionOf(order.orderId) },
        seenBy: cancelled.seenBy,
      });
    }

    async function replaceOrder(): Promise<void> {
      const order = await place();
      if (order === undefined || (await act(order.orderId, 'DRIVER_ACCEPT', 'ON_GOING')) === undefined) return;
      const { reason, seenBy } = because('order.replace');
      await client.write('POST /console/v1/orders/:orderId/replace', {
        as,
        at: [order.orderId],
        data: { reason, seen: await revisionOf(order.orderId) },
        seenBy,
      });
    }

    async function refund(): Promise<void> {
      const order = await place();
      if (order === undefined || (await act(order.orderId, 'DRIVER_ACCEPT', 'ON_GOING')) === undefined) return;
      await act(order.orderId, 'DRIVER_PICK_UP', 'PICKED_UP');
      if ((await act(order.orderId, 'DRIVER_DROP_OFF', 'COMPLETED')) === undefined) return;
      const refunded = because('order.refund');
      await client.write('POST /console/v1/orders/:orderId/refund', {
        as,
        at: [order.orderId],
        data: { amount: '5', reason: refunded.reason },
        seenBy: refunded.seenBy,
      });
      const { driver } = (await client.read(`/console/v1/orders/${order.orderId}`, as)) ?? {};
      const paid = because('driver.pay-out');
      await client.write('POST /console/v1/drivers/:driverId/payouts', {
        as,
        at: [driver?.driverId ?? ''],
        data: { currency: 'HKD', amount: '1', reference: paid.reason, reason: paid.reason },
        seenBy: paid.seenBy,
      });
    }

    async function keepDriverRecord(): Promise<void> {
      const driverId = await enlist();
      if (driverId === undefined) return;
      const at = [driverId];
      const shown = because('driver.photo');
      await client.write('PUT /console/v1/drivers/:driverId/photo', {
        as,
        at,
        data: { photo: portrait, reason: shown.reason },
        seenBy: shown.seenBy,
      });
      const added = because('driver.add-document');
      const document = await client.write('POST /console/v1/drivers/:driverId/documents', {
        as,
        at,
        data: { kind: 'LICENCE', number: 'L 1', validUntil: null, reason: added.reason },
        seenBy: added.seenBy,
      });
      const removed = because('driver.remove-document');
      if (document !== undefined)
        await client.write('DELETE /console/v1/drivers/:driverId/documents/:documentId', {
          as,
          at: [driverId, document.json.data.documentId],
          data: { reason: removed.reason },
          seenBy: removed.seenBy,
        });
      const kept = because('driver.keep-from');
      await client.write('PUT /console/v1/drivers/:driverId/kept-from/:partnerId', {
        as,
        at: [driverId, partnerId],
        data: { reason: kept.reason },
        seenBy: kept.seenBy,
      });
      const allowed = because('driver.allow-again');
      await client.write('DELETE /console/v1/drivers/:driverId/kept-from/:partnerId', {
        as,
        at: [driverId, partnerId],
        data: { reason: allowed.reason },
        seenBy: allowed.seenBy,
      });
      const out = because('driver.sign-out');
      await client.write('POST /console/v1/drivers/:driverId/sign-out', {
        as,
        at,
        data: { reason: out.reason },
        seenBy: out.seenBy,
      });
      const suspended = because('driver.suspend');
      await client.write('PUT /console/v1/drivers/:driverId/status', {
        as,
        at,
        data: { status: 'suspended', reason: suspended.reason },
        seenBy: suspended.seenBy,
      });
    }

    async function newPartner(): Promise<void> {
      const created = because('partner.create');
      const made = await client.write('POST /console/v1/partners', {
        as,
        data: {
          name: created.reason,
          markets: ['HK'],
          platforms: ['ON_DEMAND'],
          credit: '100',
          reason: created.reason,
        },
        seenBy: created.seenBy,
      });
      if (made === undefined) return;
      const at = [made.json.data.partnerId as string];
      const keyed = because('key.create');
      await client.write('POST /console/v1/partners/:partnerId/keys', {
        as,
        at,
        data: { reason: keyed.reason },
        seenBy: keyed.seenBy,
      });
      const suspended = because('key.suspend');
      await client.write('PATCH /console/v1/partners/:partnerId/keys/:apiKey', {
        as,
        at: [...at, made.json.data.apiKey],
        data: { seen: 1, status: 'suspended', reason: suspended.reason },
        seenBy: suspended.seenBy,
      });
      count += 1;
      const email = `${client.actor}-${count}@trust.example`;
      await client.write('POST /console/v1/partners/:partnerId/people', {
        as,
        at,
        data: { email, name: 'Grace', role: 'viewer', reason: 'asked for' },
        seenBy: seen.person(email),
      });
    }

    /** Of somebody who is nowhere, so that nobody's evidence goes with them. */
    async function servePerson(): Promise<void> {
      count += 1;
      const email = `nobody-${count}@elsewhere.example`;
      for (const wish of ['export', 'erase'] as const) {
        const { reason, seenBy } = because(`person-data.${wish}`);
        await client.write(`POST /console/v1/person-data/${wish}`, { as, data: { email, reason }, seenBy });
      }
    }

    async function moveMoney(): Promise<void> {
      const topped = because('wallet.top-up');
      await client.write('POST /console/v1/partners/:partnerId/top-ups', {
        as,
        at: [partnerId],
        data: { market: 'HK', amount: '25', reason: topped.reason },
        seenBy: topped.seenBy,
      });
      const credited = because('credit-note.issue');
      await client.write('POST /console/v1/partners/:partnerId/credit-notes', {
        as,
        at: [partnerId],
        data: { market: 'HK', amount: '3', reason: credited.reason },
        seenBy: credited.seenBy,
      });
      const recovered = because('webhook.recover');
      await client.write('POST /console/v1/webhooks/:partnerId/recover', {
        as,
        at: [partnerId],
        data: { since: new Date(Date.now() - 60_000).toISOString(), reason: recovered.reason },
        seenBy: recovered.seenBy,
      });
    }

    const { market, locode, service } = QUIET_CITY;
    async function changeRates(): Promise<void> {
      const card = async () => client.read(`/console/v1/rates/${encodeURIComponent(locode)}/${service}`, as);
      const { document } = (await card()) ?? {};
      const drafted = await client.write('POST /console/v1/rates/:city/:service/drafts', {
        as,
        at: [locode, service],
        data: { document },
        seenIn: ({ version }) => seen.rateCard(locode, service, version),
      });
      if (drafted === undefined) return;
      const { version } = drafted.json.data;
      const published = because('rates.publish');
      await client.write('POST /console/v1/rates/:city/:service/publish', {
        as,
        at: [locode, service],
        data: {
          version,
          holdsFrom: new Date(Date.now() + 3_600_000).toISOString(),
          seen: (await card())?.state,
          reason: published.reason,
        },
        seenBy: published.seenBy,
      });
      const withdrawn = because('rates.withdraw');
      await client.write('POST /console/v1/rates/:city/:service/withdraw', {
        as,
        at: [locode, service],
        data: { version, seen: (await card())?.state, reason: withdrawn.reason },
        seenBy: withdrawn.seenBy,
      });
      const back = because('rates.roll-back');
      await client.write('POST /console/v1/rates/:city/:service/roll-back', {
        as,
        at: [locode, service],
        data: { version: 0, seen: (await card())?.state, reason: back.reason },
        seenBy: back.seenBy,
      });
    }

    async function changeMarket(): Promise<void> {
      const area = () => client.read(`/console/v1/markets/${market}/areas/${encodeURIComponent(locode)}`, as);
      const drawn = await area();
      if (drawn === undefined) return;
      await client.write('POST /console/v1/markets/:market/areas/:city/preview', {
        as,
        at: [market, locode],
        data: { area: drawn.area },
      });
      const changed = because('area.change');
      await client.write('PUT /console/v1/markets/:market/areas/:city', {
        as,
        at: [market, locode],
        data: { area: drawn.area, seen: drawn.version, reason: changed.reason },
        seenBy: changed.seenBy,
      });
      const requests = await client.read(`/console/v1/markets/${market}/special-requests`, as);
      const timed = because('special-request.times');
      await client.write('PUT /console/v1/markets/:market/special-requests/:request', {
        as,
        at: [market, requests?.requests?.[0]?.name ?? ''],
        data: { onlineFrom: null, offlineFrom: null, seen: requests?.version ?? 0, reason: timed.reason },
        seenBy: timed.seenBy,
      });
      const reset = because('market.reset');
      await client.write('POST /console/v1/markets/:market/reset', {
        as,
        at: [market],
        data: { seen: (await area())?.version ?? 0, reason: reset.reason },
        seenBy: reset.seenBy,
      });
      for (const verb of ['pause', 'resume'] as const) {
        const { reason, seenBy } = because(`city.${verb}`);
        await client.write(`POST /console/v1/cities/:city/${verb}`, { as, at: [locode], data: { reason }, seenBy });
      }
    }
    return [
      steerOrder,
      replaceOrder,
      refund,
      keepDriverRecord,
      newPartner,
      servePerson,
      moveMoney,
      changeRates,
      changeMarket,
    ];
  },
};
