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
const sources = path.join(root, 'src');

function newestChange(folder) {
  let newest = statSync(folder).mtimeMs;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    newest = Math.max(newest, statSync(path.join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
  }
  return newest;
}

function isBuilt() {
  if (!existsSync(sources)) return true;
  if (!existsSync(stamp)) return false;
  const configuration = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map(
    (file) => statSync(path.join(root, file)).mtimeMs,
  );
  return Math.max(newestChange(sources), ...configuration) <= statSync(stamp).mtimeMs;
}

async function build() {
  const begun = new Date();
  process.stderr.write('Building Waybill\n');
  const alive = setInterval(() => {
    process.stderr.write(`  … ${Math.round((Date.now() - begun.getTime()) / 1000)} s\n`);
  }, 2000);
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const code = await new Promise((resolve) => {
    spawn(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: ['ignore', 2, 2] }).on(
      'exit',
      resolve,
    );
  });
  clearInterval(alive);
  if (code !== 0) {
    process.stderr.write('The build failed. The lines above say where.\n');
    process.exit(1);
  }
  writeFileSync(stamp, '');
  utimesSync(stamp, begun, begun);
}

if (!isBuilt()) await build();
await import('../dist/main/cli.js');
