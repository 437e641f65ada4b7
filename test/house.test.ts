import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** Rooms, lowest first: a room imports only rooms named before it. */
const ROOMS = [
  'markets',
  'partners',
  'accounts',
  'webhooks',
  'wallet',
  'routing',
  'pricing',
  'quotations',
  'drivers',
  'orders',
  'dispatch',
  'proof',
  'plus',
  'tracking',
  'sandbox',
  'portal',
  'driver-app',
  'privacy',
  'console',
  'docs',
];
const FOUNDATION = ['assert', 'csv', 'decision', 'error-codes', 'errors', 'geo', 'ids', 'in-words', 'money', 'time'];

type Import = { readonly target: string; readonly typeOnly: boolean };
type Source = { readonly file: string; readonly text: string; readonly imports: readonly Import[] };

const sources = sourcesIn('src');

function sourcesIn(folder: string): readonly Source[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .sort()
    .map((file) => {
      const text = readFileSync(file, 'utf8');
      return { file, text, imports: importsOf(file, text) };
    });
}

function importsOf(file: string, text: string): Import[] {
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|import\('([^']+)'\)|^import\s+'([^']+)'/gm,
  );
  return [...statements].map(([statement, typeKeyword, from, dynamic, bare]) => {
    const target = from ?? dynamic ?? bare ?? '';
    const names =
      /\{([^}]*)\}/
        .exec(statement)?.[1]
        ?.split(',')
        .filter((name) => name.trim() !== '') ?? [];
    const typeOnly =
      typeKeyword !== undefined || (names.length > 0 && names.every((name) => name.trim().startsWith('type ')));
    return { target: target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target, typeOnly };
  });
}

const placeOf = (file: string) => file.split('/')[1] as string;
const isRoom = (place: string) => ROOMS.includes(place);
const inside = ({ imports }: Source) => imports.filter(({ target }) => target.startsWith('src/'));

function faultsIn(judge: (source: Source, imported: Import) => boolean): string[] {
  return sources.flatMap((source) =>
    inside(source)
      .filter((imported) => judge(source, imported))
      .map(({ target }) => `${source.file} imports ${target}`),
  );
}

function filesWith(pattern: RegExp, allowed: (file: string) => boolean): string[] {
  return sources.filter(({ file, text }) => pattern.test(text) && !allowed(file)).map(({ file }) => file);
}

describe('the direction of imports', () => {
  test('every folder of src is a known room, foundation, infrastructure or main', () => {
    const places = readdirSync('src');
    expect(
      places.filter((place) => !isRoom(place) && !['foundation', 'infrastructure', 'main'].includes(place)),
    ).toEqual([]);
  });

  test('foundation is a closed list and imports nothing but itself', () => {
    const files = readdirSync('src/foundation').filter((name) => !name.endsWith('.test.ts'));
    expect(files.map((name) => name.replace('.ts', '')).filter((name) => !FOUNDATION.includes(name))).toEqual([]);
    expect(
      faultsIn(({ file }, { target }) => placeOf(file) === 'foundation' && placeOf(target) !== 'foundation'),
    ).toEqual([]);
  });

  test('infrastructure knows no room', () => {
    expect(
      faultsIn(
        ({ file }, { target }) =>
          placeOf(file) === 'infrastructure' && !['foundation', 'infrastructure'].includes(placeOf(target)),
      ),
    ).toEqual([]);
  });

  test('a room imports only rooms below it, and nothing imports main', () => {
    const isAbove = (file: string, target: string) => ROOMS.indexOf(placeOf(target)) > ROOMS.indexOf(placeOf(file));
    expect(
      faultsIn(({ file }, { target }) => isRoom(placeOf(file)) && isRoom(placeOf(target)) && isAbove(file, target)),
    ).toEqual([]);
    expect(faultsIn(({ file }, { target }) => placeOf(file) !== 'main' && placeOf(target) === 'main')).toEqual([]);
  });

  test('the client stands alone: it imports nothing but itself', () => {
    const files = readdirSync('clients/node/src').filter((name) => !name.endsWith('.test.ts'));
    const foreign = files.flatMap((name) => {
      const file = `clients/node/src/${name}`;
      return importsOf(file, readFileSync(file, 'utf8'))
        .filter(({ target }) => !target.startsWith('clients/node/src/'))
        .map(({ target }) => `${file} imports ${target}`);
    });
    expect(files.length).toBeGreaterThan(10);
    expect(foreign).toEqual([]);
    expect(JSON.parse(readFileSync('clients/node/package.json', 'utf8'))).not.toHaveProperty('dependencies');
  });

  test('rooms are entered through their door; main also takes the routes and jobs, which no room needs', () => {
    const isDoor = (file: string, target: string) =>
      target === `src/${placeOf(target)}/index.ts` ||
      (placeOf(file) === 'main' && /-(http|jobs|api)\.ts$/.test(target));
    const throughTheWall = (file: string, target: string) =>
      isRoom(placeOf(target)) && placeOf(target) !== placeOf(file) && !isDoor(file, target);
    expect(faultsIn(({ file }, { target }) => throughTheWall(file, target))).toEqual([]);
  });

  test('rules are pure: they import rules, foundation and types, and wait for nothing', () => {
    const rules = sources.filter(({ file }) => file.includes('/rules/'));
    const impure = rules.flatMap((source) =>
      inside(source)
        .filter(({ target, typeOnly }) => !typeOnly && !target.includes('/rules/') && placeOf(target) !== 'foundation')
        .map(({ target }) => `${source.file} imports ${target}`),
    );
    expect(impure).toEqual([]);
    expect(rules.filter(({ text }) => /\basync\b|\bawait\b|\bPromise\b/.test(text)).map(({ file }) => file)).toEqual(
      [],
    );
  });

  test('within a room: rules know nothing of SQL, SQL and use cases nothing of HTTP and jobs', () => {
    const level = (file: string) =>
      file.includes('/rules/') ? 0 : /-(http|jobs|wire)\.ts$|\/partner-api\.ts$/.test(file) ? 2 : 1;
    expect(
      faultsIn(
        ({ file }, { target }) =>
          isRoom(placeOf(file)) &&
          placeOf(file) === placeOf(target) &&
          !file.endsWith('/index.ts') &&
          level(target) > level(file),
      ),
    ).toEqual([]);
  });

  test.each(['src', 'web', 'bench', 'clients/node/src', 'test/support'])(
    'no circle among files in %s, types included',
    (folder) => {
      const files = sourcesIn(folder);
      const byFile = new Map(files.map(({ file, imports }) => [file, imports]));
      const done = new Set<string>();
      const circles: string[] = [];
      const visit = (file: string, trail: readonly string[]): void => {
        if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
        if (done.has(file) || trail.includes(file)) return;
        for (const { target } of byFile.get(file) ?? []) visit(target, [...trail, file]);
        done.add(file);
      };
      for (const { file } of files) visit(file, []);
      expect(circles).toEqual([]);
    },
  );
});

