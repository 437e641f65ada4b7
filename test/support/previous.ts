import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { GIVEN, type SharedByTests } from './global-setup.ts';

const execute = promisify(execFile);
/** Older processes cannot go on after 0035; from the one after this on, they can. */
const ROLLING_AFTER = '0036_no_statement_a_row.sql';

const git = async (...args: string[]) => (await execute('git', args)).stdout.trim();

/** A clone that was cut short has no program before this one. */
export async function hasHistory(): Promise<boolean> {
  return (await git('rev-parse', '--is-shallow-repository').catch(() => 'true')) === 'false';
}

/** The program that is running when this one is rolled out: the last release, or the last commit before the schema changed. */
export async function previousCommit(): Promise<string> {
  if (!(await hasHistory()))
    throw new Error(
      'There is no history here to take the previous program from. In a clone: git fetch --unshallow --tags',
    );
  const release = await git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^').catch(() => undefined);
  if (release !== undefined) return release;
  const migrations = (await readdir('migrations')).filter((name) => name > ROLLING_AFTER);
  if (migrations.length === 0) return git('rev-parse', 'HEAD^');
  const files = migrations.map((name) => `migrations/${name}`);
  const added = await git('log', '--diff-filter=A', '--topo-order', '--reverse', '--format=%H', '--', ...files);
  // Where none is committed yet, the last commit is the one before.
  return git('rev-parse', added === '' ? 'HEAD' : `${added.split('\n')[0]}^`);
}

/** The previous program's sources with the packages of this one. */
export async function unpackPrevious(home: string): Promise<string> {
  const commit = await previousCommit();
  const archive = path.join(home, 'previous.tar');
  await execute('git', ['archive', '--output', archive, commit]);
  const folder = path.join(home, 'previous');
  await mkdir(folder);
  await execute('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/** Its server, which so starts in half the time. The apps are lent: the API shows pages, and what is in them is not what an upgrade is about. */
export async function buildServer(folder: string): Promise<void> {
  const build = ['node_modules/vite/bin/vite.js', 'build', '-c', 'vite.server.config.ts', '--logLevel', 'warn'];
  await execute(process.execPath, build, { cwd: folder, env: { PATH: process.env.PATH } });
  await symlink(path.resolve('dist/web'), path.join(folder, 'dist', 'web'));
  await writeFile(path.join(folder, 'dist', '.built'), '');
}

/** Runs API tests of the previous program, with its code, on databases that this program has migrated: in a server of their own, or a shared one. */
export async function testPrevious(
  folder: string,
  files: readonly string[],
  output: 'inherit' | 'pipe',
  shared?: SharedByTests,
) {
  // It stands for one that was running before, so it finds what it knows. Those before decision 19 refuse to start later.
  await rm(path.join(folder, 'migrations'), { recursive: true });
  await cp('migrations', path.join(folder, 'migrations'), { recursive: true });
  const {
    VITEST: _vitest,
    VITEST_POOL_ID: _pool,
    VITEST_WORKER_ID: _worker,
    FORCE_COLOR: _colour,
    ...env
  } = process.env;
  const given = shared === undefined ? {} : { [GIVEN]: JSON.stringify(shared) };
  const config = path.resolve('test/support/previous.vitest.config.ts');
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--root', folder, '--config', config, ...files],
    { cwd: folder, env: { ...env, ...given, NO_COLOR: '1' }, stdio: ['ignore', output, output] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  const [code] = await once(child, 'close');
  return { code, said };
}
