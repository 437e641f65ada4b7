import { OperatorError } from './operator-error.ts';

const MOST_FAULTS_SHOWN = 10;

type DocumentFault = { readonly path: string; readonly sentence: string };

export function parseDocument(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OperatorError(`${source} is not valid JSON: ${(error as Error).message}`);
  }
}

/** Refuses what has faults, naming each by its place in the document. */
export function refuseDocument(faults: readonly DocumentFault[], source: string): void {
  if (faults.length > 0) throw documentRefusal(faults, source);
}

export function documentRefusal(faults: readonly DocumentFault[], source: string): OperatorError {
  const lines = faults.slice(0, MOST_FAULTS_SHOWN).map(({ path, sentence }) => `  ${path} ${sentence}`);
  const rest = faults.length > MOST_FAULTS_SHOWN ? [`  and ${faults.length - MOST_FAULTS_SHOWN} more`] : [];
  return new OperatorError([`${source} cannot be used:`, ...lines, ...rest].join('\n'));
}
