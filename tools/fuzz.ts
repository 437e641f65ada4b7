// `npm run fuzz -- --seed N --count M`: the same as in `npm test`, longer or with another seed.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '14' }, count: { type: 'string', default: '200000' } },
});
for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d{0,8}$/.test(value)) continue;
  process.stderr.write(`--${name} must be a whole number from 1 to 999999999, not "${value}".\n`);
  process.exit(2);
}
const { status } = spawnSync('vitest', ['run', '--project', 'system', 'test/api/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_SEED: values.seed, FUZZ_COUNT: values.count },
});
process.exit(status ?? 1);
