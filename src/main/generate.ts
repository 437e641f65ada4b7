import { readFile, writeFile } from 'node:fs/promises';
import { describeSettings } from '../infrastructure/config/example-file.ts';
import { describeSchema } from '../infrastructure/database/describe-schema.ts';
import { readMigrations } from '../infrastructure/database/migrations.ts';
import { withFoundationsFromTheStart } from './commands/with-foundations.ts';
import { composeApi } from './compose-api.ts';
import { describeErrors } from './describe-errors.ts';

const ERRORS_PAGE = 'docs/guide/errors.md';

/** Writes the files that are made from the program itself; the tests compare them. */
await writeFile('config.example.env', describeSettings());
await withFoundationsFromTheStart(async (foundations) => {
  const app = await composeApi({ ...foundations, settings: { ...foundations.settings, tls: 'proxy' } }, undefined);
  await app.ready();
  await writeFile('docs/openapi.json', `${JSON.stringify(app.swagger(), null, 2)}\n`);
  const page = await readFile(ERRORS_PAGE, 'utf8');
  await writeFile(ERRORS_PAGE, describeErrors(page, app.swagger() as Parameters<typeof describeErrors>[1]));
  await app.close();
  await writeFile('docs/schema.md', await describeSchema(foundations.database, await readMigrations()));
});
