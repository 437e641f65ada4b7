import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readableLog } from '../../../test/support/edges.ts';
import { createMetrics } from '../metrics.ts';
import { systemRandom } from '../random.ts';
import { createGate, mostAtOnce } from './shed-load.ts';

const [WAITING, WORKING] = [0.89, 0.9];

test('a burst of 256 is taken by a process that got done with what came, and more by one that answers more', () => {
  for (const busy of [WAITING, WORKING]) {
    expect(mostAtOnce({ answered: 0, leastUnderWay: 0, busy })).toBe(256);
    expect(mostAtOnce({ answered: 256, leastUnderWay: 31, busy })).toBe(256);
  }
  expect(mostAtOnce({ answered: 257, leastUnderWay: 31, busy: WAITING })).toBe(257);
});

test('where 32 or more have waited for a second, only as many are under way as were answered in it', () => {
  expect(mostAtOnce({ answered: 160, leastUnderWay: 32, busy: WAITING })).toBe(160);
  expect(mostAtOnce({ answered: 2_000, leastUnderWay: 2_000, busy: WAITING })).toBe(2_000);
});

test('where it is the process itself that is busy, a quarter of that', () => {
  expect(mostAtOnce({ answered: 2_000, leastUnderWay: 32, busy: WORKING })).toBe(500);
  expect(mostAtOnce({ answered: 2_000, leastUnderWay: 31, busy: WORKING })).toBe(500);
  expect(mostAtOnce({ answered: 519, leastUnderWay: 32, busy: WORKING })).toBe(129);
});

test('128 at once are always taken, also where nothing was answered', () => {
  for (const busy of [WAITING, WORKING]) expect(mostAtOnce({ answered: 0, leastUnderWay: 256, busy })).toBe(128);
  expect(mostAtOnce({ answered: 129, leastUnderWay: 256, busy: WAITING })).toBe(129);
  expect(mostAtOnce({ answered: 515, leastUnderWay: 256, busy: WORKING })).toBe(128);
});

