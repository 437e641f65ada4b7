import { existsSync } from 'node:fs';
import type https from 'node:https';
import type { FastifyInstance } from 'fastify';
import { URGENT_DISPATCH_JOBS } from '../dispatch/dispatch-jobs.ts';
import type { Settings } from '../infrastructure/config/settings.ts';
import { needsDataFolder, prepareDataFolder } from '../infrastructure/data-folder.ts';
import { type FoundDatabase, findDatabase } from '../infrastructure/database/find-database.ts';
import { insistOnFreePort, listen, type RunningServer, type Stopping } from '../infrastructure/http/doors.ts';
import type { Certificate } from '../infrastructure/http/listener.ts';
import { startWorker, type Worker } from '../infrastructure/jobs/worker.ts';
import type { Log } from '../infrastructure/log.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';
import { loadCertificate, watchCertificate } from '../infrastructure/tls/certificates.ts';
import { URGENT_ORDER_JOBS } from '../orders/orders-jobs.ts';
import { SLOW_PLUS_JOBS } from '../plus/index.ts';
import { leaveDemoJob } from '../sandbox/sandbox-jobs.ts';
import { checkLinks } from './check-links.ts';
import { composeApi } from './compose-api.ts';
import { composeWatching } from './compose-watching.ts';
import { composeJobs, composeSender, leaveStandingJobs } from './compose-worker.ts';
import type { DemoPartner } from './demo-partner.ts';
import { type Foundations, layFoundations } from './foundations.ts';
import { findOrMakeDemoPartner } from './make-demo-partner.ts';
import { type DemoDesk, findOrMakeDemoPeople } from './make-demo-people.ts';

/** A connection that a proxy keeps for calls has carried one by then. */
const LINGER_MS = 500;

export type Part = 'api' | 'worker';
export type Running = {
  readonly port: number | undefined;
  readonly demoPartner: DemoPartner | undefined;
  readonly demoDesks: readonly DemoDesk[];
  stop(stopping?: Stopping): Promise<void>;
};
type RunOptions = {
  readonly parts: readonly Part[];
  /** The one `waybill start` of its database, which also keeps a demo partner in the sandbox. */
  readonly alone: boolean;
  readonly log: Log;
  readonly report: (line: string) => void;
  /** Told to stop before it stands, it goes no further. */
  readonly signal?: AbortSignal;
};

/** Starts the wanted parts; what was started is stopped again in the opposite order, the database last. Nothing where it was told to stop meanwhile. */
export async function run(
  settings: Settings,
  { parts, alone, log, report, signal }: RunOptions,
): Promise<Running | undefined> {
  const undo: ((stopping?: Stopping) => Promise<void>)[] = [];
  const stop = async (stopping?: Stopping) => {
    for (const step of undo.splice(0).reverse()) await step(stopping);
  };
  try {
    if (parts.includes('api') && isFirstStart(settings)) await insistOnFreePort(settings);
    if (needsDataFolder(settings)) await prepareDataFolder(settings.dataFolder);
    const found = await findDatabase(settings, report);
    undo.push(() => (alone ? found.stop() : found.leave()));
    found.keepRunning(log);
    signal?.throwIfAborted();
    report('Preparing the database');
    const foundations = await layFoundations(settings, found.connection, { log });
    undo.push(foundations.close);
    signal?.throwIfAborted();
    if (alone) await insistOnBeingAlone(foundations, found, undo);
    const wrongLinks = checkLinks(settings);
    if (wrongLinks !== undefined) log.warn(wrongLinks);
    await leaveStandingJobs(foundations);
    const demoPartner =
      alone && settings.environment === 'sandbox' ? await findOrMakeDemoPartner(foundations) : undefined;
    const demoDesks = demoPartner === undefined ? [] : await findOrMakeDemoPeople(foundations, demoPartner.partnerId);
    if (demoPartner !== undefined)
      await foundations.database.inTransaction((tx) =>
        leaveDemoJob(tx, demoPartner.partnerId, foundations.clock.now()),
      );
    signal?.throwIfAborted();
    report('Opening the doors');
    const server = parts.includes('api') ? await openApi(foundations, demoPartner) : await openWatching(foundations);
    // Only now, so that its jobs do not hold the doors up.
    if (parts.includes('worker')) undo.push(openWorker(foundations).stop, composeSender(foundations).stop);
    if (server !== undefined) undo.push(server.stop);
    return { port: parts.includes('api') ? server?.port : undefined, demoPartner, demoDesks, stop };
  } catch (error) {
    await stop().catch((fault) => log.error({ err: fault }, 'could not stop cleanly'));
    if (signal?.aborted && error === signal.reason) return undefined;
    throw error;
  }
}

/** On a folder that is there already a port is mostly taken by another one of us, which insists on being alone in better words. */
function isFirstStart({ databaseUrl, dataFolder }: Settings): boolean {
  return databaseUrl === undefined && !existsSync(dataFolder);
}

async function insistOnBeingAlone(
  { session, settings }: Foundations,
  found: FoundDatabase,
  undo: (() => Promise<void>)[],
): Promise<void> {
  if (await session.takeStartLock()) return;
  // The database is in the other one's hands.
  undo.splice(0, 1, found.leave);
  throw new OperatorError(
    found.embedded
      ? `Waybill is running already on the data folder ${settings.dataFolder}. Stop that one, or choose another folder with WAYBILL_DATA.`
      : 'Another "waybill start" uses this database. Run more processes with "waybill api" and "waybill worker".',
  );
}

function openWorker(foundations: Foundations): Worker {
  return startWorker({
    ...foundations,
    handlers: composeJobs(foundations),
    slowKinds: SLOW_PLUS_JOBS,
    urgentKinds: [...URGENT_DISPATCH_JOBS, ...URGENT_ORDER_JOBS],
  });
}

/** A worker alone; together with an API it is seen there. */
async function openWatching(foundations: Foundations): Promise<RunningServer | undefined> {
  const { workerPort } = foundations.settings;
  if (workerPort === undefined) return undefined;
  return openDoors(foundations, { port: workerPort, setting: 'WAYBILL_WORKER_PORT' }, (certificate) =>
    composeWatching(foundations, certificate),
  );
}

async function openApi(foundations: Foundations, demo: DemoPartner | undefined): Promise<RunningServer> {
  return openDoors(foundations, foundations.settings, (certificate) =>
    composeApi(foundations, certificate, { demoPartnerId: demo?.partnerId }),
  );
}

async function openDoors(
  foundations: Foundations,
  { port, setting }: { readonly port: number; readonly setting?: string },
  compose: (certificate: Certificate | undefined) => FastifyInstance | Promise<FastifyInstance>,
): Promise<RunningServer> {
  const { settings, clock, random, log } = foundations;
  const app = await compose(await loadCertificate(settings, clock, random));
  const server = await listen(app, { host: settings.host, port, ...(setting && { setting }) }).catch(async (error) => {
    await app.close();
    throw error;
  });
  const watch = watchCertificate(settings, app.server as https.Server, clock, random, log);
  return {
    port: server.port,
    async stop(stopping) {
      watch.stop();
      await server.stop({ lingerMs: LINGER_MS, ...stopping });
    },
  };
}
