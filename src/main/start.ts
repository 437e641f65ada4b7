import path from 'node:path';
import type { Desk } from '../accounts/index.ts';
import { SECOND_MS } from '../foundation/time.ts';
import { systemClock } from '../infrastructure/clock.ts';
import { readSettings, type Settings } from '../infrastructure/config/settings.ts';
import { createLog, type Log } from '../infrastructure/log.ts';
import { forTerminal } from '../infrastructure/terminal-log.ts';
import { demoPartnerFile, writeDemoPartner } from './demo-partner.ts';
import { firstCall } from './first-call.ts';
import type { DemoDesk } from './make-demo-people.ts';
import { createProgress } from './progress.ts';
import type { Part, Running } from './run.ts';

/** Beside the delay that is wanted. */
const STOP_LIMIT_MS = 9.5 * SECOND_MS;

/** Loaded once the settings are known to be right: it is nearly the whole program. */
const run: typeof import('./run.ts').run = async (...given) => (await import('./run.ts')).run(...given);

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Everything in one process, for a laptop or a small city. */
export async function start(startedAt: number): Promise<void> {
  const settings = readSettings();
  const progress = createProgress((line) => say(`  ${line}`));
  say(`Waybill ${settings.environment}\n`);
  const log = openLog(settings);
  const told = new AbortController();
  const { signal } = told;
  const starting = run(settings, { parts: ['api', 'worker'], alone: true, log, report: progress.report, signal });
  stopOnSignal(starting, told, settings.stopDelaySeconds * SECOND_MS, log);
  const running = await starting.finally(progress.done);
  if (running === undefined || signal.aborted) return;
  const base = addressOf(settings, running.port ?? settings.port);
  const { demoPartner } = running;
  if (demoPartner !== undefined && demoPartner.url !== base)
    await writeDemoPartner(settings.dataFolder, { ...demoPartner, url: base });
  say(`\n${whereEverythingIs(settings, base, running).join('\n')}\n`);
  say(`ready in ${((systemClock.now() - startedAt) / SECOND_MS).toFixed(1)} s. Ctrl-C stops it.`);
}

/** One part alone; as many of them as wanted share a database. */
export async function startPart(part: Part): Promise<void> {
  const settings = readSettings();
  const log = openLog(settings);
  const told = new AbortController();
  const { signal } = told;
  const starting = run(settings, { parts: [part], alone: false, log, report: (line) => log.info(line), signal });
  stopOnSignal(starting, told, part === 'api' ? settings.stopDelaySeconds * SECOND_MS : 0, log);
  const running = await starting;
  if (running === undefined || signal.aborted) return;
  const { port } = running;
  say(port === undefined ? 'ready' : `ready on ${addressOf(settings, port)}`);
}

function openLog({ logLevel }: Settings): Log {
  const show = process.stdout.isTTY === true ? forTerminal : (line: string) => line;
  return createLog({ level: logLevel, write: (line) => process.stdout.write(show(line)) });
}

/** Also while it is still starting: then it goes no further than the step that it is at, and nothing is left half made. */
function stopOnSignal(starting: Promise<Running | undefined>, told: AbortController, delayMs: number, log: Log): void {
  const stop = (reason: string, exitCode: number) => {
    if (told.signal.aborted) return;
    told.abort();
    log.info({ reason }, 'stopping');
    // After a bug it serves no longer than it must.
    const noticeMs = exitCode === 0 ? delayMs : 0;
    // Whatever hangs, be it a database that does not answer, the end comes in time.
    setTimeout(() => process.exit(1), noticeMs + STOP_LIMIT_MS).unref();
    starting
      .then((running) => running?.stop({ noticeMs }))
      .then(
        () => process.exit(exitCode),
        (error) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal, 0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a bug: stopping');
    stop('uncaught exception', 1);
  });
}

function addressOf(settings: Settings, port: number): string {
  return settings.port === 0 ? `https://localhost:${port}` : settings.publicUrl;
}

function whereEverythingIs(settings: Settings, base: string, { demoPartner, demoDesks }: Running): string[] {
  const near = (file: string) => path.relative('', file) || file;
  const rows: [string, string][] = [
    ['Start page', base],
    ['Portal', deskAt(base, 'portal', demoDesks)],
    ['Console', deskAt(base, 'console', demoDesks)],
    ['Driver app', `${base}/driver`],
    ['API reference', `${base}/docs`],
  ];
  if (settings.tls === 'local')
    rows.push(['Certificate authority', near(path.join(settings.dataFolder, 'tls', 'ca.pem'))]);
  if (demoPartner !== undefined) {
    rows.push(
      ['Demo partner', `${demoPartner.name}, all markets (${near(demoPartnerFile(settings.dataFolder))})`],
      ['API key', demoPartner.apiKey],
      ['API secret', demoPartner.apiSecret],
      ['First call', firstCall(settings.dataFolder)],
    );
  }
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

/** Where one signs in, and as whom; until there is a password, where one sets it. */
function deskAt(base: string, desk: Desk, demoDesks: readonly DemoDesk[]): string {
  const demo = demoDesks.find((one) => one.desk === desk);
  if (demo === undefined) return `${base}/${desk}`;
  const { email, isInvited } = demo;
  return `${base}${demo.path}  (${isInvited ? `sets the password of ${email}, once` : email})`;
}
