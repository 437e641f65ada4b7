import { Type } from 'typebox';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOUR_MS, SECOND_MS } from '../../src/foundation/time.ts';
import { withConnection } from '../../src/infrastructure/database/database.ts';
import { created, type PartnerApi } from '../../src/infrastructure/http/partner-api.ts';
import { leaveJob, leaveJobs } from '../../src/infrastructure/jobs/jobs-sql.ts';
import { startWorker } from '../../src/infrastructure/jobs/worker.ts';
import { endOfCertificate } from '../../src/infrastructure/tls/certificates.ts';
import { createWorld, type World } from '../support/world.ts';

function addRoutes(partnerApi: PartnerApi): void {
  const route = {
    limit: 'PostOrder',
    platform: 'ANY',
    tag: 'Probe',
    operationId: 'probe',
    summary: 'A probe',
  } as const;
  partnerApi.post(
    '/v3/jobs',
    { ...route, data: Type.Unknown(), answers: { 201: Type.Unknown() } },
    async ({ data, now, trace, once }) =>
      once(async (tx) => {
        await leaveJob(tx, { kind: 'test.echo', dueAt: now, payload: { data }, trace });
        return created({});
      }),
  );
  partnerApi.post('/v3/bug', { ...route, answers: { 201: null } }, async () => {
    throw new Error('a secret detail: sk_test_abcdefgh');
  });
}

let world: World;
beforeAll(async () => {
  world = await createWorld({ addRoutes, partner: { limitFactor: 1000 } });
});
afterAll(() => world.close());

