import { recordAct } from '../../accounts/index.ts';
import type { Transaction } from '../../infrastructure/database/database.ts';
import type { Foundations } from '../foundations.ts';

type Act = Omit<Parameters<typeof recordAct>[1], 'at' | 'by'>;

/** What is changed at the command line is written down under the names of the desks, in the transaction that changes it. */
export function noteAct(tx: Transaction, { clock }: Pick<Foundations, 'clock'>, act: Act): Promise<void> {
  return recordAct(tx, { ...act, at: clock.now(), by: undefined });
}
