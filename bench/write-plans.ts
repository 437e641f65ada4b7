// `npm run plans`: how the database runs every hot statement with row 11's data in it, into bench/plans.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSettings } from '../src/infrastructure/config/settings.ts';
import { startEmbeddedPostgres } from '../src/infrastructure/database/embedded-postgres.ts';
import { listen } from '../src/infrastructure/http/doors.ts';
import { loadCertificate } from '../src/infrastructure/tls/certificates.ts';
import { composeApi } from '../src/main/compose-api.ts';
import { layFoundations } from '../src/main/foundations.ts';
import { silentLog } from '../test/support/edges.ts';
import { createPlanReader, type Explained, explainAll, explainNoMore } from '../test/support/explained.ts';
import { HOT_PATHS, type House } from '../test/support/hot-paths.ts';
import { call } from '../test/support/partner-client.ts';
import { GROWN, grownData, KEPT } from './growth/grown-data.ts';
import { createCleanUp } from './support/clean-up.ts';
import type { Partner } from './support/partners.ts';
import { environmentOf } from './support/production.ts';

const FOLDER = 'bench/plans';
/** Values are shown as far as they say what they are. */
const MOST_OF_A_VALUE = 60;

const { afterwards, putAllAway } = createCleanUp();
try {
  const { data, partners } = await grownData(KEPT, GROWN, {
    afterwards,
    report: (line) => process.stderr.write(`${line}\n`),
  });
  const [partner] = partners as readonly [Partner];
  const { connection, stop } = await startEmbeddedPostgres(data, () => {});
  afterwards(stop);
  await explainAll(connection, {
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_parameter_max_length': String(MOST_OF_A_VALUE),
  });
  afterwards(() => explainNoMore(connection));
  const house = await openHouse(data, connection, partner);
  const explain = createPlanReader(house.foundations.database);
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const [name, { prepare }] of Object.entries(HOT_PATHS)) {
    const explained = await explain(await prepare(house));
    await writeFile(path.join(FOLDER, `${name}.txt`), shown(explained));
  }
} finally {
  await putAllAway();
}

/** An API in this process, whose connections are heard. */
async function openHouse(
  data: string,
  connection: Parameters<typeof layFoundations>[1],
  partner: Partner,
): Promise<House> {
  const settings = readSettings(environmentOf(data));
  const foundations = await layFoundations(settings, connection, { log: silentLog });
  afterwards(() => foundations.close());
  const { clock, random } = foundations;
  const server = await listen(
    await composeApi(foundations, await loadCertificate(settings, clock, random), {}),
    settings,
  );
  afterwards(() => server.stop());
  const target = { port: server.port, ca: await readFile(path.join(data, 'tls', 'ca.pem'), 'utf8') };
  return {
    foundations,
    partner,
    call: (method, callPath, options = {}) => call(target, partner, clock.now(), method, callPath, options),
  };
}

/** What a trigger or function did stands before the statement that set it off, once for all rows. */
function shown(explained: readonly Explained[]): string {
  const isFirst = ({ isNested, text }: Explained, index: number) =>
    !isNested || explained.findIndex((other) => other.isNested && other.text === text) === index;
  return explained
    .filter(isFirst)
    .map(({ plan, isNested }) => `${isNested ? '(inside the next statement) ' : ''}${plan.trimEnd()}\n`)
    .join('\n');
}
