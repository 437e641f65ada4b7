import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { systemRandom } from '../random.ts';
import { createListener } from './listener.ts';

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
