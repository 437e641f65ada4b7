/**
 * Every call that may change something, by method, variant and path, and what may be done when its answer is lost:
 * - `remembered`: repeated with its Request-ID, it takes effect once and gives the first answer again;
 * - `harmless`: repeated freely, since a second one changes nothing that anybody would notice;
 * - `looked up`: not repeated, because its answer holds a secret or opens a session; what came of it is looked up.
 * `changes: nothing` are calls that only ask, too much for a query.
 */
export type WriteTerms = {
  readonly whenLost: 'remembered' | 'harmless' | 'looked up';
  readonly changes?: 'nothing';
};

const remembered: WriteTerms = { whenLost: 'remembered' };
const harmless: WriteTerms = { whenLost: 'harmless' };
const lookedUp: WriteTerms = { whenLost: 'looked up' };
const asksOnly: WriteTerms = { whenLost: 'harmless', changes: 'nothing' };

const PARTNER_WRITES = {
  'POST /v3/quotations': harmless,
  'PATCH /v3/webhook': harmless,
  'POST /v3/events/:eventId/redeliver': remembered,
  'POST /v3/events/recover': remembered,
  'POST /v3/orders': remembered,
  'PATCH /v3/orders/:orderId': remembered,
  'DELETE /v3/orders/:orderId': remembered,
  'POST /v3/orders/:orderId/priority-fee': remembered,
  'DELETE /v3/orders/:orderId/drivers/:driverId': remembered,
  'POST PLUS /v3/quotations': harmless,
  'POST PLUS /v3/orders': remembered,
  'PATCH PLUS /v3/orders/:orderId': remembered,
  'DELETE PLUS /v3/orders/:orderId': remembered,
  'POST /v3/labels': remembered,
  'POST /sandbox/v1/clock': remembered,
  'POST /sandbox/v1/orders/:orderId/actions': remembered,
  'PUT /sandbox/v1/faults': remembered,
  'PUT /sandbox/v1/simulation': remembered,
} as const;

const DRIVER_WRITES = {
  'POST /driver/v1/sign-in/code': harmless,
  'POST /driver/v1/sign-in': lookedUp,
  'DELETE /driver/v1/sessions': remembered,
  'DELETE /driver/v1/sessions/:sessionId': remembered,
  'POST /driver/v1/online': remembered,
  'POST /driver/v1/offline': remembered,
  'POST /driver/v1/positions': harmless,
  'POST /driver/v1/emergency': remembered,
  'POST /driver/v1/offers/:offerId/accept': remembered,
  'POST /driver/v1/offers/:offerId/decline': remembered,
  'POST /driver/v1/orders/:orderId/give-back': remembered,
  'POST /driver/v1/orders/:orderId/arrive': remembered,
  'POST /driver/v1/orders/:orderId/pick-up': remembered,
  'POST /driver/v1/orders/:orderId/drop-offs/:stopId': remembered,
  'POST /driver/v1/parcels/:orderId/pick-up': remembered,
  'POST /driver/v1/parcels/:orderId/fail-pick-up': remembered,
  'POST /driver/v1/parcels/:orderId/retry': remembered,
  'POST /driver/v1/parcels/:orderId/return': remembered,
  'POST /driver/v1/parcels/:orderId/drop-out': remembered,
  'POST /driver/v1/parcels/:orderId/deliver': remembered,
  'POST /driver/v1/parcels/:orderId/fail-delivery': remembered,
} as const;

const RECIPIENT_WRITES = {
  'POST /track/:token/notes': lookedUp,
  'POST /track/:token/near': harmless,
  'POST /track/:token/wrong-parcel': harmless,
} as const;

const PORTAL_WRITES = {
  'POST /portal/v1/quotations': harmless,
  'POST /portal/v1/orders': remembered,
  'PATCH /portal/v1/orders/:orderId': remembered,
  'DELETE /portal/v1/orders/:orderId': remembered,
  'POST /portal/v1/orders/:orderId/priority-fee': remembered,
  'DELETE /portal/v1/orders/:orderId/drivers/:driverId': remembered,
  'PATCH /portal/v1/parcels/:orderId': remembered,
  'DELETE /portal/v1/parcels/:orderId': remembered,
  'POST /portal/v1/labels': remembered,
  'POST /portal/v1/sandbox/clock': remembered,
  'POST /portal/v1/sandbox/orders/:orderId/actions': remembered,
  'PUT /portal/v1/sandbox/faults': remembered,
  'PUT /portal/v1/sandbox/simulation': remembered,
  'POST /portal/v1/places': asksOnly,
  'PUT /portal/v1/wallets/:market/alert': remembered,
  'POST /portal/v1/uploads/check': asksOnly,
  'POST /portal/v1/uploads/place': harmless,
  'POST /portal/v1/keys': lookedUp,
  'PATCH /portal/v1/keys/:apiKey': remembered,
  'PUT /portal/v1/keys/:apiKey/status': remembered,
  'PUT /portal/v1/webhook': remembered,
  'PUT /portal/v1/webhook/choices': remembered,
  'POST /portal/v1/webhook/test': asksOnly,
  'POST /portal/v1/webhook/secret': lookedUp,
  'POST /portal/v1/webhook/secret/rotate': lookedUp,
  'POST /portal/v1/events/:eventId/redeliver': remembered,
  'POST /portal/v1/events/recover': remembered,
  'POST /portal/v1/signature': asksOnly,
} as const;

