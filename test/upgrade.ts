// `npm run upgrade`: all API tests of the version before, with its code, on a database that this one has migrated. Or those that are named: `-- test/api/orders-place.test.ts`.
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { openFolder } from './support/open-folder.ts';
import { previousCommit, testPrevious, unpackPrevious } from './support/previous.ts';

const home = await openFolder('upgrade');
try {
  process.stdout.write(`The version before is ${await previousCommit()}.\n`);
  const folder = await unpackPrevious(home);
  execFileSync(process.execPath, ['bin/waybill.js', '--version'], { cwd: folder, stdio: 'inherit' });
  const { code } = await testPrevious(folder, process.argv.slice(2), 'inherit');
  process.exitCode = code;
} finally {
  await rm(home, { recursive: true, force: true });
}
