import { once } from 'node:events';
import net from 'node:net';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { DeliveryError } from '../../foundation/errors.ts';
import { createLive, type Live } from './live.ts';

let app: FastifyInstance;
let live: Live;
let state: unknown;
let looks = 0;
let delay: Promise<void> | undefined;
let untilOpen: (reply: FastifyReply) => Promise<void>;

afterEach(async () => {
  vi.useRealTimers();
  live.closeAll();
  await app.close();
});

async function serve(limits: Partial<Parameters<typeof createLive>[0]> = {}) {
  looks = 0;
  delay = undefined;
  untilOpen = async () => {};
  state = { step: 1 };
  live = createLive({ event: 'state', mostOfSubject: 3, mostFrom: 9, mostInAll: 9, ...limits });
  app = Fastify();
  app.setErrorHandler((error: DeliveryError, _request, reply) => reply.code(error.status).send(error.message));
  app.get<{ Params: { subject: string; from: string } }>('/:subject/:from', async ({ params }, reply) => {
    await untilOpen(reply);
    live.open(reply, {
      ...params,
      look: async () => {
        looks += 1;
        await delay;
        if (state instanceof Error) throw state;
        return state;
      },
    });
    return reply;
  });
  await app.listen({ port: 0 });
}

async function watch(subject = 'one', from = 'here', lastEventId?: string) {
  const { port } = app.server.address() as { port: number };
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const response = await fetch(`http://localhost:${port}/${subject}/${from}`, { headers });
  let text = '';
  let isOpen = true;
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk);
  })()
    .catch(() => {})
    .finally(() => {
      isOpen = false;
    });
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    states: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '')),
    ids: () => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id as string),
    isOpen: () => isOpen,
  };
}

test('shows the state at once and each other one after it, and nothing twice', async () => {
  await serve();
  const stream = await watch();
  await expect.poll(stream.states).toEqual([{ step: 1 }]);
  live.show('one');
  await expect.poll(() => looks).toBe(2);
  state = { step: 2 };
  live.show('another');
  live.show('one');
  await expect.poll(stream.states).toEqual([{ step: 1 }, { step: 2 }]);
  state = { step: 3 };
  live.show();
  await expect.poll(stream.states).toEqual([{ step: 1 }, { step: 2 }, { step: 3 }]);
  expect(new Set(stream.ids()).size).toBe(3);
  expect(stream.text()).toMatch(/^retry: 2000\n\nid: \S{16}\nevent: state\ndata: /);
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
});

test('who comes back gets what changed meanwhile, and nothing where nothing did', async () => {
  await serve();
  const first = await watch();
  await expect.poll(first.ids).toHaveLength(1);
  const [seen] = first.ids();
  const same = await watch('one', 'here', seen);
  await expect.poll(() => looks).toBe(2);
  state = { step: 2 };
  const late = await watch('one', 'here', seen);
  await expect.poll(late.states).toEqual([{ step: 2 }]);
  expect(same.states()).toEqual([]);
  live.show('one');
  await expect.poll(same.states).toEqual([{ step: 2 }]);
});

test('what is sent beside the state is no part of it', async () => {
  let second = 0;
  await serve({ beside: () => ({ second: ++second }) });
  const stream = await watch();
  await expect.poll(stream.states).toEqual([{ second: 1, step: 1 }]);
  live.show('one');
  await expect.poll(() => looks).toBe(2);
  state = { step: 2 };
  live.show('one');
  await expect.poll(stream.states).toEqual([
    { second: 1, step: 1 },
    { second: 2, step: 2 },
  ]);
});

test('a refusal ends the connection, any other failure is looked at again', async () => {
  await serve({ lookAgainMs: 20 });
  state = new Error('the database is away');
  const stream = await watch();
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect([stream.isOpen(), stream.states()]).toEqual([true, []]);
  state = { step: 2 };
  await expect.poll(stream.states).toEqual([{ step: 2 }]);
  expect(stream.text()).toContain('event: here\n');
  state = new DeliveryError('ERR_NOT_FOUND');
  await expect.poll(stream.isOpen).toBe(false);
});

test('of one subject the oldest makes way for one too many', async () => {
  await serve({ mostOfSubject: 2 });
  const [oldest, second, other] = [await watch(), await watch(), await watch('other')];
  const third = await watch();
  await expect.poll(oldest.isOpen).toBe(false);
  expect([second, third, other].map((stream) => stream.isOpen())).toEqual([true, true, true]);
  expect(live.subjects()).toEqual(new Set(['one', 'other']));
});

test('one too many from one place, or in all, is not let in', async () => {
  await serve({ mostFrom: 2, mostInAll: 3 });
  const statuses = [];
  for (const from of ['here', 'here', 'here', 'there', 'elsewhere'])
    statuses.push((await watch(String(statuses.length), from)).status);
  expect(statuses).toEqual([200, 200, 429, 200, 503]);
});

test('who makes way without reading is cut off', async () => {
  await serve({ mostOfSubject: 1 });
  state = { much: 'x'.repeat(8_000_000) };
  const { port } = app.server.address() as { port: number };
  const deaf = net.connect(port, 'localhost', () => deaf.write('GET /one/there HTTP/1.1\r\nhost: localhost\r\n\r\n'));
  deaf.pause();
  onTestFinished(() => void deaf.destroy());
  const count = promisify(app.server.getConnections.bind(app.server));
  await expect.poll(() => looks).toBe(1);
  state = { step: 2 };
  const stream = await watch();
  await expect.poll(count).toBe(1);
  expect(stream.isOpen()).toBe(true);
});

test('who hangs up before the first look takes nobody’s place', async () => {
  await serve();
  const { port } = app.server.address() as { port: number };
  const hasty = net.connect(port, 'localhost', () => hasty.write('GET /one/there HTTP/1.1\r\nhost: localhost\r\n\r\n'));
  let hasHungUp = false;
  untilOpen = async ({ raw }) => {
    hasty.destroy();
    await once(raw, 'close');
    hasHungUp = true;
  };
  await expect.poll(() => hasHungUp).toBe(true);
  expect([live.subjects(), looks]).toEqual([new Set(), 0]);
});

test('each is looked at again by its own time, not all at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await serve({ lookAgainMs: 15_000 });
  await watch('one');
  await expect.poll(() => looks).toBe(1);
  vi.advanceTimersByTime(10_000);
  await watch('two');
  await expect.poll(() => looks).toBe(2);
  vi.advanceTimersByTime(5_000);
  await expect.poll(() => looks).toBe(3);
  vi.advanceTimersByTime(9_999);
  expect(looks).toBe(3);
  vi.advanceTimersByTime(1);
  await expect.poll(() => looks).toBe(4);
});

test('when all look again, 64 look at a time', async () => {
  await serve({ mostOfSubject: 70, mostFrom: 70, mostInAll: 70 });
  const streams = await Promise.all(Array.from({ length: 70 }, () => watch()));
  await expect.poll(() => streams.every(({ states }) => states().length === 1)).toBe(true);
  let letGo: () => void = () => {};
  delay = new Promise((resolve) => {
    letGo = resolve;
  });
  looks = 0;
  live.show();
  await expect.poll(() => looks).toBe(64);
  letGo();
  await expect.poll(() => looks).toBe(70);
});

test('all are closed at the end, and whoever comes then is not let in', async () => {
  await serve();
  const stream = await watch();
  live.closeAll();
  await expect.poll(stream.isOpen).toBe(false);
  expect((await watch()).status).toBe(503);
});
