import { type Command, InvalidArgumentError } from 'commander';
import { type Reference, referenceFrom } from '../../wallet/index.ts';
import { inCapitals } from './options.ts';

export type PaymentOptions = { market: string; amount: string; reference?: Reference };

/** Said of a payment that was booked before. */
export const ALREADY_BOOKED = 'This was booked before under the same reference. Nothing was booked now.';

export function withPayment(command: Command): Command {
  return command
    .requiredOption('--market <market>', 'market whose currency it is', inCapitals)
    .requiredOption('--amount <amount>', 'how much, for example 500')
    .option('--reference <text>', 'your name for this payment, which is booked once under it', referenceOption)
    .option('--json', 'print JSON');
}

function referenceOption(text: string): Reference {
  const reference = referenceFrom(text);
  if (reference === undefined) throw new InvalidArgumentError('It must have 1 to 100 characters in one line.');
  return reference;
}
