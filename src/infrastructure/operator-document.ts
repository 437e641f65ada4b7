import { Settings } from 'typebox/system';
import { OperatorError } from './operator-error.ts';

const MOST_FAULTS_SHOWN = 10;
/** The library stops at 8 where nobody says otherwise, and whoever mends a document wants to know of all. */
const MOST_FAULTS_FOUND = 1_000;
Settings.Set({ maxErrors: MOST_FAULTS_FOUND });

type DocumentFault = { readonly path: string; readonly sentence: string };

/** A document that cannot be used, with every fault by its place in it. */
export class DocumentRefusal extends OperatorError {
  readonly faults: readonly DocumentFault[];

  constructor(faults: readonly DocumentFault[], source: string) {
    const lines = faults.slice(0, MOST_FAULTS_SHOWN).map(({ path, sentence }) => `  ${path} ${sentence}`);
    const rest = faults.length > MOST_FAULTS_SHOWN ? [`  and ${faults.length - MOST_FAULTS_SHOWN} more`] : [];
    super([`${source} cannot be used:`, ...lines, ...rest].join('\n'));
    this.faults = faults;
  }
}

export function parseDocument(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OperatorError(`${source} is not valid JSON: ${(error as Error).message}`);
  }
}

/** Refuses what has faults, naming each by its place in the document. */
export function refuseDocument(faults: readonly DocumentFault[], source: string): void {
  if (faults.length > 0) throw new DocumentRefusal(faults, source);
}
