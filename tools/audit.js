// `npm run audit`: known faults of the packages that are given on. Ends with 0 where there are none, 1 where there are, 2 where nobody could be asked.
import { spawnSync } from 'node:child_process';

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const answer = parse(stdout ?? '');
const found = answer?.metadata?.vulnerabilities;
if (found === undefined) {
  const reason = error?.message ?? answer?.message ?? answer?.error?.summary ?? 'npm gave no answer';
  process.stderr.write(`Nothing was checked: the registry does not answer audits here (${reason}).\n`);
  process.exit(2);
}
for (const { name, severity, range } of Object.values(answer.vulnerabilities))
  process.stdout.write(`${severity}  ${name} ${range}\n`);
process.stdout.write(`${found.total} known faults in ${answer.metadata.dependencies.prod} packages.\n`);
process.exit(found.total === 0 ? 0 : 1);

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
