import type { Decimal } from '../foundation/csv.ts';
import { drawStatement } from './draw-statement.ts';
import type { Statement } from './read-statement.ts';
import { NO_LINES, remarksOn, type StatementTotals, withLine } from './rules/statement.ts';
import { csvHead, csvLine, csvTotal } from './rules/statement-csv.ts';

type Write = (part: string | Buffer) => Promise<void>;
/** Writes a statement out and answers with what it comes to. */
export type WriteStatement = (statement: Statement, write: Write, decimal?: Decimal) => Promise<StatementTotals>;

/** Part by part, as it is read. */
export const writeCsv: WriteStatement = async ({ market, isFinal, lines }, write, decimal) => {
  let totals = NO_LINES;
  await write(csvHead(decimal));
  for await (const page of lines) {
    totals = page.reduce(withLine, totals);
    await write(page.map((line) => csvLine(line, market, decimal)).join(''));
  }
  await write(csvTotal(totals, remarksOn(totals, isFinal), market, decimal));
  return totals;
};

/** All lines are read first, so that each page can say how many there are. */
export const writePdf: WriteStatement = async (statement, write) => {
  const lines = [];
  for await (const page of statement.lines) lines.push(...page);
  const totals = lines.reduce(withLine, NO_LINES);
  await write(await drawStatement(statement, lines, totals));
  return totals;
};
