import { once } from 'node:events';
import type https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeRsaCertificate } from '../../../test/support/rsa-certificate.ts';
import { DAY_MS } from '../../foundation/time.ts';
import { systemRandom } from '../random.ts';
import { createListener, serveCertificate } from './listener.ts';

/** The best that clients of the last years of TLS 1.2 know; the third is for those of Windows Server 2012. */
const OF_OLD_CLIENTS = ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-CHACHA20-POLY1305', 'ECDHE-RSA-AES128-SHA256'];
/** In these the client sends what the session is encrypted with, to the key of the certificate. */
const WITHOUT_KEYS_OF_THEIR_OWN = ['AES128-GCM-SHA256', 'AES256-SHA'];
const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

test('connections beyond what it keeps are closed at once, those that are open go on, and who leaves makes room', async () => {
  const server = createListener((_request, response) => response.end('hello'), {
    certificate: undefined,
    requestTimeoutMs: 5_000,
    random: systemRandom,
    mostConnections: 2,
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const connect = async () => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const answerTo = async (socket: net.Socket) => {
    socket.write(GET);
    const [said] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])]);
    return String(said);
  };
  const kept = [await connect(), await connect()] as const;
  for (const socket of kept) expect(await answerTo(socket)).toContain('hello');
  expect(await answerTo(await connect())).toBe('');
  expect(await answerTo(kept[0])).toContain('hello');
  kept[1].end();
  await vi.waitFor(async () => expect(await answerTo(await connect())).toContain('hello'), { timeout: 5_000 });
});

test('what was recorded cannot be read by whoever gets the key of the certificate later, also of one loaded anew', async () => {
  const certificate = await makeRsaCertificate('localhost', Date.now(), DAY_MS);
  const server = createListener((_request, response) => response.end('hello'), {
    certificate,
    requestTimeoutMs: 5_000,
    random: systemRandom,
  }) as https.Server;
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const shakeHands = (ciphers: string) =>
    new Promise<string>((resolve) => {
      const terms = { ciphers: `${ciphers}:@SECLEVEL=0`, maxVersion: 'TLSv1.2', rejectUnauthorized: false } as const;
      const socket = tls.connect({ port, host: '127.0.0.1', ...terms }, () => {
        resolve(socket.getCipher().name);
        socket.destroy();
      });
      socket.on('error', () => resolve('refused'));
    });
  for (const load of [() => {}, () => serveCertificate(server, certificate)]) {
    load();
    expect(await Promise.all(OF_OLD_CLIENTS.map(shakeHands))).toEqual(OF_OLD_CLIENTS);
    expect(await Promise.all(WITHOUT_KEYS_OF_THEIR_OWN.map(shakeHands))).toEqual(['refused', 'refused']);
  }
});
