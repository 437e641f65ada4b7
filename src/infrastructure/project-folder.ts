import { fileURLToPath } from 'node:url';

/** Two folders up, both from here and from the built file this ends up in: one of `dist/server`. */
const PROJECT = new URL('../../', import.meta.url);

/** Where something lies that comes with the program: data, migrations, guides, the browser apps. */
export function inProject(place: string): string {
  return fileURLToPath(new URL(place, PROJECT));
}
