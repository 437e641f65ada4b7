import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../test/support/edges.ts';
import { DAY_MS } from '../../foundation/time.ts';
import { createMetrics } from '../metrics.ts';
import { systemRandom } from '../random.ts';
import { makeAuthority, makeCertificate } from '../tls/make-certificates.ts';
import { createHttpApp, listen, type RunningServer } from './server.ts';

const now = Date.now();
const authority = await makeAuthority('localhost', now, DAY_MS, systemRandom);
const certificate = await makeCertificate(authority, ['localhost'], now, DAY_MS, systemRandom);

describe.each([
  ['with TLS of its own', certificate],
  ['behind a proxy', undefined],
])('a server %s', (_, own) => {
  async function serve(): Promise<RunningServer> {
    const app = createHttpApp({
      environment: 'sandbox',
      tls: own === undefined ? 'proxy' : 'local',
      certificate: own,
      trustedProxies: ['127.0.0.1'],
      requestTimeoutMs: 5_000,
      log: silentLog,
      metrics: createMetrics(),
      random: systemRandom,
    });
    app.get('/', async () => 'here');
    const server = await listen(app, { port: 0, host: '127.0.0.1' });
    onTestFinished(() => server.stop());
    return server;
  }

  async function connect({ port }: RunningServer) {
    const place = { port, host: '127.0.0.1' };
    const socket = own === undefined ? net.connect(place) : tls.connect({ ...place, rejectUnauthorized: false });
    await once(socket, own === undefined ? 'connect' : 'secureConnect');
    const ask = async (): Promise<string> => {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\n\r\n');
      const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])]);
      return String(answer);
    };
    return { socket, ask };
  }

  /** A connection as a proxy keeps it, on which one call has been answered. */
  async function keptConnection(server: RunningServer) {
    const connection = await connect(server);
    expect(await connection.ask()).toMatch(/^HTTP\/1.1 200 [\s\S]*here$/);
    return connection;
  }

  /** One that comes in the very moment of closing is cut off. */
  async function expectRefusal({ port }: RunningServer): Promise<void> {
    const [refusal] = await once(net.connect(port, '127.0.0.1'), 'error');
    expect(['ECONNREFUSED', 'ECONNRESET']).toContain(refusal.code);
  }

  test('that stops in peace lets nobody in, but answers what comes on the connections that are open, and ends those', async () => {
    const server = await serve();
    const { socket, ask } = await keptConnection(server);
    const stopped = server.stop({ lingerMs: 60_000 });
    await expectRefusal(server);
    expect(await ask()).toMatch(/^HTTP\/1.1 200 [\s\S]*\r\nConnection: close\r\n[\s\S]*here$/i);
    if (!socket.closed) await once(socket, 'close');
    await stopped;
  });

  test.each([{ lingerMs: 50 }, {}])('that stops by %o ends a connection on which nothing comes', async (stopping) => {
    const server = await serve();
    const { socket } = await keptConnection(server);
    const stopped = server.stop(stopping);
    await once(socket, 'close');
    await stopped;
  });

  test('that stops in peace waits for nobody who has asked nothing', { timeout: 5_000 }, async () => {
    const server = await serve();
    const { socket } = await connect(server);
    const ended = once(socket, 'close');
    await server.stop({ lingerMs: 50 });
    await ended;
  });

  test('that gives notice goes on as before until it is over', async () => {
    const server = await serve();
    const stopped = server.stop({ noticeMs: 500 });
    expect((await keptConnection(server)).socket.closed).toBe(false);
    await stopped;
    await expectRefusal(server);
  });
});
