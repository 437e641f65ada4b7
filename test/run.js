// `npm test`: every check, quick ones first. Stops at the first that fails.
import { spawnSync } from 'node:child_process';

const CHECKS = [
  ['format and lint', 'biome', ['ci', '--colors=off']],
  ['types', 'tsc', ['-p', '.']],
  ['types of the browser apps', 'tsc', ['-p', 'web']],
  ['types of the client, and its build', 'tsc', ['-p', 'clients/node']],
  ['dead code', 'knip', []],
  ['rules', 'vitest', ['run', '--project', 'rules']],
  ['build', 'node', ['bin/waybill.js', '--version']],
  ['database, API, browser', 'vitest', ['run', '--project', 'system']],
];

for (const [name, command, args] of CHECKS) {
  process.stdout.write(`\n== ${name}\n`);
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' });
  if (error) process.stdout.write(`${error.message}\n`);
  if (status !== 0) {
    process.stdout.write(`\n${name}: failed\n`);
    process.exit(status ?? 1);
  }
}
