import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  describeLicences,
  importsOfSources,
  isAllowed,
  LEFT_OUT,
  type LockedPackages,
  nameOf,
  shippedLicences,
} from '../tools/licences.ts';
import { LEFT_IN_PLACE } from '../vite.server.config.ts';

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { packages, lockfileVersion } = json('package-lock.json') as {
  packages: LockedPackages;
  lockfileVersion: number;
};
const { allowScripts, dependencies, scripts } = json('package.json');
const foreign = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);
const shipped = shippedLicences(packages, importsOfSources());

const PERMISSIVE = [
  'MIT',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Unlicense',
  'Zlib',
];
/** What asks for more than to be named, and why that is met. */
const WITH_CONDITIONS: readonly (readonly [licence: string, packages: RegExp])[] = [
  // Fonts, which are given on as they are.
  ['OFL-1.1', /^@expo-google-fonts\//],
  // A library in a file of its own, which whoever runs the server may replace.
  ['LGPL-3.0-or-later', /^@img\/sharp-/],
];

describe('the lock file', () => {
  test('pins every package that is given on by a SHA-512 of its content, and every other one but builds for other platforms', () => {
    expect(lockfileVersion).toBe(3);
    expect(foreign.length).toBeGreaterThan(500);
    const unpinned = foreign.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity));
    // The registry by which the lock was made does not offer these; only who develops on such a platform fetches them.
    const isForOthers = ({ dev, optional, cpu }: LockedPackages[string]) => dev && optional && cpu !== undefined;
    expect(unpinned.filter(([, locked]) => !isForOthers(locked)).map(([place]) => place)).toEqual([]);
  });

  test('names no host, so that the registry is the choice of whoever installs', () => {
    const outside = Object.entries(packages).filter(([, { resolved }]) => resolved?.includes(':'));
    expect(outside.map(([place]) => place)).toEqual([]);
    expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/https?:\/\/[^"]*\.tgz|"git\+|"file:/);
  });

  test('is what checks and image install by', () => {
    expect(readFileSync('.ci/run', 'utf8')).toMatch(/^npm ci /m);
    const dockerfile = readFileSync('Dockerfile', 'utf8');
    expect(dockerfile).not.toMatch(/npm (install|i)\b/);
    expect(dockerfile.match(/npm ci\b/g)?.length).toBe(2);
  });
});

test('what is not bundled is installed with the program, and beside it only fonts', () => {
  const fonts = Object.keys(dependencies).filter((name) => name.startsWith('@expo-google-fonts/'));
  expect(fonts).toHaveLength(4);
  expect(Object.keys(dependencies).sort()).toEqual([...LEFT_IN_PLACE, ...fonts].sort());
});

test('no package runs a script when it is installed but the vetted ones', () => {
  const running = foreign.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place));
  expect(running.sort()).toEqual(Object.keys(allowScripts).sort());
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
});

describe('licences', () => {
  test('of all that is given on are ones whose conditions are met', () => {
    const conditional = (name: string) => WITH_CONDITIONS.filter(([, which]) => which.test(name)).map(([one]) => one);
    const faults = shipped.filter(
      ({ name, licence }) => !isAllowed(licence, new Set([...PERMISSIVE, ...conditional(name)])),
    );
    expect(faults).toEqual([]);
  });

  test('are listed in docs/licences.md', () => {
    expect(readFileSync('docs/licences.md', 'utf8')).toBe(describeLicences(shipped));
    const names = shipped.map(({ name }) => name);
    // Of the server, of the apps, and what those need themselves.
    expect(names).toEqual(expect.arrayContaining(['fastify', 'find-my-way', 'react', 'scheduler', 'maplibre-gl']));
    for (const idle of ['vitest', 'typescript', 'playwright-core']) expect(names).not.toContain(idle);
  });

  test('what names none is not given on', () => {
    expect(LEFT_OUT).toContain('jsonlint');
    for (const file of ['maplibre-gl', 'maplibre-gl-shared', 'maplibre-gl-worker'])
      expect(readFileSync(`node_modules/maplibre-gl/dist/${file}.mjs`, 'utf8')).not.toContain('jsonlint');
  });

  test.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT OR GPL-3.0-only)', true],
    ['none named', false],
  ])('%s is allowed: %s', (licence, expected) => {
    expect(isAllowed(licence, new Set(PERMISSIVE))).toBe(expected);
  });
});
