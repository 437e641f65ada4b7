// `npm run audit`: known faults of the packages that are given on, installed or bundled. Ends with 0 where there are none, 1 where there are, 2 where nobody could be asked.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const givenOn = new Set(
  [...readFileSync('docs/licences.md', 'utf8').matchAll(/^\| (\S+) \| \d/gm)].map(([, name]) => name),
);
const { stdout, error } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8' });
const answer = parse(stdout ?? '');
if (answer?.vulnerabilities === undefined) {
  const reason = error?.message ?? answer?.message ?? answer?.error?.summary ?? 'npm gave no answer';
  process.stderr.write(`Nothing was checked: the registry does not answer audits here (${reason}).\n`);
  process.exit(2);
}
const found = Object.values(answer.vulnerabilities).filter(({ name }) => givenOn.has(name));
for (const { name, severity, range } of found) process.stdout.write(`${severity}  ${name} ${range}\n`);
process.stdout.write(`Known faults in ${found.length} of ${givenOn.size} packages.\n`);
process.exit(found.length === 0 ? 0 : 1);

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
