import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { changeKeyStatus } from '../../src/partners/index.ts';
import { place } from '../support/orders.ts';
import type { CallOptions } from '../support/partner-client.ts';
import { createWorld, type World } from '../support/world.ts';

const FAILURES = 5;
const HOME = '203.0.113.7';
const ABROAD = '198.51.100.1';
const SHUT_OUT = '192.0.2.9';

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { WAYBILL_TLS: 'proxy', WAYBILL_ADDRESS_LIMIT: String(FAILURES) } });
});
afterAll(() => world.close());

/** Through a proxy, which says where a call comes from and by what. */
const via = (address: string, options: CallOptions = {}, protocol = 'https') => ({
  ...options,
  plain: true as const,
  headers: { 'x-forwarded-for': address, 'x-forwarded-proto': protocol, ...options.headers },
});
const newPartner = () => world.newPartner({ sourceAddresses: [HOME], creditMinor: 1_000n });
type Partner = Awaited<ReturnType<typeof newPartner>>;

/** Where to add a priority fee to an order of the partner's. */
async function feePath(as: Partner): Promise<string> {
  const fromHome = {
    call: (...[method, path, options]: Parameters<World['call']>) =>
      world.call(method, path, { ...options, ...via(HOME, options) }),
  };
  return `/v3/orders/${(await place(fromHome, { as })).orderId}/priority-fee`;
}

test('of all that is wrong with a call the first is told, in one order: mend it, and the next is', async () => {
  const partner = await newPartner();
  const path = await feePath(partner);
  const told = async (options: CallOptions, as: { apiKey: string; apiSecret: string } = partner) => {
    const { status, json } = await world.call('POST', path, { as, body: '{"data":', ...options });
    return `${status} ${json.message}: ${json.errors[0].message}`;
  };
  const wrong = { headers: { platform: 'MINUS' }, market: 'XX' };
  const malformed = { ...wrong, headers: { ...wrong.headers, authorization: 'hmac a:b' } };
  const stranger = { ...partner, apiKey: 'pk_test_nobody' };
  const { database } = world.foundations;
  await changeKeyStatus(database, partner.apiKey, 'suspended');
  for (let failed = 0; failed < FAILURES; failed++) await told(via(SHUT_OUT, malformed));

  expect(await told(via(SHUT_OUT, malformed, 'http'))).toMatch(/^429 ERR_RATE_LIMIT_EXCEEDED: .* from this address/);
  expect(await told(via(ABROAD, malformed, 'http'))).toMatch(/^403 ERR_FORBIDDEN: Plain HTTP/);
  expect(await told(via(ABROAD, malformed))).toMatch(/^401 ERR_UNAUTHORIZED: .*three parts/);
  const late = { ...wrong, timestamp: world.clock.now() - HOUR_MS };
  expect(await told(via(ABROAD, late), stranger)).toMatch(/^401 ERR_UNAUTHORIZED: .*behind our clock/);
  expect(await told(via(ABROAD, wrong), stranger)).toMatch(/^401 ERR_UNAUTHORIZED: .*is not known here/);
  const unsigned = { ...wrong, signed: { body: 'x' } };
  expect(await told(via(ABROAD, unsigned))).toMatch(/^401 ERR_UNAUTHORIZED: .*does not match/);
  expect(await told(via(ABROAD, wrong))).toMatch(/^403 ERR_FORBIDDEN: .*is suspended/);
  await changeKeyStatus(database, partner.apiKey, 'active');
  expect(await told(via(ABROAD, wrong))).toMatch(/^403 ERR_FORBIDDEN: .*from the address/);
  expect(await told(via(HOME, wrong))).toMatch(/^422 ERR_INVALID_FIELD: .*Platform/);
  expect(await told(via(HOME, { market: 'XX' }))).toMatch(/^422 ERR_INVALID_MARKET: /);
  expect(await told(via(HOME))).toMatch(/^400 ERR_INVALID_JSON: /);
});

test('a refused body uses quota, a refusal before it and a remembered retry none; the limit comes before the retry', async () => {
  const partner = await newPartner();
  const path = await feePath(partner);
  const fee = '{"data":{"priorityFee":"20"}}';
  const add = async (body: string, options: CallOptions = {}) => {
    const answer = await world.call('POST', path, { as: partner, body, ...via(HOME, options) });
    return { ...answer, left: answer.headers['ratelimit-remaining-postpriorityfee'] };
  };
  const first = await add(fee, { requestId: 'fee' });
  expect([first.status, first.left]).toEqual([200, '29']);
  expect((await add(fee, { market: 'XX' })).left).toBe('29');
  for (let left = 28; left >= 0; left--) {
    const { status, ...refused } = await add('{"data":{}}');
    expect([status, refused.left]).toEqual([422, String(left)]);
  }
  expect((await add('{"data":')).status).toBe(429);
  expect((await add(fee, { requestId: 'fee' })).status).toBe(429);
  world.clock.advance(MINUTE_MS);
  const again = await add(fee, { requestId: 'fee' });
  expect([again.headers['idempotent-replayed'], again.text, again.left]).toEqual(['true', first.text, '30']);
});
