import { readFileSync } from 'node:fs';
import { inProject } from '../infrastructure/project-folder.ts';

export function programVersion(): string {
  return (JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { version: string }).version;
}
