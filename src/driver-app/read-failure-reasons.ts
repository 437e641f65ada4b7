import { readFile } from 'node:fs/promises';
import type { FailureReasons } from './rules/failure-reason.ts';

const SHIPPED_FILE = new URL('../../data/failure-reasons.json', import.meta.url);

export async function readFailureReasons(): Promise<FailureReasons> {
  return JSON.parse(await readFile(SHIPPED_FILE, 'utf8')) as FailureReasons;
}
