import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Arrived, AwaitedPushes, Push } from './receivers.ts';

/** Many receivers in a process of their own: each reads every push, answers 200, and the last of those that are awaited is told. */
let awaited: AwaitedPushes = { count: 0, areKept: false };
let count = 0;
let kept: Push[] = [];
process.on('message', (message: AwaitedPushes) => {
  awaited = message;
  count = 0;
  kept = [];
});

const servers = Array.from({ length: Number(process.argv[2]) }, () =>
  http.createServer((request, answer) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      answer.end();
      if (awaited.areKept) kept.push(pushOf(request, Buffer.concat(chunks)));
      count += 1;
      if (count === awaited.count) process.send?.({ lastAt: `${process.hrtime.bigint()}`, kept } satisfies Arrived);
    });
  }),
);
await Promise.all(servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))));
process.send?.(servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`));

function pushOf({ url, headers }: IncomingMessage, body: Buffer): Push {
  const { host, connection, 'content-length': length, ...rest } = headers;
  return { origin: `http://${host}`, path: `${url}`, headers: rest as Push['headers'], body: body.toString() };
}
