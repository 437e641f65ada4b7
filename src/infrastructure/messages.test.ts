import { afterEach, expect, test } from 'vitest';
import { readableLog } from '../../test/support/edges.ts';
import { startLocalService } from '../../test/support/local-service.ts';
import { createMessages } from './messages.ts';
import { createMetrics } from './metrics.ts';

type Answering = Parameters<typeof startLocalService>[0];
const services: Awaited<ReturnType<typeof startLocalService>>[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});

const MESSAGE = { to: '+85256847123', text: 'Your code is 012345' };

async function gateway(answering: Answering, timeLimitMs = 2_000, messagesToken: string | undefined = 'secret-token') {
  const service = await startLocalService(answering);
  services.push(service);
  const { log, lines, entries } = readableLog();
  const settings = { environment: 'production', messagesUrl: `${service.url}/send?from=us`, messagesToken } as const;
  const metrics = createMetrics();
  const failed = async () => /^waybill_messages_failed_total (\d+)$/m.exec(await metrics.registry.metrics())?.[1];
  return {
    messages: createMessages(settings, { log, metrics }, timeLimitMs),
    failed,
    asked: service.asked,
    lines,
    entries,
  };
}

test.each([200, 201, 202, 204, 299])(
  'a message is posted as JSON with the token, and %i means that it was taken',
  async (status) => {
    const { messages, failed, asked, lines } = await gateway((_, answer) => answer.writeHead(status).end());
    expect(await messages.send(MESSAGE)).toBe(true);
    expect(await failed()).toBe('0');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.method).toBe('POST');
    expect(asked[0]?.url.pathname + (asked[0]?.url.search ?? '')).toBe('/send?from=us');
    expect(asked[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'content-type': 'application/json',
    });
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual(MESSAGE);
    expect(lines).toEqual([]);
  },
);

test('a gateway that needs no token gets none', async () => {
  const service = await startLocalService((_, answer) => answer.end());
  services.push(service);
  const settings = { environment: 'production', messagesUrl: service.url, messagesToken: undefined } as const;
  const messages = createMessages(settings, { log: readableLog().log, metrics: createMetrics() });
  expect([messages.standInLog, await messages.send(MESSAGE)]).toEqual([false, true]);
  expect(service.asked[0]?.headers.authorization).toBeUndefined();
});

test.each([500, 503])('after %i it is tried once more', async (status) => {
  let calls = 0;
  const { messages, asked, lines } = await gateway((_, answer) => answer.writeHead(++calls === 1 ? status : 200).end());
  expect(await messages.send(MESSAGE)).toBe(true);
  expect(asked).toHaveLength(2);
  expect(lines).toEqual([]);
});

test('a gateway that hangs up once is tried again', async () => {
  let calls = 0;
  const { messages } = await gateway((_, answer) => (++calls === 1 ? answer.destroy() : answer.end()));
  expect(await messages.send(MESSAGE)).toBe(true);
});

test('after the second failure it is given up, with a warning that holds neither text, phone nor token', async () => {
  const { messages, failed, asked, lines, entries } = await gateway((_, answer) => answer.writeHead(500).end());
  expect(await failed()).toBe('0');
  expect(await messages.send(MESSAGE)).toBe(false);
  expect(await failed()).toBe('1');
  expect(asked).toHaveLength(2);
  expect(entries()).toEqual([expect.objectContaining({ level: 'warn', msg: 'a message could not be sent' })]);
  expect(lines.join()).not.toMatch(/012345|56847123|secret-token/);
});

test.each([300, 301, 400, 401, 403, 404, 429])('%i will not change, so it is asked once only', async (status) => {
  const { messages, asked, entries } = await gateway((_, answer) =>
    answer.writeHead(status, { location: '/elsewhere' }).end(),
  );
  expect(await messages.send(MESSAGE)).toBe(false);
  expect(asked).toHaveLength(1);
  expect(entries()).toHaveLength(1);
});

test('a gateway that does not answer is not waited for longer than the limit, twice', async () => {
  const { messages, asked } = await gateway(() => {}, 500);
  expect(await messages.send(MESSAGE)).toBe(false);
  expect(asked).toHaveLength(2);
});

test('a gateway that is not there is a failure, not a fault of the caller', async () => {
  const { messages } = await gateway(() => {});
  await services.pop()?.stop();
  expect(await messages.send(MESSAGE)).toBe(false);
});

test('without a gateway the sandbox shows the text in the log', async () => {
  const { log, entries } = readableLog();
  const settings = { environment: 'sandbox', messagesUrl: undefined, messagesToken: undefined } as const;
  const messages = createMessages(settings, { log, metrics: createMetrics() });
  expect([messages.standInLog, await messages.send(MESSAGE)]).toEqual([true, false]);
  expect(entries()).toEqual([
    expect.objectContaining({ level: 'info', text: 'Your code is 012345', to: '+[phone]23' }),
  ]);
});

test('without a gateway production says what to set, and never shows the text', async () => {
  const { log, lines, entries } = readableLog();
  const settings = { environment: 'production', messagesUrl: undefined, messagesToken: undefined } as const;
  const messages = createMessages(settings, { log, metrics: createMetrics() });
  expect([messages.standInLog, await messages.send(MESSAGE)]).toEqual([false, false]);
  expect(entries()).toEqual([
    expect.objectContaining({ level: 'warn', msg: expect.stringContaining('WAYBILL_MESSAGES_URL') }),
  ]);
  expect(lines.join()).not.toMatch(/012345|56847123/);
});
