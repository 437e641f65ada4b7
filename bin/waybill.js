#!/usr/bin/env node
// Runs the built program. In a checkout it builds first where the sources are newer than the last build.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 11)) {
  process.stderr.write(`Waybill needs Node 20.11 or later. This is Node ${process.versions.node}.\n`);
  process.exit(1);
}

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const built = path.join(root, 'dist');
/** Where `@waybill/client` is found by whoever tries the guide in a checkout. */
const builtClient = path.join(root, 'clients', 'node', 'dist');
const STAMP = '.built';
const sources = ['src', 'web', 'clients/node/src'].map((folder) => path.join(root, folder));

/** Of what is built from; whoever takes a file away changes another that named it. */
function newestChange(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => statSync(path.join(entry.parentPath ?? entry.path, entry.name)).mtimeMs)
    .reduce((newest, changed) => Math.max(newest, changed), 0);
}

function isBuilt() {
  if (!sources.every((folder) => existsSync(folder))) return true;
  const stamp = path.join(built, STAMP);
  if (!existsSync(stamp) || !existsSync(builtClient)) return false;
  const configuration = ['tsconfig.json', 'vite.server.config.ts', 'package-lock.json'].map(
    (file) => statSync(path.join(root, file)).mtimeMs,
  );
  return Math.max(...sources.map(newestChange), ...configuration) <= statSync(stamp).mtimeMs;
}

function run(tool, ...args) {
  const script = path.join(root, 'node_modules', ...tool.split('/'));
  return new Promise((resolve) => {
    spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 2, 2] }).on('exit', resolve);
  });
}

/** Of builds that were ended midway. */
function putAwayLeftovers() {
  for (const folder of readdirSync(root)) {
    const [, pid] = /^\.dist-(\d+)/.exec(folder) ?? [];
    if (pid && !isRunning(Number(pid))) rmSync(path.join(root, folder), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

async function build() {
  const begun = new Date();
  putAwayLeftovers();
  process.stderr.write('Building Waybill\n');
  const alive = setInterval(() => {
    process.stderr.write(`  … ${Math.round((Date.now() - begun.getTime()) / 1000)} s\n`);
  }, 2000);
  // Apart, so that two who build at once do not write into one another's files.
  const draft = path.join(root, `.dist-${process.pid}`);
  const make = (configuration, part) =>
    run('vite/bin/vite.js', 'build', '-c', configuration, '--outDir', path.join(draft, part), '--logLevel', 'warn');
  const draftOfClient = `${draft}-client`;
  const codes = await Promise.all([
    make('vite.server.config.ts', 'server'),
    make('web/vite.config.ts', 'web'),
    run('typescript/bin/tsc', '-p', 'clients/node', '--noCheck', '--outDir', draftOfClient),
  ]);
  clearInterval(alive);
  if (codes.some((code) => code !== 0)) {
    for (const folder of [draft, draftOfClient]) rmSync(folder, { recursive: true, force: true });
    process.stderr.write('The build failed. The lines above say where.\n');
    process.exit(1);
  }
  writeFileSync(path.join(draft, STAMP), '');
  utimesSync(path.join(draft, STAMP), begun, begun);
  putInPlace(draft, draftOfClient);
}

/** Where another one was quicker, its build is as good as ours, and may be running already. */
function putInPlace(draft, draftOfClient) {
  const before = `${draft}-before`;
  const beforeOfClient = `${draftOfClient}-before`;
  if (!isBuilt()) {
    // First, because the stamp is in the other one.
    exchange(builtClient, draftOfClient, beforeOfClient);
    exchange(built, draft, before);
  }
  for (const folder of [draft, draftOfClient, before, beforeOfClient]) rmSync(folder, { recursive: true, force: true });
}

/** What was there is deleted later: meanwhile another one would have put its own into the midst of it. */
function exchange(folder, draft, before) {
  if (existsSync(folder)) renameSync(folder, before);
  renameSync(draft, folder);
}

if (!isBuilt()) await build();
await import('../dist/server/cli.js');
