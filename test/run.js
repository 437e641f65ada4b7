// `npm test`: every check, quick ones first. Stops at the first that fails.
import { spawn } from 'node:child_process';

/** Of two cores: checks of one group run two at a time. Types are told by one thread each: four would do much of it four times. Within a group the longest come first, or the last would run alone. */
const AT_ONCE = 2;
const GROUPS = [
  [
    ['types', 'tsc', ['-p', '.', '--singleThreaded']],
    ['dead code', 'knip', []],
    ['format and lint', 'biome', ['ci', '--colors=off']],
    ['types of the browser apps', 'tsc', ['-p', 'web', '--singleThreaded']],
    ['types of the client, and its build', 'tsc', ['-p', 'clients/node', '--singleThreaded']],
  ],
  [['rules', 'vitest', ['run', '--project', 'rules']]],
  [['build', 'node', ['bin/waybill.js', '--version']]],
  [['database, API, browser', 'vitest', ['run', '--project', 'system']]],
];

const running = new Set();

for (const group of GROUPS) {
  const waiting = [...group];
  const workOff = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await run(check, group.length > 1);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}
const seconds = Math.round(process.uptime());
process.stdout.write(`\nEvery check passed, in ${Math.floor(seconds / 60)} min ${seconds % 60} s.\n`);

/** What runs beside others says all of it when it is done, so that nothing is mixed up. */
async function run([name, command, args], isBesideOthers) {
  const title = `\n== ${name}\n`;
  if (!isBesideOthers) process.stdout.write(title);
  const child = spawn(command, args, { stdio: isBesideOthers ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  running.add(child);
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  const status = await new Promise((resolve) => {
    child.on('error', (error) => {
      said.push(`${error.message}\n`);
      resolve(1);
    });
    child.on('close', resolve);
  });
  running.delete(child);
  const told = said.map(String).join('');
  process.stdout.write(isBesideOthers ? title + told : told);
  if (status === 0) return;
  process.stdout.write(`\n${name}: failed\n`);
  for (const other of running) other.kill();
  process.exit(status ?? 1);
}
