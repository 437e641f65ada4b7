import { fork } from 'node:child_process';
import type { Target } from '../../../test/support/partner-client.ts';
import type { CleanUp } from '../../support/clean-up.ts';

export type Schedule = {
  readonly target: Target;
  readonly connections: number;
  readonly requests: readonly string[];
  readonly perSecond: number;
};

/** Of each request in turn. */
export type Answers = {
  /** 0 where there was no answer. */
  readonly statuses: Uint16Array;
  /** From when it was due, not from when a connection was free for it. */
  readonly milliseconds: Float64Array;
  /** Whether there was a Retry-After. */
  readonly saysWhen: Uint8Array;
  /** What was really offered. */
  readonly sentPerSecond: number;
  /** How much of a processor sending took. */
  readonly processorShare: number;
};

/** Sends each request when it is due, however long others take. */
export function sendOpenLoop(afterwards: CleanUp['afterwards'], { target, ...schedule }: Schedule): Promise<Answers> {
  const child = fork('bench/trust/load/open-loop-process.ts', {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  afterwards(() => child.kill());
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => reject(new Error('the sender has ended')));
    child.on('message', (told: Answers | { readonly fault: string }) => {
      if ('fault' in told) reject(new Error(told.fault));
      else resolve(told);
      child.kill();
    });
    child.send({ target: { port: target.port, ca: target.ca }, ...schedule } satisfies Schedule);
  });
}
