#!/usr/bin/env node
// Runs the built program. In a checkout it builds first where the sources are newer than the last build.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 11)) {
  process.stderr.write(`Waybill needs Node 20.11 or later. This is Node ${process.versions.node}.\n`);
  process.exit(1);
}

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const stamp = path.join(root, 'dist', '.built');
const sources = ['src', 'web'].map((folder) => path.join(root, folder));

function newestChange(folder) {
  let newest = statSync(folder).mtimeMs;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    newest = Math.max(newest, statSync(path.join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
  }
  return newest;
}

function isBuilt() {
  if (!sources.every((folder) => existsSync(folder))) return true;
  if (!existsSync(stamp)) return false;
  const configuration = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map(
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

async function build() {
  const begun = new Date();
  process.stderr.write('Building Waybill\n');
  const alive = setInterval(() => {
    process.stderr.write(`  … ${Math.round((Date.now() - begun.getTime()) / 1000)} s\n`);
  }, 2000);
  const codes = await Promise.all([
    run('typescript/bin/tsc', '-p', 'tsconfig.build.json'),
    run('vite/bin/vite.js', 'build', '-c', 'web/vite.config.ts', '--logLevel', 'warn'),
  ]);
  clearInterval(alive);
  if (codes.some((code) => code !== 0)) {
    process.stderr.write('The build failed. The lines above say where.\n');
    process.exit(1);
  }
  writeFileSync(stamp, '');
  utimesSync(stamp, begun, begun);
}

if (!isBuilt()) await build();
await import('../dist/main/cli.js');
