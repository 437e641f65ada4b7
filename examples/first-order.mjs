// A first order, from the quotation to the doorstep, with nothing but Node:
//
//   node examples/first-order.mjs
//
// It calls the sandbox that was started in this folder as its demo partner, or any other one that WAYBILL_URL, WAYBILL_KEY,
// WAYBILL_SECRET and WAYBILL_CA name.
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

const DEMO = '.waybill/demo-partner.json';
const { WAYBILL_URL, WAYBILL_KEY, WAYBILL_SECRET, WAYBILL_CA } = process.env;
if (!WAYBILL_KEY && !existsSync(DEMO))
  fail(
    `There is no ${DEMO} here. Start the sandbox in this folder, or say with WAYBILL_KEY and WAYBILL_SECRET who calls.`,
  );
const demo = WAYBILL_KEY ? undefined : JSON.parse(readFileSync(DEMO, 'utf8'));
const url = WAYBILL_URL ?? demo?.url ?? 'https://localhost:8443';
const key = demo?.apiKey ?? WAYBILL_KEY;
const secret = demo?.apiSecret ?? WAYBILL_SECRET;
const authority = WAYBILL_CA ?? (demo && '.waybill/tls/ca.pem');
const agent = new https.Agent({ keepAlive: true, ca: authority && readFileSync(authority) });

/** Makes one call. Whoever was too quick is let in a moment later. */
async function call(method, path, data) {
  const sent = { method, path, body: data === undefined ? '' : JSON.stringify({ data }), requestId: randomUUID() };
  let answer = await send(sent);
  while (answer.status === 429) {
    await wait(answer.retryAfter * 1000);
    answer = await send(sent);
  }
  const { status, text } = answer;
  insist(status < 300, `${method} ${path} was answered with ${status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text).data;
}

/** The signature is over the very bytes that are sent, and over the path without its query. */
async function send({ method, path, body, requestId }) {
  const timestamp = Date.now();
  const signed = `${timestamp}\r\n${method}\r\n${path.split('?')[0]}\r\n\r\n${body}`;
  const signature = createHmac('sha256', secret).update(signed).digest('hex');
  const headers = {
    Authorization: `hmac ${key}:${timestamp}:${signature}`,
    'Content-Type': 'application/json',
    Market: 'HK',
    'Request-ID': requestId,
  };
  const request = https.request(`${url}${path}`, { method, headers, agent }).end(body);
  const [answer] = await once(request, 'response').catch(({ message }) =>
    fail(`${url} gave no answer: ${message}. Is the sandbox running?`),
  );
  const text = Buffer.concat(await answer.toArray()).toString();
  return { status: answer.statusCode, retryAfter: Number(answer.headers['retry-after'] ?? 1), text };
}

async function placeOrder(reference) {
  const quotation = await call('POST', '/v3/quotations', {
    serviceType: 'MOTORCYCLE',
    language: 'en_HK',
    stops: [{ address: 'Central, Hong Kong' }, { address: 'Mong Kok, Hong Kong' }],
  });
  const { total, currency } = quotation.priceBreakdown;
  say(`Quoted      ${total} ${currency} for ${quotation.distance.value} m`);
  const order = await call('POST', '/v3/orders', {
    quotationId: quotation.quotationId,
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

// The simulated drivers leave our orders to us meanwhile.
const simulation = await call('GET', '/sandbox/v1/simulation');
await call('PUT', '/sandbox/v1/simulation', { drivers: 'MANUAL' });

const reference = `EXAMPLE-${Date.now()}`;
const orderId = await placeOrder(reference);
const steps = { DRIVER_ACCEPT: 'ON_GOING', DRIVER_PICK_UP: 'PICKED_UP', DRIVER_DROP_OFF: 'COMPLETED' };
for (const [action, expected] of Object.entries(steps)) {
  const { status } = await call('POST', `/sandbox/v1/orders/${orderId}/actions`, { action });
  say(`Happened    ${action}: ${status}`);
  insist(status === expected, `after ${action} the order should be ${expected}`);
}

const found = await call('GET', `/v3/orders?metadata.reference=${reference}`);
insist(found.length === 1 && found[0].orderId === orderId, `${reference} should name this order and no other`);
say(`Found       order ${orderId} by its reference ${reference}`);

const secondId = await placeOrder(`${reference}-B`);
await call('DELETE', `/v3/orders/${secondId}`);
const { status } = await call('GET', `/v3/orders/${secondId}`);
insist(status === 'CANCELED', 'the second order should be CANCELED');
say(`Cancelled   order ${secondId}, ${status}`);

await call('PUT', '/sandbox/v1/simulation', simulation);
