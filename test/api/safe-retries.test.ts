import https from 'node:https';
import { Type } from 'typebox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DeliveryError } from '../../src/foundation/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../src/foundation/time.ts';
import { created, noContent, type PartnerApi } from '../../src/infrastructure/http/partner-api.ts';
import { runDueJob } from '../../src/infrastructure/jobs/worker.ts';
import { composeJobs } from '../../src/main/compose-worker.ts';
import { leavePartnerJobs } from '../../src/partners/partners-jobs.ts';
import { createWorld, type World } from '../support/world.ts';

/** A stand-in for an endpoint that writes: it counts its effects in a table of its own. */
const effects = { gate: undefined as Promise<void> | undefined, entered: 0, refuse: false, crash: false };

function addRoutes(partnerApi: PartnerApi): void {
  const route = {
    limit: 'PostPriorityFee',
    platform: 'ANY',
    tag: 'Probe',
    operationId: 'probe',
    summary: 'A probe',
  } as const;
  partnerApi.post(
    '/v3/effects',
    {
      ...route,
      data: Type.Object({ note: Type.String() }),
      answers: { 201: Type.Object({ number: Type.Integer(), note: Type.String() }) },
    },
    async ({ data, once }) =>
      once(async (tx) => {
        const [row] = await tx.query<{ number: number }>('insert into effects (note) values ($1) returning number', [
          data.note,
        ]);
        effects.entered++;
        await effects.gate;
        if (effects.refuse) throw new DeliveryError('ERR_INVALID_FIELD', 'Refused for the test.', '/data/note');
        if (effects.crash) throw new Error('a crash before the commit');
        return created({ number: row?.number, note: data.note });
      }),
  );
  partnerApi.delete(
    '/v3/effects/:note',
    { ...route, ignoresBody: true, answers: { 204: null } },
    async ({ params, once }) =>
      once(async (tx) => {
        await tx.query('insert into effects (note) values ($1)', [`deleted ${(params as { note: string }).note}`]);
        return noContent();
      }),
  );
}

let world: World;
beforeAll(async () => {
  world = await createWorld({ addRoutes, partner: { limitFactor: 1000 } });
  await world.foundations.database.query('create table effects (number serial, note text)');
});
beforeEach(() => Object.assign(effects, { gate: undefined, entered: 0, refuse: false, crash: false }));
afterAll(() => world.close());

const count = async (note: string) =>
  (await world.foundations.database.query('select 1 from effects where note = $1', [note])).length;
const bodyOf = (note: string) => JSON.stringify({ data: { note } });
const post = (note: string, requestId?: string, process: Pick<World, 'call'> = world) =>
  process.call('POST', '/v3/effects', { body: bodyOf(note), ...(requestId === undefined ? {} : { requestId }) });

test('the same call again gets the same answer, and nothing happens twice, on any process', async () => {
  const other = await world.another();
  const first = await post('one', 'retry-1');
  expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
  for (const process of [world, other]) {
    const again = await post('one', 'retry-1', process);
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text]);
  }
  expect(await count('one')).toBe(1);
});

test('a retry uses no quota', async () => {
  const remaining = (answer: { headers: Readonly<Record<string, string | undefined>> }) =>
    Number(answer.headers['ratelimit-remaining-postpriorityfee']);
  const first = await post('quota', 'retry-quota');
  const again = await post('quota', 'retry-quota');
  expect(remaining(again)).toBe(remaining(first));
});

test('anything that differs is a new call: id, body, path, method, key', async () => {
  await post('two', 'retry-2');
  await post('two', 'retry-2b');
  await post('two', undefined);
  await post('two', undefined);
  await world.call('POST', '/v3/effects', { body: `${bodyOf('two')} `, requestId: 'retry-2' });
  await world.call('POST', '/v3/effects?x', { body: bodyOf('two'), requestId: 'retry-2' });
  const stranger = await world.newPartner({ limitFactor: 100 });
  await world.call('POST', '/v3/effects', { body: bodyOf('two'), requestId: 'retry-2', as: stranger });
  expect(await count('two')).toBe(7);
});

