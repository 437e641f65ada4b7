import dns from 'node:dns';
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { startLocalService } from '../../test/support/local-service.ts';
import { createGuardedHttp, type GuardedHttp } from './guarded-http.ts';

type Service = Awaited<ReturnType<typeof startLocalService>>;
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

async function serve(answering: Parameters<typeof startLocalService>[0]): Promise<Service> {
  const service = await startLocalService(answering);
  undo.push(service.stop);
  return service;
}
function guarded(isAllowed: (address: string, host: string) => boolean = () => true): GuardedHttp {
  const http = createGuardedHttp(isAllowed);
  undo.push(http.close);
  return http;
}
const post = (http: GuardedHttp, url: string, body = '{}') =>
  http.post(url, { headers: { 'x-mine': 'yes' }, body, signal: AbortSignal.timeout(5_000) });
const portOf = ({ url }: Service) => new URL(url).port;

test('a body is posted with its headers, and the answer comes with its status and first bytes', async () => {
  const service = await serve((_asked, answer) => answer.writeHead(418, { 'retry-after': '7' }).end('teapot'));
  const answer = await post(guarded(), `${service.url}/in?x=1`, '{"a":1}');
  expect(answer).toEqual({ status: 418, retryAfter: '7', start: Buffer.from('teapot') });
  expect(service.asked[0]).toMatchObject({
    method: 'POST',
    body: '{"a":1}',
    headers: { 'x-mine': 'yes', 'content-type': 'application/json', 'user-agent': 'waybill' },
  });
});

test('an empty body is sent as one of no length', async () => {
  const service = await serve((_asked, answer) => answer.end());
  await post(guarded(), service.url, '');
  expect(service.asked[0]?.headers['content-length']).toBe('0');
});

test('a redirect is an answer like any other', async () => {
  const inside = await serve((_asked, answer) => answer.end());
  const service = await serve((_asked, answer) => answer.writeHead(307, { location: inside.url }).end());
  expect((await post(guarded(), service.url)).status).toBe(307);
  expect(inside.asked).toHaveLength(0);
});

test('of a long answer 4 KiB are read, and the rest is not waited for', async () => {
  const service = await serve((_asked, answer) => answer.write(Buffer.alloc(1_000_000, 'x')));
  const signal = AbortSignal.timeout(5_000);
  expect((await guarded().post(service.url, { headers: {}, body: '', signal })).start).toHaveLength(4_096);
  expect(signal.aborted).toBe(false);
});

test('an answer that breaks off keeps its status', async () => {
  const service = await serve((_asked, answer) => {
    answer.writeHead(200, { 'content-length': '100' }).write('half');
    setTimeout(() => answer.destroy(), 50);
  });
  expect(await post(guarded(), service.url)).toMatchObject({ status: 200, start: Buffer.from('half') });
});

test('what comes before the answer is not the answer', async () => {
  const service = await serve((_asked, answer) => {
    answer.writeEarlyHints({ link: '</x>; rel=preload' });
    answer.writeHead(201).end('made');
  });
  expect(await post(guarded(), service.url)).toMatchObject({ status: 201, start: Buffer.from('made') });
});

test.each([
  ['100 Continue', 'bad response'],
  ['101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket', 'bad upgrade'],
])('an answer that begins with %s is a fault with a name of its own', async (status, message) => {
  const service = net.createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.write(`HTTP/1.1 ${status}\r\n\r\n`));
  });
  undo.push(async () => service.close());
  await once(service.listen(0, '127.0.0.1'), 'listening');
  const { port } = service.address() as net.AddressInfo;
  await expect(post(guarded(), `http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET', message });
});

test('nothing waits longer than its signal, and nothing is sent after it', async () => {
  let hungUp: Promise<unknown> | undefined;
  const service = await serve((asked, answer) => {
    if (asked.body === 'prompt') answer.end();
    else hungUp = once(answer, 'close');
  });
  const http = guarded();
  const tooLate = { headers: {}, body: 'late', signal: AbortSignal.abort(new Error('too late')) };
  await expect(http.post(service.url, tooLate)).rejects.toThrow('too late');
  await post(http, service.url, 'prompt');
  expect(service.asked.map(({ body }) => body)).toEqual(['prompt']);
  const request = { headers: {}, body: '', signal: AbortSignal.timeout(200) };
  await expect(http.post(service.url, request)).rejects.toMatchObject({ name: 'TimeoutError' });
  await hungUp;
});

test('an address that is not allowed is not connected to, whatever its notation', async () => {
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undo.push(async () => server.close());
  const { port } = server.address() as net.AddressInfo;
  const judged: string[] = [];
  const http = guarded((address) => {
    judged.push(address);
    return false;
  });
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', 'localhost']) {
    await expect(post(http, `http://${host}:${port}/`)).rejects.toMatchObject({ code: 'ERR_FORBIDDEN_ADDRESS' });
    expect(judged.length, host).toBeGreaterThan(0);
    judged.length = 0;
  }
  expect(connections).toBe(0);
});

test('a name is judged with the address it leads to, at every connection anew', async () => {
  const service = await serve((_asked, answer) => answer.writeHead(200, { connection: 'close' }).end());
  const judged: string[] = [];
  let allowed = true;
  const http = guarded((address, host) => {
    judged.push(`${host} ${address}`);
    return allowed || address === '::1';
  });
  const url = `http://localhost:${portOf(service)}/`;
  expect((await post(http, url)).status).toBe(200);
  expect(judged).toContain('localhost 127.0.0.1');
  allowed = false;
  await expect(post(http, url)).rejects.toMatchObject({ code: 'ERR_FORBIDDEN_ADDRESS' });
  expect(service.asked).toHaveLength(1);
});

test.each([[['127.0.0.1', '127.0.0.2']], [['127.0.0.2', '127.0.0.1']]])(
  'of a name that leads to %j, one address that is not allowed spoils all',
  async (addresses) => {
    const service = await serve((_asked, answer) => answer.end());
    const lookup = vi.spyOn(dns.promises, 'lookup');
    undo.push(async () => lookup.mockRestore());
    lookup.mockResolvedValue(addresses.map((address) => ({ address, family: 4 })) as never);
    const http = guarded((address) => address === '127.0.0.1');
    await expect(post(http, `http://shop.example:${portOf(service)}/`)).rejects.toMatchObject({
      code: 'ERR_FORBIDDEN_ADDRESS',
    });
    expect(service.asked).toHaveLength(0);
  },
);

test('a name is looked up once for all who ask at the same time, and anew for whoever comes after', async () => {
  const service = await serve((_asked, answer) => answer.writeHead(200, { connection: 'close' }).end());
  const lookup = vi.spyOn(dns.promises, 'lookup');
  undo.push(async () => lookup.mockRestore());
  const addresses = [{ address: '127.0.0.1', family: 4 }];
  const answers: (() => void)[] = [];
  lookup.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve(addresses as never))));
  const http = guarded((address) => address === '127.0.0.1');
  const url = `http://shop.example:${portOf(service)}/`;
  const both = Promise.all([post(http, url), post(http, url)]);
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  expect((await both).map(({ status }) => status)).toEqual([200, 200]);
  expect(lookup).toHaveBeenCalledTimes(1);
  lookup.mockResolvedValue(addresses as never);
  await post(http, url);
  expect(lookup).toHaveBeenCalledTimes(2);
});