test('alive and ready', async () => {
  expect((await world.send({ path: '/health/live' })).json).toEqual({ status: 'live' });
  const ready = await world.send({ path: '/health/ready' });
  // The test's clock is not the database's, and readiness says so.
  expect(ready.json.checks).toMatchObject({ database: 'ok', notifications: 'ok', migrations: 'ok' });
  world.clock.set(Date.now());
  expect(await world.send({ path: '/health/ready' })).toMatchObject({ status: 200, json: { status: 'ready' } });
  world.clock.advance(HOUR_MS);
  const skewed = await world.send({ path: '/health/ready' });
  expect([skewed.status, skewed.json.checks.clock]).toEqual([503, 'failed']);
  expect(world.logLines.join('')).toMatch(/clocks? and the database's differ by 3[56]\d\d s/);
  world.clock.set(Date.now());
});

test('what says nothing else is kept by no cache on the way, also a file that another version will have', async () => {
  for (const path of ['/health/live', '/health/ready', '/metrics', '/assets/next-A1b2C3d4.js', '/nowhere'])
    expect([path, (await world.send({ path })).headers['cache-control']]).toEqual([path, 'no-store']);
  expect((await world.call('GET', '/v3/cities')).headers['cache-control']).toBe('no-store');
});

test('metrics tell which check fails, whether or not somebody asks if it is ready', async () => {
  const checks = async () =>
    [...(await world.send({ path: '/metrics' })).text.matchAll(/^waybill_check_ok\{check="(\w+)"\} (\d)$/gm)].map(
      ([, name, value]) => `${name} ${value}`,
    );
  world.clock.advance(HOUR_MS);
  expect(await checks()).toEqual(['database 1', 'notifications 1', 'migrations 1', 'clock 0']);
  world.clock.set(Date.now());
  expect(await checks()).toEqual(['database 1', 'notifications 1', 'migrations 1', 'clock 1']);
});

test('metrics tell when the certificate ends', async () => {
  const { text } = await world.send({ path: '/metrics' });
  const [, seconds] = /^waybill_certificate_ends_seconds (\d+)$/m.exec(text) ?? [];
  expect(Number(seconds) * SECOND_MS).toBe(endOfCertificate(inject('shared').certificate));
});

test('a database that a newer version has migrated keeps this one ready', async () => {
  const { database } = world.foundations;
  await database.query("insert into migrations (name, hash, applied_at) values ('9999_next.sql', '', now())");
  world.clock.set(Date.now() + 2_000);
  expect((await world.send({ path: '/health/ready' })).status).toBe(200);
  await database.query("delete from migrations where name = '9999_next.sql'");
});

test('metrics count requests by route and status, and show pool and event loop', async () => {
  await world.call('GET', '/v3/cities');
  await world.send({ path: '/v3/cities' });
  const { text, headers } = await world.send({ path: '/metrics' });
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toMatch(
    /waybill_http_request_duration_seconds_count\{method="GET",route="\/v3\/cities",status="200"\} \d+/,
  );
  expect(text).toMatch(/route="\/v3\/cities",status="401"/);
  expect(text).toContain('waybill_database_connections');
  expect(text).toContain('waybill_nodejs_eventloop_lag_seconds');
});

test('metrics tell how long the job that is due the longest has waited', async () => {
  const { database, clock } = world.foundations;
  const longestWait = async () =>
    /^waybill_job_wait_seconds (.*)$/m.exec((await world.send({ path: '/metrics' })).text)?.[1];
  expect(await longestWait()).toBe('0');
  await database.inTransaction((tx) =>
    leaveJobs(
      tx,
      [90_000, 30_000, -30_000].map((ago) => ({ kind: 'test.echo', dueAt: clock.now() - ago })),
    ),
  );
  expect(await longestWait()).toBe('90');
  await database.query('delete from jobs');
});

test('in production metrics are closed without their token', async () => {
  const env = { WAYBILL_ENVIRONMENT: 'production', WAYBILL_HOST: '127.0.0.1' };
  const closed = await createWorld({ env });
  expect((await closed.send({ path: '/metrics' })).status).toBe(403);
  await closed.close();
  const open = await createWorld({ env: { ...env, WAYBILL_METRICS_TOKEN: 'let-me-in' } });
  expect((await open.send({ path: '/metrics' })).status).toBe(403);
  expect((await open.send({ path: '/metrics', headers: { authorization: 'Bearer wrong' } })).status).toBe(403);
  expect((await open.send({ path: '/metrics', headers: { authorization: 'Bearer let-me-in' } })).status).toBe(200);
  await open.close();
});

test('a trace goes from the request to the job that it leaves', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const seen: string[] = [];
  await world.call('POST', '/v3/jobs', {
    body: '{"data":{}}',
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  });
  const worker = startWorker({
    ...world.foundations,
    handlers: {
      'test.echo': async (_tx, { trace, log }) => {
        seen.push(trace.traceId);
        log.info('echo');
        return undefined;
      },
    },
  });
  await expect.poll(() => seen).toEqual([traceId]);
  await worker.stop();
  const lines = world.logEntries().filter((line) => line.traceId === traceId);
  expect(lines.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['request', 'echo']));
});

test('a job that fails is tried again later and is never lost', async () => {
  const { foundations } = world;
  let tries = 0;
  await world.call('POST', '/v3/jobs', { body: '{"data":{}}' });
  const worker = startWorker({
    ...foundations,
    handlers: {
      'test.echo': async () => {
        tries++;
        if (tries === 1) throw new TypeError('fetch failed', { cause: new Error('not today') });
        return undefined;
      },
    },
  });
  await expect
    .poll(() => foundations.database.query('select attempts, last_error from jobs'))
    .toEqual([{ attempts: 1, last_error: 'TypeError: fetch failed (not today)' }]);
  world.clock.advance(1_000);
  await expect.poll(() => tries).toBe(2);
  await expect.poll(() => foundations.database.query('select 1 from jobs')).toEqual([]);
  await worker.stop();
});

test('of many that fail, none is tried again before its time, though two lanes work', async () => {
  const { foundations } = world;
  const { database, clock } = foundations;
  const jobs = Array.from({ length: 50 }, () => ({ kind: 'test.echo', dueAt: clock.now() }));
  await database.inTransaction((tx) => leaveJobs(tx, jobs));
  let tries = 0;
  const handlers = {
    'test.echo': async () => {
      tries++;
      throw new Error('not today');
    },
  };
  const worker = startWorker({ ...foundations, handlers });
  const waiting = () => database.query('select from jobs where due_at > $1', [new Date(clock.now())]);
  await expect.poll(async () => (await waiting()).length).toBe(jobs.length);
  await worker.stop();
  expect(tries).toBe(jobs.length);
  await database.query('delete from jobs');
});

