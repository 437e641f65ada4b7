import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreeOn, assign, csvOf } from '../support/billing.ts';
import { driverOf } from '../support/driver-client.ts';
import { runDueJobs } from '../support/order-records.ts';
import { CENTRAL, MONG_KOK, RECIPIENT, SENDER } from '../support/orders.ts';
import { callPlus, inHours, parcelBody, quotationData } from '../support/parcels.ts';
import { STROKES } from '../support/pictures.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ partner: { platforms: ['PLUS'], limitFactor: 1_000 } });
});
afterAll(() => world.close());

test('no answer of the scheduled variant, to the client or to the driver, shows what a parcel costs', async () => {
  const prices = ['770123.4', '77.5512', '77.0334'] as const;
  await agreeOn(world, world.partner, 'HK', prices);
  const driver = await driverOf(world);
  const answers: string[] = [];
  const called = new Set<string>();

  /** The path is one of the reference, with its parameters filled in. */
  async function call(method: string, template: string, id = '', data?: unknown) {
    const answer = await callPlus(world, method, template.replace(/\{\w+\}/, id), data);
    expect(answer.status, `${method} ${template}: ${answer.text}`).toBeLessThan(300);
    answers.push(answer.text);
    called.add(`${method} ${template}`);
    return answer.json?.data;
  }
  async function drive(method: string, path: string, data?: unknown) {
    const answer = await driver.call(method, path, data);
    expect(answer.status, answer.text).toBe(200);
    answers.push(answer.text);
  }

  const item = { item: { weight: '2.5' } };
  const quotation = await call('POST', '/v3/quotations', '', quotationData(world, item));
  await call('GET', '/v3/quotations/{quotationId}', quotation.quotationId);
  const body = parcelBody(quotation, { generateLabel: true });
  const { orderId, clientRef } = await call('POST', '/v3/orders', '', body);
  await call('PATCH', '/v3/orders/{orderId}', orderId, {
    scheduleAt: inHours(world, 30),
    deliveryBy: inHours(world, 34),
    stops: [
      { ...CENTRAL, ...SENDER },
      { ...MONG_KOK, ...RECIPIENT },
    ],
  });
  const { labelBatchId } = await call('POST', '/v3/labels', '', { orderIds: [orderId] });
  await assign(world, driver, orderId);
  await drive('GET', '/parcels');
  await drive('POST', `/parcels/${orderId}/pick-up`, {});
  await drive('POST', `/parcels/${orderId}/deliver`, { proof: 'SIGNATURE', signature: { strokes: STROKES } });
  await runDueJobs(world.foundations);
  await drive('GET', `/parcels/${orderId}`);
  await call('GET', '/v3/labels/{labelBatchId}', labelBatchId);
  await call('GET', '/v3/orders/{orderId}', orderId);
  await call('GET', '/v3/orders/ref/{clientRef}', clientRef);
  const other = await call('POST', '/v3/quotations', '', quotationData(world));
  const cancelled = await call('POST', '/v3/orders', '', parcelBody(other));
  await call('DELETE', '/v3/orders/{orderId}', cancelled.orderId);

  expect([...called].sort()).toEqual(await plusOperations());
  const [line] = await csvOf(world, world.partner, 'HK', '2026-11', world.clock.now());
  const amounts = [...prices, ...(line?.slice(7, 11) ?? [])].filter((amount) => amount.length > 3);
  expect(amounts).toHaveLength(7);
  for (const text of answers) {
    for (const amount of amounts) expect(text).not.toContain(amount);
    expect(text).not.toMatch(/"price[^"]*":(?!null)/);
  }
});

/** As the reference has them. */
async function plusOperations(): Promise<string[]> {
  const { json } = await world.send({ path: '/docs/openapi.json' });
  const paths = Object.entries(json.paths as Record<string, Record<string, { tags?: string[] }>>);
  return paths
    .flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { tags = [] }]) => tags.includes('Plus'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    .sort();
}