test('an answer without a body is remembered too', async () => {
  const remove = () => world.call('DELETE', '/v3/effects/x', { requestId: 'retry-3' });
  expect((await remove()).status).toBe(204);
  const again = await remove();
  expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([204, 'true', '']);
  expect(await count('deleted x')).toBe(1);
});

test('while the first is running, the second is told so; afterwards it gets the answer', async () => {
  const other = await world.another();
  let open = () => {};
  effects.gate = new Promise((resolve) => {
    open = resolve;
  });
  const first = post('slow', 'retry-4');
  await expect.poll(() => effects.entered).toBe(1);
  const meanwhile = await post('slow', 'retry-4', other);
  expect([meanwhile.status, meanwhile.json.message]).toEqual([409, 'ERR_REQUEST_IN_PROGRESS']);
  open();
  expect((await first).status).toBe(201);
  expect((await post('slow', 'retry-4', other)).text).toBe((await first).text);
  expect(await count('slow')).toBe(1);
});

test('twenty of the same call at once have one effect', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('crowd', 'retry-5')));
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
  expect(await count('crowd')).toBe(1);
});

test('failures are not remembered: the retry runs anew', async () => {
  effects.refuse = true;
  expect((await post('later', 'retry-6')).status).toBe(422);
  effects.refuse = false;
  effects.crash = true;
  expect((await post('later', 'retry-6')).status).toBe(500);
  effects.crash = false;
  const answer = await post('later', 'retry-6');
  expect([answer.status, answer.headers['idempotent-replayed']]).toEqual([201, undefined]);
  expect(await count('later')).toBe(1);
});

test('an answer that was lost on the wire after the commit is given again', async () => {
  const agent = new https.Agent({ keepAlive: false });
  let open = () => {};
  effects.gate = new Promise((resolve) => {
    open = resolve;
  });
  const lost = world.call('POST', '/v3/effects', { body: bodyOf('lost'), requestId: 'retry-7', agent });
  lost.catch(() => {});
  await expect.poll(() => effects.entered).toBe(1);
  agent.destroy();
  open();
  await expect.poll(() => count('lost')).toBe(1);
  const again = await post('lost', 'retry-7');
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
  expect(await count('lost')).toBe(1);
});

test('an answer is remembered for a day and no longer', async () => {
  await post('day', 'retry-8');
  world.clock.advance(DAY_MS - 1);
  expect((await post('day', 'retry-8')).headers['idempotent-replayed']).toBe('true');
  world.clock.advance(1);
  expect((await post('day', 'retry-8')).headers['idempotent-replayed']).toBeUndefined();
  expect(await count('day')).toBe(2);
});

test('the same call has one effect on both sides of midnight, where answers get into another table', async () => {
  const { foundations, clock } = world;
  const { database } = foundations;
  // The first table, which the migration made, goes on for a day or two by the database's own clock.
  const [first] = await database.query<{ ends: Date }>("select date_trunc('day', now()) + interval '3 days' as ends");
  clock.set(Math.max(clock.now(), Number(first?.ends)));
  await database.inTransaction((tx) => leavePartnerJobs(tx, clock.now() - MINUTE_MS));
  while (await runDueJob({ ...foundations, handlers: composeJobs(foundations) }));
  clock.set((Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS - 1);
  await post('midnight', 'retry-9');
  clock.advance(1);
  await post('later than midnight', 'retry-9');
  expect((await post('midnight', 'retry-9')).headers['idempotent-replayed']).toBe('true');
  expect(await count('midnight')).toBe(1);
  const places = await database.query("select distinct tableoid from remembered_answers where body like '%midnight%'");
  expect(places).toHaveLength(2);
});
