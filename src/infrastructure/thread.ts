import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Runs a file beside the caller's: JavaScript from the build, TypeScript from the sources. */
export function startThread(callerUrl: string, name: string, workerData?: unknown): Worker {
  const extension = path.extname(callerUrl);
  const file = new URL(`${name}${extension}`, callerUrl);
  return extension === '.ts' ? startTypeScript(file, workerData) : new Worker(file, { workerData });
}

/** Node 20 does not give a thread a loader by `execArgv: ['--import', 'tsx']`, so the thread fetches it itself. */
function startTypeScript(file: URL, workerData: unknown): Worker {
  const program = `import('tsx/esm/api').then(({ register }) => { register(); return import('${file.href}'); })`;
  return new Worker(program, { eval: true, workerData });
}
