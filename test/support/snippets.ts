import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { SECOND_MS } from '../../src/foundation/time.ts';
import { systemClock } from '../../src/infrastructure/clock.ts';
import { freePort } from './free-port.ts';
import { openDataFolder, openFolder } from './open-folder.ts';
import { type Block, blocksOf, planOf, type Run } from './page-blocks.ts';
import { call } from './partner-client.ts';
import { prepareData } from './prepared-data.ts';
import { runCommand, runProgram, saidBy } from './program.ts';
import { differenceFrom, linesPattern, textPattern } from './shown.ts';

/** A block, and a program beside a page until it says something, may take so long. */
const LIMIT_MS = 40 * SECOND_MS;
const SET_UP = 'docs/guide/quick-start.md';
const RUNNERS: Readonly<Record<string, { readonly ending: string; readonly command: string }>> = {
  sh: { ending: 'sh', command: 'sh' },
  js: { ending: 'mjs', command: 'node' },
  python: { ending: 'py', command: 'python3' },
  php: { ending: 'php', command: 'php' },
};
const MARK = '-- end of a block --';
/** What is in the folder of a page without its blocks. */
const OURS = /^(\.waybill|examples|block-\d+\.\w+)$/;

export type Snippets = {
  /** Runs every block of a page and compares what it shows; answers with what could not be run here, and why. */
  runPage(file: string): Promise<string[]>;
  close(): Promise<void>;
};

/** One sandbox for all pages. Each has a folder, a shell and a partner of its own, who is there as the demo partner is. */
export async function openSnippets(): Promise<Snippets> {
  const folder = await openDataFolder('pages');
  const port = await freePort();
  await symlink(path.resolve('examples'), path.join(folder, 'examples'));
  await mkdir(path.join(folder, 'node_modules', '@waybill'), { recursive: true });
  await symlink(path.resolve('clients/node'), path.join(folder, 'node_modules', '@waybill', 'client'));
  const bin = await openFolder('commands');
  const commands = await openCommands(bin);
  const env = {
    PATH: `${bin}:${path.dirname(process.execPath)}:${process.env.PATH}`,
    LANG: 'C.UTF-8',
    WAYBILL_PORT: String(port),
  };
  await prepareData(path.join(folder, '.waybill'));
  const program = runProgram({ args: ['start'], env, cwd: folder });
  await program.ready();
  const sandbox = { folder, port, env, ca: await readFile(path.join(folder, '.waybill/tls/ca.pem'), 'utf8') };
  const setUp = planOf(blocksOf(SET_UP, await readFile(SET_UP, 'utf8'))).runs[0]?.parts[0]?.block as Block;
  return {
    runPage: (file) => runPage(sandbox, file, setUp),
    async close() {
      program.child.kill('SIGTERM');
      await program.ended;
      commands.close();
      for (const one of [folder, bin]) await rm(one, { recursive: true, force: true });
    },
  };
}

/**
 * `npx waybill`. The start of a process is nearly all that a command costs: one process runs those of all pages, but for what reads or takes
 * its time.
 */
