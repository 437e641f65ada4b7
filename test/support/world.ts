import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { readSettings, type Settings } from '../../src/infrastructure/config/settings.ts';
import type { Connection } from '../../src/infrastructure/database/database.ts';
import { listen } from '../../src/infrastructure/http/doors.ts';
import type { PartnerApi, Platform } from '../../src/infrastructure/http/partner-api.ts';
import { systemRandom } from '../../src/infrastructure/random.ts';
import { composeApi } from '../../src/main/compose-api.ts';
import { type Foundations, layFoundations } from '../../src/main/foundations.ts';
import { findOrMakeDemoPartner } from '../../src/main/make-demo-partner.ts';
import { type MadePartner, makePartner as makeWithKey } from '../../src/main/make-partner.ts';
import { loadMarkets, readShippedDocuments } from '../../src/markets/index.ts';
import { readableLog, runningClock, type TestClock, testClock } from './edges.ts';
import { type CallOptions, call, type HttpAnswer, type RawRequest, send, type Target } from './partner-client.ts';

export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

type ApiProcess = Target & {
  readonly foundations: Foundations;
  /** Every way into the desks. */
  readonly deskRoutes: FastifyInstance['deskRoutes'];
  /** Every way in. */
  readonly everyRoute: FastifyInstance['everyRoute'];
  readonly logLines: readonly string[];
  logEntries(): Record<string, unknown>[];
  send(request: RawRequest): Promise<HttpAnswer>;
  /** Signed with the given partner's key, or with the world's own partner's. */
  call(
    method: string,
    path: string,
    options?: CallOptions & { as?: { apiKey: string; apiSecret: string } },
  ): Promise<HttpAnswer>;
  stop(): Promise<void>;
};

export type World = ApiProcess & {
  readonly clock: TestClock;
  readonly partner: MadePartner;
  readonly connection: Connection;
  newPartner(terms?: PartnerTerms): Promise<MadePartner>;
  /** A further API process on the same database. */
  another(): Promise<ApiProcess>;
  close(): Promise<void>;
};

type PartnerTerms = {
  name?: string;
  markets?: readonly string[];
  platforms?: readonly Platform[];
  sourceAddresses?: readonly string[];
  limitFactor?: number;
  /** In each of its markets. In production a key needs some. */
  creditMinor?: bigint;
};

export type WorldOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly addRoutes?: (partnerApi: PartnerApi) => void;
  readonly partner?: PartnerTerms;
  /** With a demo partner, as `waybill start` keeps one. */
  readonly demo?: boolean;
  /** The clock goes on by itself, for those who look at it from a browser. */
  readonly clockRuns?: boolean;
  /** A database that is there, with what is in it, and stays. */
  readonly on?: Connection;
  /** Statements are planned as in production, the first times for their values. */
  readonly usualPlans?: boolean;
};

/** Like a connection that has been in use for a while, with plans that know no values: planned once, not six times, which saves a twelfth of the cores. */
const SETTLED = '-c plan_cache_mode=force_generic_plan';

/** A database of its own, a clock in the test's hand, and an API process that is called over HTTPS. */
export async function createWorld({ env = {}, partner: terms, ...options }: WorldOptions = {}): Promise<World> {
  const connection = options.on ?? (await cloneDatabase());
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'waybill-world-'));
  const settings = readSettings({
    WAYBILL_MASTER_KEY: MASTER_KEY,
    WAYBILL_DATA: dataFolder,
    WAYBILL_PORT: '0',
    ...env,
  });
  const clock = options.clockRuns === true ? runningClock() : testClock();
  const processes: ApiProcess[] = [];
  let first: MadePartner | undefined;
  async function close(): Promise<void> {
    for (const process of processes) await process.stop();
    if (options.on === undefined) await dropDatabase(connection);
    await rm(dataFolder, { recursive: true, force: true });
  }

  async function startProcess(): Promise<ApiProcess> {
    const planning = options.usualPlans === true ? {} : { options: SETTLED };
    const started = await openProcess(
      settings,
      { ...connection, ...planning },
      clock,
      options,
      () => first as MadePartner,
    );
    processes.push(started);
    return started;
  }

  const api = await startProcess().catch(async (refusal: unknown) => {
    await close();
    throw refusal;
  });
  const newPartner = (wanted: PartnerTerms = {}) => makePartner(api.foundations, wanted);
  first = await newPartner(terms);
  return {
    ...api,
    clock,
    partner: first,
    connection,
    newPartner,
    another: startProcess,
    close,
  };
}