const CONSOLE_WRITES = {
  'POST /console/v1/cities/:city/pause': remembered,
  'POST /console/v1/cities/:city/resume': remembered,
  'POST /console/v1/emergencies/:emergencyId/acknowledge': remembered,
  'POST /console/v1/orders/:orderId/assign': remembered,
  'POST /console/v1/orders/:orderId/take-off': remembered,
  'POST /console/v1/orders/:orderId/cancel': remembered,
  'POST /console/v1/orders/:orderId/replace': remembered,
  'PATCH /console/v1/orders/:orderId': remembered,
  'POST /console/v1/orders/:orderId/refund': remembered,
  'POST /console/v1/drivers': remembered,
  'PUT /console/v1/drivers/:driverId/status': remembered,
  'PUT /console/v1/drivers/:driverId/photo': remembered,
  'PUT /console/v1/drivers/:driverId/kept-from/:partnerId': remembered,
  'DELETE /console/v1/drivers/:driverId/kept-from/:partnerId': remembered,
  'POST /console/v1/drivers/:driverId/sign-in-code': lookedUp,
  'POST /console/v1/drivers/:driverId/sign-out': remembered,
  'POST /console/v1/drivers/:driverId/documents': remembered,
  'DELETE /console/v1/drivers/:driverId/documents/:documentId': remembered,
  'POST /console/v1/drivers/:driverId/payouts': remembered,
  'POST /console/v1/partners': lookedUp,
  'POST /console/v1/partners/:partnerId/keys': lookedUp,
  'PATCH /console/v1/partners/:partnerId/keys/:apiKey': remembered,
  'POST /console/v1/partners/:partnerId/top-ups': remembered,
  'POST /console/v1/partners/:partnerId/credit-notes': remembered,
  'POST /console/v1/partners/:partnerId/people': lookedUp,
  'POST /console/v1/person-data/export': lookedUp,
  'POST /console/v1/person-data/erase': lookedUp,
  'POST /console/v1/rates/:city/:service/drafts': remembered,
  'POST /console/v1/rates/:city/:service/publish': remembered,
  'POST /console/v1/rates/:city/:service/withdraw': remembered,
  'POST /console/v1/rates/:city/:service/roll-back': remembered,
  'POST /console/v1/markets/:market/areas/:city/preview': asksOnly,
  'PUT /console/v1/markets/:market/areas/:city': remembered,
  'PUT /console/v1/markets/:market/special-requests/:request': remembered,
  'POST /console/v1/markets/:market/reset': remembered,
  'POST /console/v1/plus/plan': harmless,
  'POST /console/v1/plus/assign': remembered,
  'POST /console/v1/plus/parcels/:parcelId/moves': remembered,
  'PUT /console/v1/plus/parcels/:parcelId/tags': remembered,
  'POST /console/v1/webhooks/:partnerId/recover': remembered,
} as const;

const ACCOUNT_WRITES = {
  'POST /sign-in': lookedUp,
  'POST /sign-out': harmless,
  'POST /forgot': harmless,
  'POST /links/look': asksOnly,
  'POST /links/use': lookedUp,
  'PUT /password': lookedUp,
  'POST /second-factor': lookedUp,
  'PUT /second-factor': remembered,
  'DELETE /second-factor': remembered,
  'DELETE /devices/:deviceId': remembered,
  'POST /sign-out-everywhere': remembered,
  'POST /people': lookedUp,
  'PATCH /people/:personId': remembered,
  'POST /people/:personId/link': lookedUp,
} as const;

export type Desk = 'portal' | 'console';
type Method<Name> = Name extends `${infer Verb} ${string}` ? Verb : never;
type Path<Name> = Name extends `${string} ${infer Rest}` ? Rest : never;
type AccountWrite = keyof typeof ACCOUNT_WRITES;
type AtDesk<Name extends AccountWrite = AccountWrite> = Name extends AccountWrite
  ? `${Method<Name>} /${Desk}/v1${Path<Name>}`
  : never;

export type WriteName =
  | keyof typeof PARTNER_WRITES
  | keyof typeof DRIVER_WRITES
  | keyof typeof RECIPIENT_WRITES
  | keyof typeof PORTAL_WRITES
  | keyof typeof CONSOLE_WRITES
  | AtDesk;

const atDesk = (desk: Desk) =>
  Object.fromEntries(Object.entries(ACCOUNT_WRITES).map(([name, terms]) => [name.replace(' ', ` /${desk}/v1`), terms]));

export const WRITES = {
  ...PARTNER_WRITES,
  ...DRIVER_WRITES,
  ...RECIPIENT_WRITES,
  ...PORTAL_WRITES,
  ...CONSOLE_WRITES,
  ...atDesk('portal'),
  ...atDesk('console'),
} as Readonly<Record<WriteName, WriteTerms>>;
