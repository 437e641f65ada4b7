import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Results } from './measured-row.ts';
import { plotResults } from './plot.ts';

export function hereAndNow(): Omit<Results, 'rows'> {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const processors = os.cpus();
  const model = processors[0]?.model.trim() ?? 'unknown';
  return { commit, machine: `${processors.length} × ${model}, ${process.arch}, Node ${process.version}` };
}

export async function readResults(folder: string): Promise<Results | undefined> {
  const text = await readFile(path.join(folder, 'latest.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

export async function saveResults(folder: string, results: Results): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'latest.json'), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(path.join(folder, 'latest.svg'), plotResults(results));
}
