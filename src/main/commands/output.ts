import { cannotBeWritten } from './named-files.ts';

/** Thrown by whoever has much more to print than anybody takes. What is to be said of it is said by `watchOutput`. */
export class OutputEnded extends Error {}

/** Whoever reads the output may go away before its end, as `head` does: no fault, and nothing to say. No room for it is one. */
export function watchOutput(): void {
  if (process.stdout.listenerCount('error') > 0) return;
  let isTold = false;
  process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code === 'EPIPE' || isTold) return;
    isTold = true;
    process.exitCode = 1;
    process.stderr.write(`${cannotBeWritten('The output', fault).message}. What was done before it stays done.\n`);
  });
  process.stderr.on('error', () => {});
}

/** Waits until the reader has taken it: what is large is not piled up in memory. */
export function writeOut(part: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(part, (error) => (error ? reject(new OutputEnded()) : resolve()));
  });
}
