import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'vitest';
import { SECOND_MS } from '../../src/foundation/time.ts';

const CHECKOUT = path.resolve('.');
const START_LIMIT_MS = 60 * SECOND_MS;
const USUAL_ENV = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };

export type ProgramOptions = {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The folder that holds the program; the checkout where none is given. */
  readonly home?: string;
  /** Where it is run, so that .waybill is made there. */
  readonly cwd?: string;
  readonly user?: { readonly uid: number; readonly gid: number };
};

export type Program = {
  readonly pid: number;
  readonly child: ChildProcess;
  output(): string;
  errors(): string;
  /** The base address, once the line that begins with "ready" is printed. */
  ready(): Promise<{ port: number }>;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
};

/** The real program in a process of its own, as `npm start` and `npx waybill` run it. */
export function runProgram({ args, env = {}, home = CHECKOUT, cwd, user }: ProgramOptions): Program {
  const child = spawn(process.execPath, [path.join(home, 'bin', 'waybill.js'), ...args], {
    cwd: cwd ?? home,
    env: { ...USUAL_ENV, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user ?? {}),
  });
  let output = '';
  let errors = '';
  let over = false;
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => {
      over = true;
      resolve(signal ?? code ?? -1);
    });
  });
  return {
    pid: child.pid ?? -1,
    child,
    output: () => output,
    errors: () => errors,
    ended,
    async ready() {
      for (let waitedMs = 0; waitedMs < START_LIMIT_MS && !over; waitedMs += 50) {
        if (/^ready/m.test(output)) {
          const port = Number(/(?:Start page\s+|ready on )https:\/\/localhost:(\d+)/.exec(output)?.[1]);
          return { port };
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`the program did not get ready:\n${output}\n${errors}`);
    },
  };
}

type Ended = { readonly code: number | string; readonly output: string; readonly errors: string };

let commands: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs one command to its end, after those that were asked for before, in the process that is there for them. */
export function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<Ended> {
  const ended = last.then(() => exchange({ args, env: { ...USUAL_ENV, ...env }, cwd }));
  last = ended.catch(() => {});
  return ended;
}

type Command = { readonly args: readonly string[]; readonly env: object; readonly cwd: string | undefined };

async function exchange(command: Command): Promise<Ended> {
  if (commands?.connected !== true) commands = fork('test/support/command-process.js', { execArgv: [] });
  const answered = new AbortController();
  const gone = once(commands, 'exit', answered).then(() => {
    throw new Error(`waybill ${command.args.join(' ')} has ended the process that runs the commands`);
  });
  const answer = once(commands, 'message', answered);
  commands.send(command);
  try {
    const [ended] = await Promise.race([answer, gone]);
    return ended as Ended;
  } finally {
    answered.abort();
  }
}

/** What a command printed, which has to succeed and to complain of nothing. */
export async function saidBy(command: Promise<Ended>): Promise<string> {
  const { code, output, errors } = await command;
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return output;
}
