// The least a server could do: HTTPS, the same HMAC, the same bytes. Run by compare.ts in a process of its own.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

const [certFile = '', keyFile = '', secret = '', answerFile = ''] = process.argv.slice(2);
const answer = readFileSync(answerFile);

const server = https.createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (request, response) => {
  const [, timestamp = '', signature = ''] = (request.headers.authorization ?? '').split(':');
  const input = `${timestamp}\r\n${request.method}\r\n${request.url}\r\n\r\n`;
  const valid = timingSafeEqual(createHmac('sha256', secret).update(input).digest(), Buffer.from(signature, 'hex'));
  response.writeHead(valid ? 200 : 401, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': answer.length,
  });
  response.end(answer);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready ${(server.address() as AddressInfo).port}\n`));
