import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ClientOptions, createTransport, type Fetch, wait } from './transport.ts';

const NOW = Date.UTC(2026, 10, 16, 4, 0, 0);
const SECRET = 'sk_test_not-to-be-seen';

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | Error | 'hang';
type Sent = { url: string; at: number; headers: Record<string, string>; body: string | null; method: string };

/** Answers each try in turn, and keeps what was sent. */
function scripted(replies: readonly Reply[]) {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, { method, headers, body, signal }) => {
    const reply = replies[sent.length] ?? 'hang';
    sent.push({ url, at: Date.now() - NOW, headers, body, method });
    signal.throwIfAborted();
    if (reply instanceof Error) throw reply;
    if (reply === 'hang')
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const { status, body: answer, headers: further } = reply;
    return new Response(answer === undefined ? null : JSON.stringify(answer), { status, headers: further ?? {} });
  };
  return { sent, fetch };
}

function transportOf(fetch: Fetch, further: Partial<ClientOptions> = {}) {
  return createTransport({
    apiKey: 'pk_test_1',
    apiSecret: SECRET,
    market: 'HK',
    baseUrl: 'https://example.test:8443',
    fetch,
    ...further,
  });
}

const DONE = { status: 200, body: { data: { ok: true } } };
const LIMITED = { status: 429, body: { message: 'ERR_RATE_LIMIT_EXCEEDED' }, headers: { 'Retry-After': '2' } };
const BROKEN = { status: 500, body: { message: 'ERR_INTERNAL' } };
const REFUSED = { status: 422, body: { message: 'ERR_INVALID_FIELD' } };
const CUT = new TypeError('fetch failed', { cause: new Error('other side closed') });

/** Settles while time passes: signing takes real time, waiting does not. */
async function inTime<T>(promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  while (!isSettled) {
    await crypto.subtle.digest('SHA-256', new Uint8Array());
    vi.advanceTimersByTime(10);
  }
  return promise;
}

describe('a call', () => {
  test('is signed over the path without its query and over the very body that is sent', async () => {
    const { sent, fetch } = scripted([DONE]);
    const call = {
      data: { name: '陳大文' },
      query: { after: 'a&b', limit: undefined },
      platform: 'PLUS',
      expand: ['actions'],
    } as const;
    expect(await transportOf(fetch).data('POST', ['v3', 'orders', 'ref', 'a/b'], call, { requestId: 'r-1' })).toEqual({
      ok: true,
    });
    const body = '{"data":{"name":"陳大文"}}';
    const signature = createHmac('sha256', SECRET)
      .update(`${NOW}\r\nPOST\r\n/v3/orders/ref/a%2Fb\r\n\r\n${body}`)
      .digest('hex');
    expect(sent).toEqual([
      {
        url: 'https://example.test:8443/v3/orders/ref/a%2Fb?after=a%26b',
        method: 'POST',
        at: 0,
        body,
        headers: {
          Authorization: `hmac pk_test_1:${NOW}:${signature}`,
          'Content-Type': 'application/json',
          Market: 'HK',
          'Request-ID': 'r-1',
          Platform: 'PLUS',
          Expand: 'actions',
        },
      },
    ]);
  });

  test('without data has no body, and an id of its own', async () => {
    const { sent, fetch } = scripted([DONE, { status: 204 }]);
    await transportOf(fetch).data('GET', ['v3', 'cities']);
    expect(await transportOf(fetch).data('DELETE', ['v3', 'orders', '1'])).toBeUndefined();
    expect(sent.map(({ body }) => body)).toEqual([null, null]);
    const ids = sent.map(({ headers }) => headers['Request-ID']);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is not taken for done where something else answers', async () => {
    const page: Fetch = async () => new Response('<html>', { status: 200 });
    await expect(transportOf(page).data('GET', ['v3', 'cities'])).rejects.toMatchObject({
      code: 'UNREADABLE_ANSWER',
      status: 200,
    });
    for (const body of [{}, { status: 'ok' }, { data: null }, { data: 'done' }, [], 'ok', null, 7]) {
      const { fetch } = scripted([{ status: 200, body }]);
      await expect(transportOf(fetch).data('DELETE', ['v3', 'orders', '1'])).rejects.toMatchObject({
        code: 'UNREADABLE_ANSWER',
        status: 200,
      });
    }
  });

  test('gives a page only where something says what comes next: a list would begin again and again', async () => {
    const page = (body: unknown) =>
      transportOf(scripted([{ status: 200, body }]).fetch).page(['v3', 'events'], {}, { requestId: 'r-1' });
    expect(await page({ data: [1], next: null })).toEqual({ data: [1], next: null });
    expect(await page({ data: [], next: '7' })).toEqual({ data: [], next: '7' });
    for (const body of [{ data: [1] }, { data: {}, next: null }, { next: null }, { data: [1], next: 7 }])
      await expect(page(body)).rejects.toMatchObject({ code: 'UNREADABLE_ANSWER', status: 200, requestId: 'r-1' });
  });

  test('never shows the secret, neither in what is sent nor in an error', async () => {
    const { sent, fetch } = scripted([REFUSED, CUT]);
    const transport = transportOf(fetch, { retries: 0 });
    const errors = [
      await transport.data('GET', ['a']).catch(String),
      await transport.data('GET', ['a']).catch((error) => JSON.stringify(error) + error.stack),
    ];
    expect(JSON.stringify([sent, errors, transport])).not.toContain(SECRET);
  });
});

