import { createReads, ordersOf } from '../../support/calls.ts';
import { type Load, prepareRequests } from '../../support/load.ts';
import { makePartners, type Partner } from '../../support/partners.ts';
import { prepareOrders } from '../../support/placing.ts';
import type { Production } from '../../support/production.ts';
import { createQuotationCalls } from '../../support/quotations.ts';

/** Of twenty calls: a partner reads more than it writes. */
const [READS, QUOTATIONS, ORDERS] = [12, 5, 3];
const IN_ALL = READS + QUOTATIONS + ORDERS;
const PARTNERS = 16;
const ORDERS_TO_READ = 320;

export type Mix = {
  /** So many calls, signed now, no two of them the same but reads. */
  prepare(count: number): Promise<readonly string[]>;
  /** Of an order that is there. */
  readonly pathToRead: string;
  countOrders(): Promise<number>;
};

/** GET an order, POST a quotation, POST an order. */
export async function createMix(program: Production, load: Load): Promise<Mix> {
  const { foundations, partner } = program;
  const partners: readonly Partner[] = await makePartners(foundations, PARTNERS);
  const { requestsFor, overHttps } = await prepareOrders(program, load);
  await overHttps([partner], ORDERS_TO_READ);
  const nextRead = createReads(await ordersOf(program));
  const nextQuotation = createQuotationCalls({ dropOffs: 1 });
  return {
    pathToRead: nextRead().path,
    async prepare(count) {
      const twenties = Math.ceil(count / IN_ALL);
      const orders = await requestsFor(partners, twenties * ORDERS);
      const quotations = prepareRequests(partner, nextQuotation, twenties * QUOTATIONS);
      const reads = prepareRequests(partner, nextRead, twenties * READS);
      return Array.from({ length: twenties * IN_ALL }, (_, index) => {
        const [twenty, place] = [Math.floor(index / IN_ALL), (index * 7) % IN_ALL];
        if (place < READS) return reads[twenty * READS + place] as string;
        if (place < READS + QUOTATIONS) return quotations[twenty * QUOTATIONS + place - READS] as string;
        return orders[twenty * ORDERS + place - READS - QUOTATIONS] as string;
      });
    },
    async countOrders() {
      const [row] = await foundations.database.query<{ count: string }>('select count(*) from orders');
      return Number(row?.count);
    },
  };
}

export function isOrder(request: string): boolean {
  return request.startsWith('POST /v3/orders ');
}
