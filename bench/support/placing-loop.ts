import { SECOND_MS } from '../../src/foundation/time.ts';
import type { Queryable } from '../../src/infrastructure/database/database.ts';
import { type Pattern, PLACE_ONE } from './placing-statement.ts';

const NAMES = [...new Set(PLACE_ONE.match(/(?<!:):[a-z_]+/g))];
const STATEMENT = PLACE_ONE.replace(/(?<!:):[a-z_]+/g, (name) => `$${NAMES.indexOf(name) + 1}`);

type Quoted = { readonly id: string; readonly partnerId: string };

/** How many orders a second so many clients place that do nothing else, one order a transaction. */
export async function placeInLoop(
  database: Queryable,
  clients: number,
  pattern: Pattern,
  quotations: readonly Quoted[],
): Promise<number> {
  const orders = quotations.map(({ id, partnerId }): readonly string[] => {
    const given: Readonly<Record<string, string>> = { ...pattern, quotation: id, partner: partnerId };
    return NAMES.map((name) => given[name.slice(1)] as string);
  });
  let next = 0;
  const client = async () => {
    for (let order = orders[next++]; order !== undefined; order = orders[next++]) {
      const placed = await database.query(STATEMENT, order);
      if (placed.length === 0) throw new Error('an order was not placed');
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return (orders.length * SECOND_MS) / (performance.now() - begun);
}
