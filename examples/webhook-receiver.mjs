// Takes the pushes of a sandbox, checks by their signatures that they come from it, and prints them, with nothing but Node:
//
//   node examples/webhook-receiver.mjs [port]
//
// The secret is the demo partner's, of the sandbox that was started in this folder. Other partners' secrets are shown by
// `waybill partner webhook-secret`. A push may come twice, with the same webhook-id: a receiver that acts on it must act once.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const OLDEST_SECONDS = 300;
const port = Number(process.argv[2] ?? 9000);
const { webhookSecret } = JSON.parse(readFileSync('.waybill/demo-partner.json', 'utf8'));
const key = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64');

/** Standard Webhooks: the signature is over id, timestamp and the very bytes of the body; there may be several. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < OLDEST_SECONDS)) return false;
  const expected = Buffer.from(
    `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
  );
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  if (body.length === 0) {
    process.stdout.write('asked whether anybody is here: yes\n');
  } else if (isGenuine(request.headers, body)) {
    const { eventType, data } = JSON.parse(body.toString());
    process.stdout.write(`${eventType} ${JSON.stringify(data)}\n`);
  } else {
    process.stdout.write('a push with a wrong signature, refused\n');
    response.statusCode = 401;
  }
  response.end();
}).listen(port, 'localhost', function () {
  process.stdout.write(`listening on http://localhost:${this.address().port}\n`);
});
