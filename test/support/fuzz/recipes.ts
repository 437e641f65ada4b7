import { ORDER_ACTIONS, PARCEL_ACTIONS } from '../../../src/sandbox/actions.ts';
import { CENTRAL, MONG_KOK, orderBody, RECIPIENT, SENDER } from '../orders.ts';
import { parcelBody } from '../parcels.ts';
import { STROKES } from '../pictures.ts';
import type { Around } from './forms.ts';

const HOUR_MS = 3_600_000;
const inHours = (now: number, hours: number) => new Date(now + hours * HOUR_MS).toISOString();
const STOPS = [
  { ...CENTRAL, ...SENDER },
  { ...MONG_KOK, ...RECIPIENT },
];

type Recipe = (around: Around) => unknown;

const quotation: Recipe = ({ dice }) => ({
  serviceType: 'MOTORCYCLE',
  language: 'en_HK',
  stops: dice.percent(80) ? [CENTRAL, MONG_KOK] : [CENTRAL, MONG_KOK, CENTRAL],
  ...(dice.percent(20) ? { isRouteOptimized: dice.percent(50) } : {}),
});
const parcelQuotation: Recipe = ({ now }) => ({
  scheduleAt: inHours(now, 24),
  serviceType: 'PLUS',
  stops: [CENTRAL, MONG_KOK],
});
const order: Recipe = ({ dice, stock }) => {
  const bought = stock.takeQuotation('');
  return bought && orderBody(bought, dice.percent(30) ? { isPODEnabled: true, metadata: { a: 'b' } } : {});
};
const parcel: Recipe = ({ stock }) => {
  const bought = stock.takeQuotation('PLUS');
  return bought && parcelBody(bought);
};
const edit: Recipe = ({ dice }) => ({
  stops: [
    { ...CENTRAL, ...SENDER },
    { ...MONG_KOK, ...RECIPIENT, address: `${1 + dice.whole(99)} Nathan Road` },
  ],
});
const parcelEdit: Recipe = ({ now }) => ({ scheduleAt: inHours(now, 24), deliveryBy: inHours(now, 28), stops: STOPS });
const action: Recipe = ({ dice }) => ({ action: dice.pick([...ORDER_ACTIONS, ...PARCEL_ACTIONS]) });
const reason = { reason: 'It was asked for' };

/** What is taken where a form alone would hardly ever be: what to send as `data`, by method, path and variant. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  'POST /v3/quotations': quotation,
  'POST /portal/v1/quotations': quotation,
  'POST /v3/quotations PLUS': parcelQuotation,
  'POST /v3/orders': order,
  'POST /v3/orders PLUS': parcel,
  'PATCH /v3/orders/:orderId': edit,
  'PATCH /portal/v1/orders/:orderId': edit,
  'PATCH /console/v1/orders/:orderId': ({ dice, ...around }) => ({
    ...(edit({ dice, ...around }) as object),
    ...reason,
    seen: dice.whole(4),
  }),
  'PATCH /v3/orders/:orderId PLUS': parcelEdit,
  'PATCH /portal/v1/parcels/:orderId': parcelEdit,
  'POST /driver/v1/positions': ({ dice, now }) => ({
    positions: [{ lat: 22.28 + dice.whole(50) / 1000, lng: 114.158, at: inHours(now, 0) }],
  }),
  'POST /driver/v1/parcels/:orderId/deliver': () => ({ proof: 'SIGNATURE', signature: { strokes: STROKES } }),
  'POST /sandbox/v1/orders/:orderId/actions': action,
  'POST /portal/v1/sandbox/orders/:orderId/actions': action,
};

/** Forms of pages, which are sent as a browser does. */
export const PAGE_FORMS: Readonly<Record<string, (around: Around) => Readonly<Record<string, string>>>> = {
  'POST /track/:token/notes': ({ dice, stock }) => ({
    stopId: String(stock.find(dice, 'stopId')),
    note: dice.pick(['Ring twice', 'x'.repeat(200), '', '\u202e']),
  }),
  'POST /track/:token/near': ({ dice, stock }) => ({ stopId: String(stock.find(dice, 'stopId')) }),
  'POST /track/:token/wrong-parcel': ({ dice, stock }) => ({ stopId: String(stock.find(dice, 'stopId')) }),
};
