import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

type LockedPackage = {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly cpu?: readonly string[];
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
};
/** By place, such as "node_modules/pg". */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;
export type Licensed = { readonly name: string; readonly version: string; readonly licence: string };

/** Their package names no licence, but holds one. */
const READ_BY_HAND: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

/** Names no licence, and is in nothing that is given on: the map's own build leaves it out. */
export const LEFT_OUT = '@mapbox/jsonlint-lines-primitives';

export const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** All that reaches whoever runs Waybill: what is installed with it, on any platform, and what server and browser apps are built from. */
export function shippedLicences(packages: LockedPackages, bundled: readonly string[]): readonly Licensed[] {
  const foreign = Object.keys(packages).filter((place) => place.includes('node_modules/') && !packages[place]?.link);
  const shipped = new Set(foreign.filter((place) => packages[place]?.dev !== true));
  const take = (place: string | undefined): void => {
    if (place === undefined || shipped.has(place) || nameOf(place) === LEFT_OUT) return;
    shipped.add(place);
    const { dependencies, optionalDependencies, peerDependenciesMeta } = packages[place] as LockedPackage;
    // What one asks for only where it is there is bundled where it is there; types are in nothing that runs.
    const asked = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependenciesMeta });
    for (const name of asked) if (!name.startsWith('@types/')) take(placeOf(packages, name, place));
  };
  for (const name of bundled) take(placeOf(packages, name, ''));
  const rows = [...shipped].map((place) => {
    const { version = '', license } = packages[place] as LockedPackage;
    const name = nameOf(place);
    return { name, version, licence: license ?? READ_BY_HAND[name] ?? 'none named' };
  });
  const unique = new Map(rows.map((row) => [`${row.name} ${row.version}`, row]));
  return [...unique.values()].sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

/** As Node looks for it: beside the one that asks, then further out. */
function placeOf(packages: LockedPackages, name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (at === '' || !at.includes('/node_modules/')) return at === '' ? undefined : placeOf(packages, name, '');
  }
}

const NAME = `['"](@?[\\w-]+(?:/[\\w./-]+)?)['"]`;
const PACKAGE = new RegExp(`\\bfrom ${NAME};$|^@?import ${NAME}|(?<!\`)\\bimport\\(${NAME}\\)`, 'gm');

/** The packages that the sources of the server and of the browser apps name. */
export function importsOfSources(): readonly string[] {
  const files = ['src', 'web'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  );
  const sources = files.filter(
    (file) => /\.(tsx?|css)$/.test(file) && !/\.test\.|vite\.config|^web\/testing/.test(file),
  );
  const named = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(PACKAGE)]);
  const targets = named.map(([, from, bare, late]) => (from ?? bare ?? late ?? '').split('/'));
  const names = targets.map(([first = '', second]) => (first.startsWith('@') ? `${first}/${second}` : first));
  return [...new Set(names)].sort();
}

/** `AND` asks for all, `OR` for one of them. */
export function isAllowed(licence: string, allowed: ReadonlySet<string>): boolean {
  return licence
    .replace(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((one) => allowed.has(one)));
}

export function describeLicences(rows: readonly Licensed[]): string {
  const counts = new Map<string, number>();
  for (const { licence } of rows) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const summary = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${licence} (${count})`);
  return `# Licences of what Waybill is built from

Made by \`npm run generate\` from \`package-lock.json\`: every package that is installed with Waybill, on any platform, and every one that the server and
the browser apps are built from. Their texts come with each package, and those of what is bundled stand in \`dist/server/licences.md\` and \`dist/web/licences.md\`.

${summary.join(', ')}.

| Package | Version | Licence |
|---|---|---|
${rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join('\n')}
`;
}
