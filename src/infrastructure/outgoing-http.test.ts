import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { answerJson, startLocalService } from '../../test/support/local-service.ts';
import { fetchJson, postJson } from './outgoing-http.ts';

type Service = Awaited<ReturnType<typeof startLocalService>>;
const services: Service[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});

async function serve(answering: Parameters<typeof startLocalService>[0]): Promise<Service> {
  const service = await startLocalService(answering);
  services.push(service);
  return service;
}

const patience = () => AbortSignal.timeout(5_000);
const get = (service: Service, path = '/', maxBytes = 1_000) =>
  fetchJson(new URL(path, service.url), { signal: patience(), maxBytes });

test('JSON is sent and received, with the headers and the trace that are given', async () => {
  const service = await serve((asked, answer) => answerJson(answer, { heard: JSON.parse(asked.body) }));
  const answer = await fetchJson(new URL('/matrix?key=k', service.url), {
    method: 'POST',
    body: { where: '中環' },
    headers: { 'accept-language': 'zh-HK' },
    traceparent: '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01',
    signal: patience(),
    maxBytes: 1_000,
  });
  expect(answer).toEqual({ heard: { where: '中環' } });
  const [asked] = service.asked;
  expect(asked?.method).toBe('POST');
  expect(asked?.url.pathname + (asked?.url.search ?? '')).toBe('/matrix?key=k');
  expect(asked?.headers).toMatchObject({
    'content-type': 'application/json',
    'accept-language': 'zh-HK',
    'user-agent': 'waybill',
    traceparent: '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01',
  });
});

test('without a trace no traceparent is sent', async () => {
  const service = await serve((_, answer) => answerJson(answer, 1));
  await get(service);
  expect(service.asked[0]?.headers.traceparent).toBeUndefined();
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is an error and is not followed', async (status) => {
  const service = await serve((asked, answer) => {
    if (asked.url.pathname === '/elsewhere') answerJson(answer, 'arrived');
    else answer.writeHead(status, { location: '/elsewhere' }).end();
  });
  await expect(get(service)).rejects.toThrow(`answered ${status}`);
  expect(service.asked).toHaveLength(1);
});

test.each([204, 400, 404, 429, 500, 503])('status %i is an error', async (status) => {
  const service = await serve((_, answer) => answer.writeHead(status).end());
  await expect(get(service)).rejects.toThrow(`answered ${status}`);
});

test.each<[status: number, ask: (url: URL, signal: AbortSignal) => Promise<unknown>]>([
  [500, (url, signal) => fetchJson(url, { signal, maxBytes: 1_000 })],
  [500, (url, signal) => postJson(url, { signal })],
  [200, (url, signal) => postJson(url, { signal })],
])('where only the status %i matters, the rest is not waited for and the line is closed', async (status, ask) => {
  let closed: Promise<unknown> | undefined;
  const service = await serve((_, answer) => {
    closed = once(answer, 'close');
    answer.writeHead(status).write('and ');
  });
  const signal = patience();
  await ask(new URL(service.url), signal).catch((error) => expect(error).toMatchObject({ status: 500 }));
  await closed;
  expect(signal.aborted).toBe(false);
});

test('https is spoken where the address says so', async () => {
  const service = await serve((_, answer) => answerJson(answer, 1));
  const url = new URL(service.url.replace('http:', 'https:'));
  await expect(fetchJson(url, { signal: patience(), maxBytes: 1_000 })).rejects.toThrow('SSL routines');
  expect(service.asked).toHaveLength(0);
});

test.each(['', '{"a":', '<html></html>', 'NaN'])('an answer of "%s" is an error', async (text) => {
  const service = await serve((_, answer) => answer.end(text));
  await expect(get(service)).rejects.toThrow('not JSON');
});

test('an answer may be as long as the cap and not a byte longer', async () => {
  const service = await serve((asked, answer) =>
    answer.end(`"${'a'.repeat(Number(asked.url.searchParams.get('n')) - 2)}"`),
  );
  await expect(get(service, '/?n=1000')).resolves.toHaveLength(998);
  await expect(get(service, '/?n=1001')).rejects.toThrow('more than 1000 bytes');
});

test('a gigabyte that announces itself is refused before any of it is read', async () => {
  const service = await serve((_, answer) => answer.writeHead(200, { 'content-length': 1e9 }).flushHeaders());
  await expect(get(service)).rejects.toThrow('more than 1000 bytes');
});

test('an endless answer is cut off', async () => {
  let sent = 0;
  let closed: Promise<unknown> | undefined;
  const service = await serve((_, answer) => {
    closed = once(answer, 'close');
    const pour = () => {
      if (answer.destroyed) return;
      sent += 65_536;
      if (answer.write('a'.repeat(65_536))) setImmediate(pour);
      else answer.once('drain', pour);
    };
    pour();
  });
  await expect(get(service, '/', 100_000)).rejects.toThrow('more than 100000 bytes');
  await closed;
  expect(sent).toBeLessThan(50_000_000);
});

test('the signal ends the wait for an answer and for the rest of one', async () => {
  const service = await serve((asked, answer) => {
    if (asked.url.pathname === '/half') answer.write('{"a":');
  });
  for (const path of ['/silent', '/half']) {
    const signal = AbortSignal.timeout(50);
    await expect(fetchJson(new URL(path, service.url), { signal, maxBytes: 1_000 })).rejects.toThrow();
  }
  const aborted = AbortSignal.abort();
  await expect(fetchJson(new URL(service.url), { signal: aborted, maxBytes: 1_000 })).rejects.toThrow();
  expect(service.asked).toHaveLength(2);
});

test('a server that is not there, or hangs up, is an error', async () => {
  const service = await serve((_, answer) => answer.destroy());
  await expect(get(service)).rejects.toThrow();
  await service.stop();
  await expect(get(services.pop() as Service)).rejects.toThrow('ECONNREFUSED');
});

test('an error never repeats the path or the query, which may hold an address or a key', async () => {
  const service = await serve((_, answer) => answer.writeHead(500).end());
  await expect(get(service, '/secret-place?api_key=hunter2')).rejects.toSatisfy(
    (error) => !/secret-place|hunter2/.test(String(error)),
  );
});
