import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A push as a receiver gets it. */
export type Push = {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
/** What receivers are to wait for, and whether they keep it. */
export type AwaitedPushes = { readonly count: number; readonly areKept: boolean };
/** When the last of them came, in nanoseconds of the clock that all processes of the machine share. */
export type Arrived = { readonly lastAt: string; readonly kept: readonly Push[] };

export type Receivers = {
  readonly urls: readonly string[];
  /** Once so many more have come. */
  next(count: number, areKept?: boolean): Promise<{ readonly lastAtMs: number; readonly kept: readonly Push[] }>;
  stop(): Promise<void>;
};

export function machineTimeMs(nanoseconds = process.hrtime.bigint()): number {
  return Number(nanoseconds) / 1e6;
}

/** So many receivers, each at an address of its own, in one process of their own. */
export async function startReceivers(count: number): Promise<Receivers> {
  const child = startProcess('receivers-process.ts', [String(count)]);
  const [urls] = (await once(child, 'message')) as [readonly string[]];
  return {
    urls,
    async next(awaited, areKept = false) {
      child.send({ count: awaited, areKept } satisfies AwaitedPushes);
      const [{ lastAt, kept }] = (await once(child, 'message')) as [Arrived];
      return { lastAtMs: machineTimeMs(BigInt(lastAt)), kept };
    },
    stop: () => stopProcess(child),
  };
}

/** A client that sends what it is given and does nothing else, in a process of its own. */
export type BareSender = {
  /** How long all of them take, from the first to the last answer. */
  send(pushes: readonly Push[]): Promise<number>;
  stop(): Promise<void>;
};

export async function startBareSender(mostAtOnce: number): Promise<BareSender> {
  const child = startProcess('bare-sender-process.ts', [String(mostAtOnce)]);
  await once(child, 'message');
  let given: readonly Push[] = [];
  return {
    async send(pushes) {
      if (pushes !== given) {
        given = pushes;
        child.send(pushes);
        await once(child, 'message');
      }
      child.send('send');
      const [ms] = (await once(child, 'message')) as [number];
      return ms;
    },
    stop: () => stopProcess(child),
  };
}

function startProcess(file: string, args: readonly string[]): ChildProcess {
  return fork(path.join(import.meta.dirname, file), args, { execArgv: ['--import', 'tsx'] });
}

async function stopProcess(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}
