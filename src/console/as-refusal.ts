import { DeliveryError, type Fault } from '../foundation/errors.ts';
import { DocumentRefusal } from '../infrastructure/operator-document.ts';
import { OperatorError } from '../infrastructure/operator-error.ts';

type Places = {
  /** Where in the call the thing stands that the sentence is about. */
  readonly pointer?: string;
  /** Which part of a document the call holds: faults elsewhere in it are told without a place. */
  readonly inDocument?: string;
};

/** What an operator is told at a command line is answered at the desk, each fault of a document beside its field. */
export async function asRefusal<T>(work: () => Promise<T>, { pointer, inDocument = '' }: Places = {}): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DocumentRefusal) throw new DeliveryError(faultsOf(error, pointer ?? '/data', inDocument));
    if (error instanceof OperatorError) throw new DeliveryError('ERR_INVALID_FIELD', error.sentence, pointer);
    throw error;
  }
}

function faultsOf({ faults }: DocumentRefusal, pointer: string, inDocument: string): readonly [Fault, ...Fault[]] {
  const told = faults.map(({ path, sentence }): Fault => {
    const isHere = path.startsWith(inDocument);
    const text = isHere ? `It ${sentence}.` : `${path} ${sentence}.`;
    const place = isHere ? { pointer: `${pointer}${path.slice(inDocument.length).replace(/\/$/, '')}` } : {};
    return { code: 'ERR_INVALID_FIELD', sentence: text, ...place };
  });
  return told as [Fault, ...Fault[]];
}
