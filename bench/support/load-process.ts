// Sends requests that were prepared before, each connection the next one as soon as its last is answered. Run by load.ts in a process of its own, so
// that what it costs neither waits for nor delays whoever measures.
import type tls from 'node:tls';
import { SECOND_MS } from '../../src/foundation/time.ts';
import type { Target } from '../../test/support/partner-client.ts';
import { connect, onAnswers } from './wire.ts';

export type LoadOrder = {
  readonly targets: readonly Target[];
  readonly connections: number;
  readonly requests: readonly string[];
  readonly seconds?: number;
};

export type Sent = {
  readonly perSecond: number;
  /** How much of a processor sending took; near 1 it was the sender that was measured. */
  readonly processorShare: number;
};

process.on('message', async (order: LoadOrder) => {
  process.send?.(await sendAll(order).catch((error: Error) => ({ fault: error.message })));
});

async function sendAll({ targets, connections, requests, seconds: limit }: LoadOrder): Promise<Sent> {
  const prepared = requests.map((request) => Buffer.from(request));
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, index) => connect(targets[index % targets.length] as Target)),
  );
  let sent = 0;
  const begunAt = performance.now();
  const begunWith = process.cpuUsage();
  const endAt = limit === undefined ? Number.POSITIVE_INFINITY : begunAt + limit * SECOND_MS;
  const nextRequest = () => (performance.now() < endAt ? prepared[sent++] : undefined);
  await Promise.all(sockets.map((socket) => ask(socket, nextRequest)));
  const seconds = (performance.now() - begunAt) / SECOND_MS;
  const { user, system } = process.cpuUsage(begunWith);
  for (const socket of sockets) socket.destroy();
  if (limit !== undefined && sent > prepared.length) throw new Error('all requests were sent before the time was over');
  const answered = Math.min(sent, prepared.length);
  return { perSecond: answered / seconds, processorShare: (user + system) / 1_000_000 / seconds };
}

function ask(socket: tls.TLSSocket, nextRequest: () => Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const goOn = () => {
      const request = nextRequest();
      if (request === undefined) resolve();
      else socket.write(request);
    };
    onAnswers(socket, (fields, whole) => {
      if (!/^HTTP\/1.1 2/.test(fields)) reject(new Error(`a request was refused: ${whole}`));
      goOn();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('a connection was closed')));
    goOn();
  });
}
