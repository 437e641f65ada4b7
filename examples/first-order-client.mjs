// A first order, from the quotation to the doorstep, with the client:
//
//   npm install @waybill/client
//   node examples/first-order-client.mjs
//
// It calls the sandbox that was started in this folder as its demo partner, or any other one that WAYBILL_URL, WAYBILL_KEY,
// WAYBILL_SECRET and WAYBILL_CA name.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import https from 'node:https';
import { createClient } from '@waybill/client';

const DEMO = '.waybill/demo-partner.json';
const { WAYBILL_URL, WAYBILL_KEY, WAYBILL_SECRET, WAYBILL_CA } = process.env;
if (!WAYBILL_KEY && !existsSync(DEMO))
  fail(
    `There is no ${DEMO} here. Start the sandbox in this folder, or say with WAYBILL_KEY and WAYBILL_SECRET who calls.`,
  );
const demo = WAYBILL_KEY ? undefined : JSON.parse(readFileSync(DEMO, 'utf8'));
const LOCAL_CA = '.waybill/tls/ca.pem';
const authority = WAYBILL_CA ?? (demo && existsSync(LOCAL_CA) ? LOCAL_CA : undefined);
const waybill = createClient({
  apiKey: demo?.apiKey ?? WAYBILL_KEY,
  apiSecret: demo?.apiSecret ?? WAYBILL_SECRET,
  market: 'HK',
  baseUrl: WAYBILL_URL ?? demo?.url ?? 'https://localhost:8443',
  fetch: authority ? fetchTrusting(readFileSync(authority)) : undefined,
});

/** As much of `fetch`, which takes no authority itself, as the client asks for. */
function fetchTrusting(ca) {
  const agent = new https.Agent({ keepAlive: true, ca });
  return async (url, { method, headers, body, signal }) => {
    const length = body ? { 'Content-Length': Buffer.byteLength(body) } : {};
    const request = https.request(url, { agent, method, headers: { ...headers, ...length }, signal }).end(body);
    const [answer] = await once(request, 'response');
    const text = Buffer.concat(await answer.toArray()).toString();
    return { status: answer.statusCode, headers: new Headers(answer.headers), text: async () => text };
  };
}

async function placeOrder(reference) {
  const quotation = await waybill.quotations.create({
    serviceType: 'MOTORCYCLE',
    language: 'en_HK',
    stops: [{ address: 'Central, Hong Kong' }, { address: 'Mong Kok, Hong Kong' }],
  });
  const { total, currency } = quotation.priceBreakdown;
  say(`Quoted      ${total} ${currency} for ${quotation.distance.value} m`);
  const order = await quotation.placeOrder({
    sender: { name: 'Ada', phone: '+85256847123' },
    recipients: [{ name: 'Ben', phone: '+85256847124' }],
    metadata: { reference },
  });
  say(`Placed      order ${order.orderId}, ${order.status}`);
  return order.orderId;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function insist(isAsItShouldBe, otherwise) {
  if (!isAsItShouldBe) fail(otherwise);
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

// What the client throws says in a sentence what is wrong.
process.on('uncaughtException', ({ code, message }) => fail(`${code}: ${message}`));

// The simulated drivers leave our orders to us meanwhile.
const simulation = await waybill.sandbox.simulation.get();
await waybill.sandbox.simulation.set({ drivers: 'MANUAL' });

const reference = `EXAMPLE-${Date.now()}`;
const orderId = await placeOrder(reference);
const steps = { DRIVER_ACCEPT: 'ON_GOING', DRIVER_PICK_UP: 'PICKED_UP', DRIVER_DROP_OFF: 'COMPLETED' };
for (const [action, expected] of Object.entries(steps)) {
  const { status } = await waybill.sandbox.actions.take(orderId, { action });
  say(`Happened    ${action}: ${status}`);
  insist(status === expected, `after ${action} the order should be ${expected}`);
}

const found = [];
for await (const order of waybill.orders.list({ metadata: { reference } })) found.push(order);
insist(found.length === 1 && found[0].orderId === orderId, `${reference} should name this order and no other`);
say(`Found       order ${orderId} by its reference ${reference}`);

const secondId = await placeOrder(`${reference}-B`);
await waybill.orders.cancel(secondId);
const { status } = await waybill.orders.get(secondId);
insist(status === 'CANCELED', 'the second order should be CANCELED');
say(`Cancelled   order ${secondId}, ${status}`);

await waybill.sandbox.simulation.set(simulation);
