import { SECOND_MS } from '../foundation/time.ts';

const LONGEST_SILENCE_MS = 2 * SECOND_MS;

/** Says what is being done, and now and then that it is still being done: nobody looks at a silent terminal. */
export type Progress = { report(line: string): void; done(): void };

export function createProgress(write: (line: string) => void): Progress {
  let timer: NodeJS.Timeout | undefined;
  return {
    report(line) {
      clearInterval(timer);
      write(line);
      let waitedSeconds = 0;
      timer = setInterval(() => {
        waitedSeconds += LONGEST_SILENCE_MS / SECOND_MS;
        write(`  … ${waitedSeconds} s`);
      }, LONGEST_SILENCE_MS);
      timer.unref();
    },
    done: () => clearInterval(timer),
  };
}