describe('a retry', () => {
  test('has the same id and body, a fresh timestamp and a fresh signature', async () => {
    const { sent, fetch } = scripted([BROKEN, CUT, LIMITED, DONE]);
    expect(await inTime(transportOf(fetch).data('POST', ['v3', 'orders'], { data: { a: 1 } }))).toEqual({ ok: true });
    expect(sent).toHaveLength(4);
    const different = (pick: (sent: Sent) => unknown) => new Set(sent.map(pick)).size;
    expect(different(({ headers }) => headers['Request-ID'])).toBe(1);
    expect(different(({ body }) => body)).toBe(1);
    expect(different(({ headers }) => headers.Authorization)).toBe(4);
    const timestamps = sent.map(({ headers }) => Number(headers.Authorization?.split(':')[1]));
    expect(timestamps).toEqual([...new Set(timestamps)].sort());
    expect((sent[3] as Sent).at - (sent[2] as Sent).at).toBeGreaterThanOrEqual(2_000);
  });

  test('is made as often as allowed, then the last failure is told', async () => {
    const { sent, fetch } = scripted([BROKEN, BROKEN, LIMITED, DONE]);
    const call = transportOf(fetch, { retries: 2 }).data('GET', ['a'], {}, { requestId: 'r-1' });
    await expect(inTime(call)).rejects.toMatchObject({
      code: 'ERR_RATE_LIMIT_EXCEEDED',
      retryAfterSeconds: 2,
      requestId: 'r-1',
    });
    expect(sent).toHaveLength(3);
  });

  test('is not made of a refusal', async () => {
    const { sent, fetch } = scripted([REFUSED, DONE]);
    await expect(inTime(transportOf(fetch).data('GET', ['a']))).rejects.toMatchObject({ code: 'ERR_INVALID_FIELD' });
    expect(sent).toHaveLength(1);
  });

  test('follows a try that takes too long, which is given up', async () => {
    const { sent, fetch } = scripted(['hang', DONE]);
    await inTime(transportOf(fetch, { timeoutMs: 5_000 }).data('GET', ['a']));
    expect(sent[1]?.at).toBeGreaterThanOrEqual(5_000);
    const never = scripted([]);
    await expect(
      inTime(transportOf(never.fetch, { timeoutMs: 5_000, retries: 1 }).data('GET', ['a'])),
    ).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'https://example.test:8443 did not answer within 5000 ms.',
    });
    expect(never.sent).toHaveLength(2);
  });
});