test('what is urgent is done however long the rest takes', async () => {
  const { foundations } = world;
  const { database, clock } = foundations;
  const leave = (kind: string, count: number) =>
    database.inTransaction((tx) =>
      leaveJobs(
        tx,
        Array.from({ length: count }, () => ({ kind, dueAt: clock.now() })),
      ),
    );
  const begun: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const handlers = {
    'test.echo': async () => {
      begun.push('other');
      await finished;
      return undefined;
    },
    'test.urgent': async () => {
      begun.push('urgent');
      return undefined;
    },
  };
  await leave('test.echo', 3);
  const worker = startWorker({ ...foundations, handlers, urgentKinds: ['test.urgent'] });
  await expect.poll(() => begun).toEqual(['other', 'other']);
  await leave('test.urgent', 2);
  await expect.poll(() => begun).toEqual(['other', 'other', 'urgent', 'urgent']);
  finish();
  await expect.poll(() => begun.length).toBe(5);
  await worker.stop();
});

test('each request is one log line with its id, trace, partner and key, without secrets and phones', async () => {
  await world.call('GET', '/v3/cities?phone=%2B85256847123', { requestId: 'call me at +85256847123' });
  const requests = () =>
    world.logEntries().filter(({ msg, path }) => msg === 'request' && String(path).includes('phone'));
  await expect.poll(requests).toHaveLength(1);
  expect(requests()[0]).toMatchObject({
    method: 'GET',
    path: '/v3/cities?phone=%2B[phone]23',
    status: 200,
    requestId: 'call me at +[phone]23',
    partnerId: world.partner.partnerId,
    apiKey: world.partner.apiKey,
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test('a bug is answered 500, logged with its request, and leaks nothing', async () => {
  const answer = await world.call('POST', '/v3/bug', { requestId: 'the-bug' });
  expect([answer.status, answer.json.message]).toEqual([500, 'ERR_INTERNAL']);
  expect(answer.text).not.toContain('secret detail');
  const line = world.logLines.find((entry) => entry.includes('"requestId":"the-bug"') && entry.includes('a bug'));
  expect(line).toContain('a secret detail: sk_test_[secret]');
});

test('while the database is away: 503 with Retry-After, not ready; when it is back, all is well by itself', async () => {
  const { connection } = world;
  await withConnection({ ...connection, database: 'postgres' }, async (sql) => {
    await sql.query(`alter database ${connection.database} allow_connections false`);
    await sql.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${connection.database}'`);
  });
  await expect.poll(async () => (await world.call('GET', '/v3/cities')).status).toBe(503);
  const answer = await world.call('GET', '/v3/cities');
  expect([answer.status, answer.json.message, answer.headers['retry-after']]).toEqual([503, 'ERR_UNAVAILABLE', '2']);
  const lost = world.logLines.filter((line) => line.includes('a database connection was lost'));
  expect(lost.length).toBeGreaterThan(0);
  for (const line of lost) expect(line.length).toBeLessThan(2_000);
  world.clock.advance(2_000);
  expect((await world.send({ path: '/health/ready' })).status).toBe(503);
  expect((await world.send({ path: '/health/live' })).status).toBe(200);
  expect((await world.send({ path: '/metrics' })).status).toBe(200);
  await withConnection({ ...connection, database: 'postgres' }, (sql) =>
    sql.query(`alter database ${connection.database} allow_connections true`),
  );
  await expect.poll(async () => (await world.call('GET', '/v3/cities')).status).toBe(200);
  const readyLater = async () => {
    world.clock.advance(1_000);
    return (await world.send({ path: '/health/ready' })).status;
  };
  world.clock.set(Date.now());
  await expect.poll(readyLater).toBe(200);
});
