import { once } from 'node:events';
import net from 'node:net';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemRandom } from '../random.ts';
import { createListener } from './listener.ts';
import { listen, type RunningServer } from './server.ts';

let server: RunningServer;
beforeEach(async () => {
  const app = Fastify({
    forceCloseConnections: false,
    return503OnClosing: false,
    serverFactory: (handle) =>
      createListener(handle, { certificate: undefined, requestTimeoutMs: 5_000, random: systemRandom }),
  });
  app.get('/', async () => 'here');
  server = await listen(app, { port: 0, host: '127.0.0.1' });
});
afterEach(() => server.stop());

/** A connection as a proxy keeps it, on which one call has been answered. */
async function keptConnection() {
  const socket = net.connect(server.port, '127.0.0.1');
  const ask = async (): Promise<string> => {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])]);
    return String(answer);
  };
  expect(await ask()).toMatch(/^HTTP\/1.1 200 [\s\S]*here$/);
  return { socket, ask };
}

test('whoever stops in peace lets nobody in, but answers what comes on the connections that are open, and ends those', async () => {
  const { socket, ask } = await keptConnection();
  const stopped = server.stop({ lingerMs: 60_000 });
  const [refusal] = await once(net.connect(server.port, '127.0.0.1'), 'error');
  expect(refusal).toMatchObject({ code: 'ECONNREFUSED' });
  expect(await ask()).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nConnection: close\r\n[\s\S]*here$/i);
  await once(socket, 'close');
  await stopped;
});

test('a connection on which nothing comes is ended after that time', async () => {
  const idle = await keptConnection();
  const stopped = server.stop({ lingerMs: 50 });
  await once(idle.socket, 'close');
  await stopped;
});

test('whoever stops at once ends what is idle', async () => {
  const idle = await keptConnection();
  const stopped = server.stop();
  await once(idle.socket, 'close');
  await stopped;
});
