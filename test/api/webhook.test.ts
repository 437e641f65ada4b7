import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { composeJobs } from '../../src/main/compose-worker.ts';
import { answers, startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { setUrl } from '../support/webhooks.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let receiver: WebhookReceiver;
beforeAll(async () => {
  world = await createWorld({ partner: { limitFactor: 1_000, platforms: ['ON_DEMAND', 'PLUS'] } });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await world.close();
});
afterEach(() => receiver.behave(answers.status(200)));

async function storedUrl(): Promise<string | null | undefined> {
  const [row] = await world.foundations.database.query<{ url: string | null }>(
    'select url from webhook_receivers where partner_id = $1',
    [world.partner.partnerId],
  );
  return row?.url;
}

describe('setting the URL', () => {
  test('sends an empty POST to it and answers with the URL', async () => {
    const answer = await setUrl(world, `${receiver.url}?tenant=7`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ data: { url: `${receiver.url}?tenant=7` } });
    const probe = receiver.pushes.at(-1);
    expect(probe).toMatchObject({ method: 'POST', path: '/hooks?tenant=7', body: '' });
    expect(probe?.headers['content-type']).toBe('application/json');
    expect(probe?.headers['content-length']).toBe('0');
    expect(await storedUrl()).toBe(`${receiver.url}?tenant=7`);
  });

  test('carries the rate headers of its own API', async () => {
    const answer = await setUrl(world, receiver.url);
    expect(answer.headers['ratelimit-limit-patchwebhook']).toBe('30000');
  });

  test('wakes a thousand streams that wait at once and leaves the rest to the worker: nobody waits for all of them', async () => {
    const { foundations } = world;
    const [partner, other] = [await world.newPartner({ limitFactor: 1_000 }), await world.newPartner()];
    const parked = `insert into delivery_streams (stream_id, partner_id, due_at, attempts, first_attempt_at, parked_reason)
      select 1400000000000000000 + $2 + 2 * number, $1, $4, 10, $4, 'No.' from generate_series(1, $3) number`;
    const at = new Date(world.clock.now());
    await foundations.database.query(parked, [partner.partnerId, 0, 2_500, at]);
    await foundations.database.query(parked, [other.partnerId, 1, 5, at]);
    const stillParked = async () => {
      const rows = await foundations.database.query<{ count: number }>(
        `select count(*) filter (where parked_reason is not null and attempts = 10)::integer as count
         from delivery_streams where partner_id = any($1) group by partner_id order by partner_id`,
        [[partner.partnerId, other.partnerId]],
      );
      return rows.map(({ count }) => count);
    };
    expect((await setUrl(world, receiver.url, partner)).status).toBe(200);
    expect(await stillParked()).toEqual([1_500, 5]);
    const handlers = composeJobs(foundations);
    const goOn = () => runDueJob({ ...foundations, handlers }, { only: ['webhooks.resumeRest'] });
    expect(await goOn()).toBe(true);
    expect(await stillParked()).toEqual([500, 5]);
    expect(await goOn()).toBe(true);
    expect(await stillParked()).toEqual([0, 5]);
    expect(await goOn()).toBe(false);
  });

  test('works for Plus as well', async () => {
    const body = JSON.stringify({ data: { url: receiver.url } });
    expect((await world.call('PATCH', '/v3/webhook', { body, headers: { platform: 'PLUS' } })).status).toBe(200);
  });

  test('is not remembered: the same call again asks the receiver again', async () => {
    const before = receiver.pushes.length;
    const body = JSON.stringify({ data: { url: receiver.url } });
    for (const _ of ['first', 'again']) {
      const answer = await world.call('PATCH', '/v3/webhook', { body, requestId: 'webhook' });
      expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([200, undefined]);
    }
    expect(receiver.pushes).toHaveLength(before + 2);
  });

  test('with an empty URL takes it away, and asks nobody', async () => {
    await setUrl(world, receiver.url);
    const before = receiver.pushes.length;
    expect((await setUrl(world, '')).json).toEqual({ data: { url: '' } });
    expect(receiver.pushes).toHaveLength(before);
    expect(await storedUrl()).toBeNull();
  });
});