describe('a process that has taken as many as it may', () => {
  const agent = new http.Agent({ keepAlive: true });
  let close: () => Promise<unknown>;
  let ask: (path: string, options?: Asking) => Promise<Answer>;
  let logLines: () => Record<string, unknown>[];
  /** How many have come in, and what becomes of the next ones. */
  let arrived: number;
  let handle: RequestListener;

  type Asking = { headers?: Record<string, string>; method?: string; body?: string; leaveOpen?: true };
  type Answer = Pick<IncomingMessage, 'headers' | 'statusCode'> & { text: string };

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { log, entries } = readableLog();
    logLines = entries;
    arrived = 0;
    const gate = createGate({
      log,
      metrics: createMetrics(),
      random: systemRandom,
      headers: { 'api-version': '3.0.0' },
    });
    const server = http.createServer(
      gate.before((request, response) => {
        arrived += 1;
        handle(request, response);
      }),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    close = async () => {
      gate.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    ask = (path, { headers = {}, method = 'GET', body, leaveOpen } = {}) =>
      new Promise((resolve, reject) => {
        const request = http.request({ port, host: '127.0.0.1', agent, path, method, headers }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () => resolve({ headers: response.headers, statusCode: response.statusCode, text }));
          response.on('error', reject);
        });
        request.on('error', reject);
        if (body !== undefined) request.write(body);
        if (leaveOpen === undefined) request.end();
      });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await close();
  });

  const letASecondPass = () => vi.advanceTimersByTime(1_000);

  async function fill(asking: Asking = {}): Promise<Promise<Answer>[]> {
    const calls = Array.from({ length: 256 }, () => ask('/v3/slow', asking));
    for (const call of calls) call.catch(() => {});
    await vi.waitFor(() => expect(arrived).toBe(256), { timeout: 20_000, interval: 5 });
    return calls;
  }

  test('refuses the next in the form of the API, but not those who watch, and says so once a second', async () => {
    handle = (request, response) => {
      if (request.url?.startsWith('/health/')) response.end('live');
    };
    await fill();
    const refused = await ask('/v3/cities', { headers: { 'request-id': 'mine' } });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers).toMatchObject({
      'retry-after': '2',
      'request-id': 'mine',
      'api-version': '3.0.0',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(JSON.parse(refused.text)).toEqual({
      message: 'ERR_UNAVAILABLE',
      errors: [{ id: 'ERR_UNAVAILABLE', message: expect.stringMatching(/^More calls came than can be answered/) }],
    });
    expect((await ask('/v3/cities', { method: 'HEAD' })).statusCode).toBe(503);
    expect(await ask('/health/live')).toMatchObject({ statusCode: 200, text: 'live' });
    letASecondPass();
    letASecondPass();
    expect(logLines()).toMatchObject([{ level: 'warn', refused: 2, underWay: 256 }]);
  });

  test('shows people a page that tries again by itself', async () => {
    handle = () => {};
    await fill();
    const { statusCode, headers, text } = await ask('/track/abc', { headers: { 'sec-fetch-mode': 'navigate' } });
    expect([statusCode, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(text).toContain('<meta http-equiv="refresh" content="2">');
  });

  test.each([
    ['/track/abc', { accept: 'text/html, image/gif, */*; q=.2' }],
    ['/v3/cities', { 'sec-fetch-mode': 'navigate' }],
    ['/portal/v1/orders?limit=1', { 'sec-fetch-mode': 'navigate' }],
  ])('answers in JSON whoever calls %s with %o', async (path, asked: Record<string, string>) => {
    handle = () => {};
    await fill();
    const { statusCode, headers } = await ask(path, { headers: asked });
    expect([statusCode, headers['content-type']]).toEqual([503, 'application/json; charset=utf-8']);
  });

  test('refuses before the body has come, and the connection can be used again', async () => {
    handle = (request, response) => {
      if (request.url === '/health/live') response.end(String(request.socket.remotePort));
    };
    await fill();
    const body = 'x'.repeat(200_000);
    const refused = await ask('/v3/orders', { method: 'POST', body });
    expect([refused.statusCode, refused.headers.connection]).toEqual([503, 'keep-alive']);
    const ports = () =>
      Object.values(agent.freeSockets).flatMap((free = []) => free.map(({ localPort }) => String(localPort)));
    await vi.waitFor(() => expect(ports()).toHaveLength(1), { timeout: 5_000, interval: 5 });
    const [port] = ports();
    expect((await ask('/health/live')).text).toBe(port);
  });

  test.each([
    [
      'who do not send on',
      { method: 'POST', headers: { 'content-length': '10' }, body: 'x', leaveOpen: true },
      () => {},
    ],
    ['who listen to changes', {}, (_request, response) => void response.writeHead(200).write('retry: 2000\n\n')],
  ] satisfies [string, Asking, RequestListener][])(
    'takes others after a second where it has taken those %s',
    async (_who, asking, behaviour) => {
      handle = behaviour;
      await fill(asking);
      expect((await ask('/v3/cities')).statusCode).toBe(503);
      letASecondPass();
      handle = (_request, response) => void response.end('taken');
      expect(await ask('/v3/cities')).toMatchObject({ statusCode: 200, text: 'taken' });
    },
  );

  test('takes others as soon as it has answered some, and fewer while it falls behind', async () => {
    const open: (() => void)[] = [];
    handle = (_request, response) => void open.push(() => response.end('done'));
    const taken = await fill();
    letASecondPass();
    letASecondPass();
    for (const answer of open.splice(0, 128)) answer();
    await Promise.all(taken.slice(0, 128));
    expect((await ask('/v3/cities')).statusCode).toBe(503);
    for (const answer of open.splice(0)) answer();
    expect((await Promise.all(taken)).every(({ text }) => text === 'done')).toBe(true);
    handle = (_request, response) => void response.end('taken');
    expect((await ask('/v3/cities')).statusCode).toBe(200);
  });
});
