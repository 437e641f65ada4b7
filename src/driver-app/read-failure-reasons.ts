import { readFile } from 'node:fs/promises';
import { inProject } from '../infrastructure/project-folder.ts';
import type { FailureReasons } from './rules/failure-reason.ts';

const SHIPPED_FILE = inProject('data/failure-reasons.json');

export async function readFailureReasons(): Promise<FailureReasons> {
  return JSON.parse(await readFile(SHIPPED_FILE, 'utf8')) as FailureReasons;
}
