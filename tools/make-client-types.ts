import { readFile, writeFile } from 'node:fs/promises';
import { apiTypes } from './api-types.ts';

/** Writes the types of the client, made from the API's own description. */
const document = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
await writeFile('clients/node/src/api-types.ts', apiTypes(document));