/** The same world for another partner, who has no business in it yet. */
export async function withNewPartner(world: World, terms: PartnerTerms): Promise<World> {
  const partner = await world.newPartner(terms);
  return { ...world, partner, call: (method, path, options) => world.call(method, path, { as: partner, ...options }) };
}

async function openProcess(
  settings: Settings,
  connection: Connection,
  clock: TestClock,
  { addRoutes, demo }: Pick<WorldOptions, 'addRoutes' | 'demo'>,
  owner: () => MadePartner,
): Promise<ApiProcess> {
  const { certificate, authority } = inject('shared');
  const { log, lines, entries } = readableLog();
  const foundations = await layFoundations(settings, connection, { clock, log });
  const demoPartnerId = demo === true ? (await findOrMakeDemoPartner(foundations)).partnerId : undefined;
  const trusted = settings.tls === 'proxy' ? undefined : certificate;
  const app = await composeApi(foundations, trusted, { demoPartnerId, addRoutes }).catch(async (refusal: unknown) => {
    await foundations.close();
    throw refusal;
  });
  const server = await listen(app, settings);
  const target: Target = { port: server.port, ca: authority };
  let isStopped = false;
  return {
    ...target,
    foundations,
    deskRoutes: app.deskRoutes,
    everyRoute: app.everyRoute,
    logLines: lines,
    logEntries: entries,
    send: (request) => send(target, request),
    call: (method, callPath, options = {}) =>
      call(target, options.as ?? owner(), clock.now(), method, callPath, options),
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await server.stop();
      await foundations.close();
    },
  };
}

let shipped: ReturnType<typeof readShippedDocuments> | undefined;

async function makePartner(foundations: Foundations, terms: PartnerTerms): Promise<MadePartner> {
  const { database, settings } = foundations;
  shipped ??= readShippedDocuments();
  const markets = (await loadMarkets(database, await shipped)).map(({ market }) => market);
  const request = {
    name: terms.name ?? 'Acme',
    markets: terms.markets ?? ['HK', 'SG'],
    platforms: terms.platforms ?? ['ON_DEMAND'],
    sourceAddresses: terms.sourceAddresses ?? [],
    limitFactor: terms.limitFactor ?? 1,
  };
  const credits = markets
    .filter(({ market }) => request.markets.includes(market))
    .map((market) => ({ market, amountMinor: terms.creditMinor ?? (settings.environment === 'production' ? 1n : 0n) }));
  return database.inTransaction((tx) => makeWithKey(foundations, tx, markets, request, credits));
}

/** A migrated database that nobody else uses. */
export function cloneDatabase(): Promise<Connection> {
  return makeDatabase(inject('shared').postgres.template);
}

/** One with nothing in it. */
export function emptyDatabase(): Promise<Connection> {
  return makeDatabase('template0');
}

async function makeDatabase(template: string): Promise<Connection> {
  const { host, user } = inject('shared').postgres;
  const database = `test_${systemRandom.uuid().replaceAll('-', '')}`;
  // Copied as files it costs a third of what it costs page by page through the log.
  await tellServer(`create database ${database} template ${template} strategy file_copy`);
  return { host, user, database };
}

let server: pg.Pool | undefined;

/** One connection for all that a worker makes and drops: a new one costs a fifth of a database. */
async function tellServer(text: string): Promise<void> {
  const { host, user } = inject('shared').postgres;
  // The server may end first: nobody minds.
  server ??= new pg.Pool({ host, user, database: 'postgres', max: 1, allowExitOnIdle: true }).on('error', () => {});
  await server.query(text);
}

export function urlOf({ host, user, database }: Connection): string {
  return `postgres://${user}@${encodeURIComponent(String(host))}/${database}`;
}

/** Settings of a program that works on the same database and data folder. */
export function sharedWith({ connection, foundations: { settings } }: Pick<World, 'connection' | 'foundations'>) {
  return {
    DATABASE_URL: urlOf(connection),
    WAYBILL_DATA: settings.dataFolder,
    WAYBILL_MASTER_KEY: MASTER_KEY,
    WAYBILL_ENVIRONMENT: settings.environment,
  };
}

export async function dropDatabase({ database }: Connection): Promise<void> {
  await tellServer(`drop database if exists ${database} with (force)`);
}
