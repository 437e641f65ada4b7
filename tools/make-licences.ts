import { readFile, writeFile } from 'node:fs/promises';
import { describeLicences, importsOfSources, shippedLicences } from './licences.ts';

/** Writes the list of packages that are given on, with their licences. */
const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'));
await writeFile('docs/licences.md', describeLicences(shippedLicences(packages, importsOfSources())));
