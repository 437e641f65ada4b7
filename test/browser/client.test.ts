import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleClient } from '../support/client-bundle.ts';
import { CENTRAL, MONG_KOK, RECIPIENT, SENDER } from '../support/orders.ts';
import { type Visitor, visitorOf } from '../support/visitor.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let visitor: Visitor;
beforeAll(async () => {
  world = await createWorld({ clockRuns: true, partner: { markets: ['HK'], creditMinor: 1_000_000n } });
  visitor = await visitorOf(world);
});
afterAll(async () => {
  await visitor.leave();
  await world.close();
});

test('in a page of the same origin the client signs, orders and reads refusals by Web Crypto and fetch alone', async () => {
  const { page, troubles } = await visitor.visit('/', { bypassCSP: true });
  const body = await bundleClient();
  await page.route('**/client.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  const { apiKey, apiSecret } = world.partner;
  const account = { apiKey, apiSecret, market: 'HK', baseUrl: `https://localhost:${world.port}` };
  const route = { serviceType: 'MOTORCYCLE', language: 'en_HK', stops: [CENTRAL, MONG_KOK] };
  const contacts = { sender: SENDER, recipients: [RECIPIENT] };
  const seen = (await page.evaluate(`(async () => {
    const { createClient, WaybillError } = await import('/client.js');
    const client = createClient(${JSON.stringify(account)});
    const quotation = await client.quotations.create(${JSON.stringify(route)});
    const { orderId } = await quotation.placeOrder(${JSON.stringify(contacts)});
    const refusal = await client.orders.get('1000000000000000001').catch((error) => error);
    return { orderId, code: refusal instanceof WaybillError && refusal.code };
  })()`)) as { orderId: string; code: string };
  expect(seen).toEqual({ orderId: expect.stringMatching(/^\d{19}$/), code: 'ERR_ORDER_NOT_FOUND' });
  expect((await world.call('GET', `/v3/orders/${seen.orderId}`)).json.data.status).toBe('ASSIGNING_DRIVER');
  expect(troubles.filter((trouble) => !trouble.includes('404'))).toEqual([]);
});
