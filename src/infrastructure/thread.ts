import { readlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Runs a file by its path in the sources, such as "plus/plan-thread": from the build, where all files lie beside one another, or the TypeScript itself. */
export function startThread(name: string, workerData?: unknown): Worker {
  if (path.extname(import.meta.url) === '.ts')
    return startTypeScript(new URL(`../${name}.ts`, import.meta.url), workerData);
  return new Worker(new URL(`${path.basename(name)}.js`, import.meta.url), { workerData });
}

/** Node 20 does not give a thread a loader by `execArgv: ['--import', 'tsx']`, so the thread fetches it itself. */
function startTypeScript(file: URL, workerData: unknown): Worker {
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import('${file.href}'); })`;
  return new Worker(program, { eval: true, workerData });
}

/** For a thread that computes for long: where processors are scarce, those who answer calls come first. Only Linux can tell one thread so. */
export function giveWayToOthers(): void {
  try {
    const [, threadId] = /task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    os.setPriority(Number(threadId), os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Then it is one among equals.
  }
}