async function openCommands(bin: string): Promise<http.Server> {
  const socket = path.join(bin, 'commands');
  const server = http.createServer(async (request, response) => {
    const [cwd = '', count, ...rest] = Buffer.concat(await request.toArray())
      .toString()
      .split('\0');
    const env = Object.fromEntries(rest.slice(Number(count), -1).map((line) => line.split(/=(.*)/s).slice(0, 2)));
    const { code, output, errors } = await runCommand(rest.slice(0, Number(count)), env, cwd);
    response.writeHead(code === 0 ? 200 : 400).end(code === 0 ? output : errors);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const npx = path.join(bin, 'npx');
  await writeFile(
    npx,
    `#!/bin/sh
[ "$1" = waybill ] || exit 127
shift
case "$*" in
  *@-*|listen*|tail*|backup*|restore*) ;;
  *)
    { printf '%s\\0' "$PWD" $# "$@"; env -0; } | curl -sS --fail-with-body --unix-socket '${socket}' --data-binary @- http://waybill/
    exit ;;
esac
exec '${process.execPath}' '${path.resolve('bin/waybill.js')}' "$@"
`,
  );
  await chmod(npx, 0o755);
  return server;
}

type Sandbox = {
  readonly folder: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  readonly ca: string;
};

async function runPage(sandbox: Sandbox, file: string, setUp: Block): Promise<string[]> {
  const page = await readFile(file, 'utf8');
  const ports = { 8443: sandbox.port, 9000: await freePort() };
  const here = (text: string) => text.replace(/\b(8443|9000)\b/g, (port) => String(ports[port as '8443' | '9000']));
  const blocks = blocksOf(file, page).map((block) => ({ ...block, text: here(block.text) }));
  for (const block of blocks) await expectChecked(file, block);
  const { files, runs } = planOf(blocks);
  const folder = await openPageFolder(sandbox, file, page);
  for (const { mark, text } of files) if (mark?.kind === 'file') await writeFile(path.join(folder, mark.name), text);
  const shell = openShell(folder, sandbox.env);
  const beside: Beside[] = [];
  const skipped: string[] = [];
  try {
    if (file !== SET_UP && file !== 'README.md') await shell.run(setUp.at, here(setUp.text));
    for (const [index, run] of runs.entries()) {
      const { command, ending } = RUNNERS[run.language] as (typeof RUNNERS)[string];
      const at = run.parts[0]?.block.at as string;
      if (!isThere(command)) {
        skipped.push(`${at}: there is no ${command} here`);
        continue;
      }
      const name = `block-${index}.${ending}`;
      await writeFile(path.join(folder, name), textOf(run));
      if (run.beside) beside.push(await startBeside(run, command, name, folder, sandbox.env));
      else {
        const printed = await shell.run(at, run.language === 'sh' ? `. ./${name}` : `${command} ${name}`);
        for (const [part, { block, shown }] of run.parts.entries())
          if (shown !== undefined) expectShown(block, shown, printed.split(`${MARK}\n`)[part] ?? '');
      }
    }
    for (const program of beside) await program.expectShown();
    await expectIgnored(file, folder);
    return skipped;
  } finally {
    shell.close();
    for (const program of beside) program.close();
  }
}

const textOf = ({ parts }: Run): string => parts.map(({ block }) => block.text).join(`console.log('${MARK}');\n`);

/** Readers are in a checkout, where git would tell them of every file that a page has had them write. */
async function expectIgnored(file: string, folder: string): Promise<void> {
  const ignored = (await readFile('.gitignore', 'utf8')).split('\n');
  const isIgnored = (name: string) => ignored.includes(name) || ignored.includes(`/${name}`);
  const left = (await readdir(folder)).filter((name) => !OURS.test(name) && !isIgnored(name));
  if (left.length > 0) throw new Error(`${file} leaves what .gitignore does not know: ${left.join(', ')}`);
}

/** A block that another test checks: the test is there and knows the page. */
async function expectChecked(file: string, { at, mark }: Block): Promise<void> {
  if (mark?.kind !== 'checked by') return;
  const test = await readFile(mark.test, 'utf8').catch(() => '');
  if (!test.includes(path.basename(file))) throw new Error(`${at}: ${mark.test} does not speak of this page`);
}

function expectShown(block: Block, shown: Block, printed: string): void {
  const difference =
    shown.language === 'json' ? differenceOfJson(shown, printed) : differenceOfText(shown.text, printed);
  if (difference !== undefined)
    throw new Error(`${shown.at} (${shown.language}), what ${block.at} prints: ${difference}\n${printed}`);
}

function differenceOfJson(shown: Block, printed: string): string | undefined {
  try {
    return differenceFrom(JSON.parse(shown.text), JSON.parse(printed));
  } catch (error) {
    return `it is not one JSON document: ${(error as Error).message}`;
  }
}

const differenceOfText = (shown: string, printed: string): string | undefined =>
  textPattern(shown).test(printed.replaceAll('\r', '')) ? undefined : `it is not\n${shown}but`;

/** The folder of a page: the sandbox's data folder, in which the demo partner is the page's own. */
async function openPageFolder({ folder, port, ca }: Sandbox, file: string, page: string): Promise<string> {
  const ownFolder = path.join(folder, 'pages', file.replaceAll('/', '-'));
  const data = path.join(ownFolder, '.waybill');
  await mkdir(data, { recursive: true });
  await symlink(path.join(folder, 'examples'), path.join(ownFolder, 'examples'));
  const shared = path.join(folder, '.waybill');
  // Made with the first file otherwise, and missing in the folders of pages that were opened before.
  await mkdir(path.join(shared, 'files'), { recursive: true });
  for (const name of await readdir(shared))
    if (name !== 'demo-partner.json') await symlink(path.join(shared, name), path.join(data, name));
  const demo = JSON.parse(await readFile(path.join(shared, 'demo-partner.json'), 'utf8'));
  const limits = page.startsWith('<!-- partner: usual limits -->') ? [] : ['--raise-limits', '1000'];
  const args = ['partner', 'create', '--name', demo.name, '--market', 'HK,SG', '--platform', 'ON_DEMAND,PLUS'];
  const partner = JSON.parse(
    await saidBy(runCommand([...args, '--credit', '10000', ...limits, '--json'], { WAYBILL_DATA: shared })),
  );
  await writeFile(path.join(data, 'demo-partner.json'), JSON.stringify({ ...demo, ...partner }, null, 2));
  const body = JSON.stringify({ data: { drivers: 'AUTO', speed: 10 } });
  await call({ port, ca }, partner, systemClock.now(), 'PUT', '/sandbox/v1/simulation', { body });
  return ownFolder;
}

type Shell = { run(at: string, command: string): Promise<string>; close(): void };

/** One shell, whose variables live on from block to block; a command that fails, or a variable that is not set, ends it. */
function openShell(cwd: string, env: Readonly<Record<string, string>>): Shell {
  const child: ChildProcessWithoutNullStreams = spawn('sh', ['-eu'], { cwd, env, detached: true });
  const said = { output: '', errors: '' };
  child.stdout.on('data', (chunk) => {
    said.output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.errors += chunk;
  });
  let over = false;
  child.once('close', () => {
    over = true;
  });
  return {
    async run(at, command) {
      Object.assign(said, { output: '', errors: '' });
      child.stdin.write(`{ ${command}\n} </dev/null\nprintf '\\n%s' '${MARK}'\n`);
      const end = `\n${MARK}`;
      await until(() => over || said.output.endsWith(end));
      if (said.output.endsWith(end)) return said.output.slice(0, -end.length);
      throw new Error(`${at} ${over ? 'fails' : 'does not end'}:\n${said.output}${said.errors}`);
    },
    close: () => endGroup(child),
  };
}

type Beside = { expectShown(): Promise<void>; close(): void };

/** A program in another terminal, once it has said something. */
async function startBeside(
  { parts: [part] }: Run,
  command: string,
  name: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Beside> {
  const { block, shown } = part as Run['parts'][number];
  const child = spawn(command, [name], { cwd, env, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  await until(() => output.includes('\n'));
  return {
    async expectShown() {
      if (shown === undefined) return;
      await until(() => linesPattern(shown.text).test(output));
      if (!linesPattern(shown.text).test(output)) throw new Error(`${shown.at}: ${block.at} has printed\n${output}`);
    },
    close: () => endGroup(child),
  };
}

async function until(holds: () => boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < LIMIT_MS && !holds(); waitedMs += 10)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

/** With all that it has started; it may be gone already. */
function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-(pid as number));
  } catch {}
}

const found = new Map<string, boolean>();
function isThere(command: string): boolean {
  if (!found.has(command)) found.set(command, spawnSync(command, ['--version']).status === 0);
  return command === 'sh' || command === 'node' || found.get(command) === true;
}