describe('a URL that cannot be used', () => {
  const refusal = {
    message: 'ERR_INVALID_RESPONSE',
    errors: {
      id: 'ERR_INVALID_RESPONSE',
      message:
        'The URL cannot be used: it must be reachable (in production from the internet) and answer an empty POST with 200 within 5 seconds.',
      detail: '/data/url',
    },
  };

  test.each([201, 204, 301, 302, 307, 400, 404, 410, 500, 503])('answers %i', async (status) => {
    await setUrl(world, receiver.url);
    receiver.behave(answers.status(status, status < 400 ? { location: receiver.url } : {}));
    const before = receiver.pushes.length;
    const answer = await setUrl(world, `${receiver.url}/other`);
    expect(answer.status).toBe(422);
    expect(answer.json).toEqual(refusal);
    expect(receiver.pushes).toHaveLength(before + 1);
    expect(await storedUrl()).toBe(receiver.url);
  });

  test('hangs, or drips its head, and is given up after 5 seconds with the same answer', async () => {
    const [dripping, other] = [await startReceiver(), await world.newPartner()];
    onTestFinished(() => dripping.stop());
    receiver.behave(answers.hang);
    dripping.behave(answers.dripHead);
    const startedAt = performance.now();
    const [hung, dripped] = await Promise.all([setUrl(world, receiver.url), setUrl(world, dripping.url, other)]);
    expect([hung.json, dripped.json]).toEqual([refusal, refusal]);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });

  test('closes early', async () => {
    receiver.behave(answers.closeEarly);
    expect((await setUrl(world, receiver.url)).json).toEqual(refusal);
  });

  test('refuses connections', async () => {
    expect((await setUrl(world, 'http://127.0.0.1:1/')).json).toEqual(refusal);
  });

  test('has a name that leads nowhere', async () => {
    expect((await setUrl(world, 'http://receiver.invalid/')).json).toEqual(refusal);
  });

  test('speaks plain HTTP on an https port, or has a certificate that nobody vouches for', async () => {
    expect((await setUrl(world, receiver.url.replace('http:', 'https:'))).json).toEqual(refusal);
    expect((await setUrl(world, `https://127.0.0.1:${world.port}/health/live`)).json).toEqual(refusal);
  });

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://0x0a.1/',
    'http://167772161/',
    'http://012.0.0.1/',
    'http://192.168.1.1./',
    'http://[fe80::1]/',
    'http://[64:ff9b::a00:1]/',
  ])('leads inward: %s', async (url) => {
    expect((await setUrl(world, url)).json).toEqual(refusal);
  });

  test.each([
    `https://example.com/${'a'.repeat(5_000)}`,
    'https://user:password@example.com/',
    'https://example.com/#part',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://example.com:65536/',
    'https://example.com:0/',
    'not a url',
    '/webhooks',
    ' ',
  ])('has a form that cannot be used: %s', async (url) => {
    const { status, json } = await setUrl(world, url);
    expect(status).toBe(422);
    expect(json).toMatchObject({
      message: 'ERR_INVALID_RESPONSE',
      errors: {
        id: 'ERR_INVALID_RESPONSE',
        detail: '/data/url',
        message: expect.stringMatching(/^The URL .*\.$|webhooks$/),
      },
    });
  });

  test.each([
    [undefined, 'ERR_MISSING_FIELD'],
    [7, 'ERR_INVALID_FIELD'],
    [null, 'ERR_INVALID_FIELD'],
    [['x'], 'ERR_INVALID_FIELD'],
  ])('is not text: %s', async (url, code) => {
    expect((await setUrl(world, url)).json).toMatchObject({
      message: code,
      errors: { id: code, detail: '/data/url' },
    });
  });

  test.each([
    ['no data', { body: '{}' }, 422, { id: 'ERR_MISSING_FIELD' }],
    ['an unknown market', { body: '{"data":{"url":""}}', market: 'XX' }, 422, { id: 'ERR_INVALID_MARKET' }],
    ['no JSON', { body: '{' }, 400, [{ id: 'ERR_INVALID_JSON' }]],
  ])(
    'comes with %s: each 422 of this call has one error, and no other answer has',
    async (_, options, status, errors) => {
      const answer = await world.call('PATCH', '/v3/webhook', options);
      expect([answer.status, answer.json.errors]).toMatchObject([status, errors]);
    },
  );
});

test('an answer of 200 counts however long its body is', async () => {
  for (const behaviour of [answers.flood(200), answers.status(200, {}, 'x'.repeat(100_000))]) {
    receiver.behave(behaviour);
    expect((await setUrl(world, receiver.url)).status).toBe(200);
  }
});

test('in production only https is taken, and nothing on this machine', async () => {
  const production = await createWorld({ env: { WAYBILL_ENVIRONMENT: 'production' } });
  let connections = 0;
  const listener = net.createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as net.AddressInfo;
  try {
    expect((await setUrl(production, receiver.url)).json.errors.message).toBe('The URL must begin with https://.');
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      expect((await setUrl(production, `https://${host}:${port}/`)).json.message).toBe('ERR_INVALID_RESPONSE');
    }
    expect(connections).toBe(0);
  } finally {
    listener.close();
    await production.close();
  }
});

test('in production a receiver inside the network is reached where the operator allows it', async () => {
  const production = await createWorld({
    env: { WAYBILL_ENVIRONMENT: 'production', WAYBILL_WEBHOOK_ALLOW: 'localhost,127.0.0.2' },
  });
  let connections = 0;
  const listener = net.createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => listener.listen(0, '0.0.0.0', resolve));
  const { port } = listener.address() as net.AddressInfo;
  try {
    for (const host of ['localhost', '127.0.0.2']) await setUrl(production, `https://${host}:${port}/`);
    expect(connections).toBe(2);
    await setUrl(production, `https://127.0.0.1:${port}/`);
    expect(connections).toBe(2);
  } finally {
    listener.close();
    await production.close();
  }
});