describe('a call that its caller ends', () => {
  test('fails with the caller’s reason, while it is tried and while it waits', async () => {
    for (const reply of ['hang', LIMITED] as const) {
      const { sent, fetch } = scripted([reply, DONE]);
      const controller = new AbortController();
      const reason = new Error('no longer needed');
      setTimeout(() => controller.abort(reason), 1_000);
      await expect(inTime(transportOf(fetch).data('GET', ['a'], {}, { signal: controller.signal }))).rejects.toBe(
        reason,
      );
      expect(sent).toHaveLength(1);
    }
  });

  test('before it began is not sent', async () => {
    const { sent, fetch } = scripted([DONE]);
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(transportOf(fetch).data('GET', ['a'], {}, { signal })).rejects.toThrow('too late');
    await expect(wait(1_000, signal)).rejects.toThrow('too late');
    expect(sent).toEqual([]);
  });
});

describe('what cannot work is said at once', () => {
  const fetch = scripted([]).fetch;

  test.each([['localhost:8443'], ['https://example.test/api'], ['ftp://example.test'], ['']])(
    'baseUrl %j',
    (baseUrl) => {
      expect(() => transportOf(fetch, { baseUrl })).toThrow(/^baseUrl must be like/);
    },
  );

  test.each(['apiKey', 'apiSecret', 'market'])('no %s', (name) => {
    expect(() => transportOf(fetch, { [name]: '' })).toThrow(`${name} is missing.`);
    expect(() => transportOf(fetch, { [name]: undefined })).toThrow(`${name} is missing.`);
  });

  test.each(['apiKey', 'apiSecret', 'market'])('%s with the line end of the file that it was read from', (name) => {
    expect(() => transportOf(fetch, { [name]: 'x\n' })).toThrow(
      `${name} must not begin or end with a blank or a line end.`,
    );
  });

  test.each([Number.NaN, -1, null, '4'])('retries %s, which would be without end or a guess', (retries) => {
    expect(() => transportOf(fetch, { retries: retries as number })).toThrow(
      `retries must be a number from 0 on. It is ${retries}.`,
    );
  });

  test.each([Number.NaN, 0, -1, 2 ** 31, Number.POSITIVE_INFINITY, null, '30000'])(
    'timeoutMs %s, with which no try would be waited for',
    (timeoutMs) => {
      expect(() => transportOf(fetch, { timeoutMs: timeoutMs as number })).toThrow(
        `timeoutMs must be above 0 and at most 2147483647. It is ${timeoutMs}.`,
      );
    },
  );

  test('and the least and the most of both can be had', () => {
    for (const terms of [
      { retries: 0 },
      { retries: Number.POSITIVE_INFINITY },
      { timeoutMs: 1 },
      { timeoutMs: 2 ** 31 - 1 },
    ])
      expect(() => transportOf(fetch, terms)).not.toThrow();
  });

  test.each([[''], ['a b'], ['a\nb'], ['單號']])('requestId %j, which no header can carry', async (requestId) => {
    const { sent, fetch } = scripted([DONE]);
    await expect(transportOf(fetch).data('GET', ['a'], {}, { requestId })).rejects.toThrow(
      'requestId must be of visible ASCII',
    );
    expect(sent).toEqual([]);
  });

  test('an id that was made a number and has lost digits by it', async () => {
    const { sent, fetch } = scripted([DONE]);
    const id = JSON.parse('1572306068313387008');
    await expect(transportOf(fetch).data('GET', ['v3', 'orders', id])).rejects.toThrow(
      'An id is text, and 1572306068313387000 is a number: it holds fewer digits than an id has.',
    );
    expect(sent).toEqual([]);
  });

  test.each([[''], ['.'], ['..'], [undefined]])('an id %j, which would lead to another path', async (id) => {
    const { sent, fetch } = scripted([DONE]);
    const call = transportOf(fetch).data('GET', ['v3', 'orders', id as string]);
    await expect(call).rejects.toThrow(`"${id}" cannot be an id`);
    expect(sent).toEqual([]);
  });
});
