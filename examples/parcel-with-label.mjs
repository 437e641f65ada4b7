// A scheduled parcel for tomorrow, with a label to print, with nothing but Node:
//
//   node examples/parcel-with-label.mjs [label.pdf]
//
// It calls the sandbox that was started in this folder as its demo partner, or any other one that WAYBILL_URL, WAYBILL_KEY,
// WAYBILL_SECRET and WAYBILL_CA name.
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

const DAY_MS = 86_400_000;
const LABEL_LIMIT_MS = 30_000;
const [file = 'label.pdf'] = process.argv.slice(2);
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

/** Calls of the scheduled variant are those of the other one, with `Platform: PLUS`. */
async function call(method, path, data) {
  const body = data === undefined ? '' : JSON.stringify({ data });
  const timestamp = Date.now();
  const signed = `${timestamp}\r\n${method}\r\n${path.split('?')[0]}\r\n\r\n${body}`;
  const signature = createHmac('sha256', secret).update(signed).digest('hex');
  const headers = {
    Authorization: `hmac ${key}:${timestamp}:${signature}`,
    'Content-Type': 'application/json',
    Market: 'HK',
    Platform: 'PLUS',
    'Request-ID': randomUUID(),
  };
  return JSON.parse((await send(`${url}${path}`, { method, headers, body })).toString()).data;
}

/** Whoever was too quick is let in a moment later. */
async function send(to, { method, headers, body } = {}) {
  const request = https.request(to, { method, headers, agent }).end(body);
  const [answer] = await once(request, 'response').catch(({ message }) =>
    fail(`${url} gave no answer: ${message}. Is the sandbox running?`),
  );
  const bytes = Buffer.concat(await answer.toArray());
  if (answer.statusCode === 429) {
    await wait(Number(answer.headers['retry-after'] ?? 1) * 1000);
    return send(to, { method, headers, body });
  }
  return answer.statusCode < 300 ? bytes : fail(`${to} was answered with ${answer.statusCode}: ${bytes}`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const scheduleAt = new Date(Date.now() + DAY_MS).toISOString();
const { quotationId } = await call('POST', '/v3/quotations', {
  serviceType: 'PLUS',
  scheduleAt,
  stops: [{ address: 'Central, Hong Kong' }, { address: 'Mong Kok, Hong Kong' }],
});
const clientRef = `EXAMPLE-${Date.now()}`;
const { orderId, status } = await call('POST', '/v3/orders', {
  quotationId,
  clientRef,
  generateLabel: true,
  sender: { name: 'Ada', phone: '+85256847123' },
  recipients: [{ name: 'Ben', phone: '+85256847124' }],
});
say(`Placed      parcel ${orderId} for ${scheduleAt}, ${status}`);

// The label is drawn after the answer.
const giveUpAt = Date.now() + LABEL_LIMIT_MS;
let parcel = await call('GET', `/v3/orders/ref/${clientRef}`);
while (parcel.label.status === 'GENERATING' && Date.now() < giveUpAt) {
  await wait(500);
  parcel = await call('GET', `/v3/orders/ref/${clientRef}`);
}
if (parcel.label.status !== 'GENERATED') fail(`the label is ${parcel.label.status}`);

// The link is signed itself, and lives for some minutes.
const label = await send(parcel.label.url);
if (!label.toString('latin1').startsWith('%PDF-')) fail('the label should be a PDF');
writeFileSync(file, label);
say(`Saved       its label in ${file}, ${label.length} bytes of PDF`);
