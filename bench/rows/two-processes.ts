import type { Target } from '../../test/support/partner-client.ts';
import type { Row } from '../row.ts';
import { alternate } from '../support/alternate.ts';
import { prepareRequests } from '../support/load.ts';
import { startProgram } from '../support/production.ts';
import { createQuotationCalls } from '../support/quotations.ts';

/** Quotations: a call that takes more of the API than of what both share, the database, and writes there too. */
export const TWO_PROCESSES: Row = {
  row: 12,
  name: 'two-processes',
  what: 'POST /v3/quotations a second, 64 connections, two API processes on one database',
  against: 'one API process',
  bar: 1.2,
  moonshot: 2,
  better: 'higher',
  async measure({ isShort, afterwards, production, load }) {
    const program = await production();
    const startApi = async () => ({ ca: program.ca, ...(await startProgram(afterwards, 'api', program.env)) });
    // What a short run measures means nothing: one more process is spared.
    const one = [isShort ? program : await startApi()];
    const two = [...one, await startApi()];
    const nextCall = createQuotationCalls({ dropOffs: 1 });
    const [rounds, calls] = isShort ? [1, 8] : [5, 4_000];
    const callsPerSecond = async (targets: readonly Target[]) =>
      (await load(targets, prepareRequests(program.partner, nextCall, calls))).perSecond;
    await callsPerSecond(two);
    return alternate(
      rounds,
      () => callsPerSecond(two),
      () => callsPerSecond(one),
    );
  },
};
