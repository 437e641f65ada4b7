// Takes the pushes of a sandbox, checks by both their signatures that they come from it, and prints them, with nothing but Node:
//
//   node examples/webhook-receiver.mjs [port]
//
// The secrets are the demo partner's, of the sandbox that was started in this folder, or those that WAYBILL_SECRET and
// WAYBILL_WEBHOOK_SECRET name. A push may come twice, with the same webhook-id: a receiver that acts on it must act once.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const OLDEST_SECONDS = 300;
const port = Number(process.argv[2] ?? 9000);
const DEMO = '.waybill/demo-partner.json';
const { WAYBILL_SECRET, WAYBILL_WEBHOOK_SECRET } = process.env;
if (!WAYBILL_WEBHOOK_SECRET && !existsSync(DEMO)) {
  const otherwise = 'or say with WAYBILL_SECRET and WAYBILL_WEBHOOK_SECRET whose pushes come';
  process.stderr.write(`There is no ${DEMO} here. Start the sandbox in this folder, ${otherwise}.\n`);
  process.exit(1);
}
const demo = WAYBILL_WEBHOOK_SECRET ? undefined : JSON.parse(readFileSync(DEMO, 'utf8'));
const apiSecret = demo?.apiSecret ?? WAYBILL_SECRET;
const webhookSecret = demo?.webhookSecret ?? WAYBILL_WEBHOOK_SECRET;
const webhookKey = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64');

/** Standard Webhooks: over id, timestamp and the very bytes of the body. While a secret is changed there are several. */
function hasGenuineHeaders(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  const expected = createHmac('sha256', webhookKey).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return isRecent(timestamp) && signatures.split(' ').some((signature) => isSame(signature, `v1,${expected}`));
}

/** The API's own: over timestamp, method, path and the very bytes of `data`, which comes last in the body. */
function hasGenuineBody(path, body) {
  const { timestamp, signature } = JSON.parse(body.toString());
  const data = body.subarray(body.indexOf('"data":') + '"data":'.length, -1);
  const signed = createHmac('sha256', apiSecret).update(`${timestamp}\r\nPOST\r\n${path}\r\n\r\n`).update(data);
  return isRecent(timestamp) && isSame(String(signature), signed.digest('hex'));
}

function isRecent(timestamp) {
  return Math.abs(Date.now() / 1000 - Number(timestamp)) < OLDEST_SECONDS;
}

/** Takes as long for a wrong one as for a right one. */
function isSame(given, expected) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  if (body.length === 0) {
    process.stdout.write('asked whether anybody is here: yes\n');
  } else if (hasGenuineHeaders(request.headers, body) && hasGenuineBody(request.url.split('?')[0], body)) {
    const { eventType, data } = JSON.parse(body.toString());
    process.stdout.write(`${eventType} ${JSON.stringify(data)}\n`);
  } else {
    process.stdout.write('a push with a wrong signature, refused\n');
    response.statusCode = 401;
  }
  response.end();
}).listen(port, 'localhost', () => process.stdout.write(`listening on http://localhost:${port}\n`));