describe('the ones', () => {
  test('one clock', () => {
    expect(
      filesWith(
        /\bDate\.now\(|new Date\(\)|performance\.now\(|hrtime/,
        (file) => file === 'src/infrastructure/clock.ts',
      ),
    ).toEqual([]);
  });

  test('one source of randomness', () => {
    expect(
      filesWith(
        /Math\.random|\brandom(Bytes|UUID|Int)\b|getRandomValues/,
        (file) => file === 'src/infrastructure/random.ts',
      ),
    ).toEqual([]);
  });

  test('one place knows where the program lies, but for what starts threads and what asks Node for packages', () => {
    const knows = ['project-folder.ts', 'thread.ts', 'database/embedded-home.ts'];
    const mayKnow = (file: string) => knows.includes(file.replace('src/infrastructure/', ''));
    expect(filesWith(/import\.meta\.(url|dirname|filename)/, mayKnow)).toEqual([]);
  });

  test('one reader of the environment', () => {
    expect(filesWith(/process\.env/, (file) => file === 'src/infrastructure/config/settings.ts')).toEqual([]);
  });

  test('SQL is in files that end in -sql.ts at the root of their room, and none in main', () => {
    const isSqlFile = (file: string) => isRoom(placeOf(file)) && /^src\/[^/]+\/[^/]+-sql\.ts$/.test(file);
    const mayHoldSql = (file: string) => /^src\/infrastructure\/(database|jobs)\//.test(file) || isSqlFile(file);
    expect(filesWith(/\.query(<[^(]*>)?\(\s*['"`]/, mayHoldSql)).toEqual([]);
    const sqlFiles = sources.map(({ file }) => file).filter(isSqlFile);
    const onlyOne = sqlFiles.filter(
      (file) => sqlFiles.filter((other) => placeOf(other) === placeOf(file)).length === 1,
    );
    expect(onlyOne.filter((file) => file !== `src/${placeOf(file)}/${placeOf(file)}-sql.ts`)).toEqual([]);
  });

  test('one program exit and one place that writes to the terminal', () => {
    expect(filesWith(/process\.(exit\(|stdout|stderr)/, (file) => file.startsWith('src/main/'))).toEqual([]);
  });
});

describe('the rooms', () => {
  const rooms = readdirSync('src').filter(isRoom);

  test.each(rooms)('%s has a page that says what it owns', (room) => {
    expect(readFileSync(`src/${room}/README.md`, 'utf8')).toMatch(/\*\*Owns\*\*/);
  });

  test.each(rooms)('%s is on the map', (room) => {
    expect(readFileSync('docs/map.md', 'utf8')).toContain(`\`${room}\``);
  });
});

describe('the documents', () => {
  test('the walks on the map go by functions that stand in the files named with them', () => {
    const steps = [...readFileSync('docs/map.md', 'utf8').matchAll(/`(\w+)` \(`([\w/-]+\.ts)`\)/g)];
    expect(steps.length).toBeGreaterThan(40);
    const lost = steps.filter(
      ([, name, file]) =>
        !new RegExp(`export (async )?(function|const) ${name}\\b`).test(readFileSync(`src/${file}`, 'utf8')),
    );
    expect(lost.map(([step]) => step)).toEqual([]);
  });

  test('every migration says on its first line why it is there', () => {
    for (const name of readdirSync('migrations')) {
      expect(readFileSync(path.join('migrations', name), 'utf8')).toMatch(/^-- .{20,}/);
    }
  });
});
