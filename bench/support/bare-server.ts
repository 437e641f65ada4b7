// The least a server could do: HTTPS, the same HMAC, the body parsed, the same bytes. Run by bare.ts in a process of its own.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

const [certFile = '', keyFile = '', secret = '', answerFile = ''] = process.argv.slice(2);
const answer = readFileSync(answerFile);

const server = https.createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const [, timestamp = '', signature = ''] = (request.headers.authorization ?? '').split(':');
    const hmac = createHmac('sha256', secret).update(`${timestamp}\r\n${request.method}\r\n${request.url}\r\n\r\n`);
    const isValid = timingSafeEqual(hmac.update(body).digest(), Buffer.from(signature, 'hex'));
    if (body.length > 0) JSON.parse(body.toString());
    response.writeHead(isValid ? 200 : 401, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': answer.length,
    });
    response.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready ${(server.address() as AddressInfo).port}\n`));
