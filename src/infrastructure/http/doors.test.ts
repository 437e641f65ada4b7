import { EventEmitter, once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../../test/support/edges.ts';
import { DAY_MS } from '../../foundation/time.ts';
import { createMetrics } from '../metrics.ts';
import { systemRandom } from '../random.ts';
import { makeAuthority, makeCertificate } from '../tls/make-certificates.ts';
import { listen, type RunningServer } from './doors.ts';
import { createHttpApp } from './server.ts';

const now = Date.now();
const authority = await makeAuthority('localhost', now, DAY_MS, systemRandom);
const certificate = await makeCertificate(authority, ['localhost'], now, DAY_MS, systemRandom);

/** The header of a record that promises 512 bytes, and their first. */
const BEGINNING_OF_A_HANDSHAKE = Buffer.from([0x16, 3, 1, 2, 0, 1]);

describe.each([
  ['with TLS of its own', certificate],
  ['behind a proxy', undefined],
])('a server %s', (_, own) => {
  const held = new EventEmitter();

  async function serve(): Promise<RunningServer> {
    const app = createHttpApp({
      environment: 'sandbox',
      tls: own === undefined ? 'proxy' : 'local',
      publicUrl: 'https://waybill.test',
      certificate: own,
      trustedProxies: ['127.0.0.1'],
      requestTimeoutMs: 5_000,
      log: silentLog,
      metrics: createMetrics(),
      random: systemRandom,
    });
    app.get('/', async () => 'here');
    app.get('/held', async () => {
      held.emit('asked');
      await once(held, 'release');
      return 'released';
    });
    const server = await listen(app, { port: 0, host: '127.0.0.1' });
    onTestFinished(() => server.stop());
    return server;
  }

  async function connect({ port }: RunningServer) {
    const place = { port, host: '127.0.0.1' };
    const socket = own === undefined ? net.connect(place) : tls.connect({ ...place, rejectUnauthorized: false });
    await once(socket, own === undefined ? 'connect' : 'secureConnect');
    const ask = async (path = '/'): Promise<string> => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\n\r\n`);
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

  test.runIf(own !== undefined)(
    'that stops in peace waits for an answer, but for nobody who has begun a handshake and goes no further',
    { timeout: 5_000 },
    async () => {
      const server = await serve();
      const { ask } = await connect(server);
      const answer = ask('/held');
      await once(held, 'asked');
      const shakingHands = net.connect(server.port, '127.0.0.1');
      shakingHands.write(BEGINNING_OF_A_HANDSHAKE);
      // An answer to somebody who came later: the handshake was begun before the stop.
      await keptConnection(server);
      const ended = once(shakingHands, 'close');
      const stopped = server.stop({ lingerMs: 50 });
      await ended;
      held.emit('release');
      expect(await answer).toMatch(/^HTTP\/1.1 200 [\s\S]*released$/);
      await stopped;
    },
  );

  test('that gives notice goes on as before until it is over', async () => {
    const server = await serve();
    const stopped = server.stop({ noticeMs: 500 });
    expect((await keptConnection(server)).socket.closed).toBe(false);
    await stopped;
    await expectRefusal(server);
  });
});
