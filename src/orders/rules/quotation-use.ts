import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { hintAtDigits, type PartnerId } from '../../foundation/ids.ts';
import type { Instant } from '../../foundation/time.ts';
import type { Quotation } from '../../quotations/index.ts';
import type { Order } from './order.ts';

type Asked = {
  readonly quotationId: string;
  readonly partnerId: PartnerId;
  readonly market: string;
  readonly requestHash: Buffer;
  /** The id is of a quotation of theirs for a scheduled delivery, which buys no order. */
  readonly isScheduled?: boolean;
};

/** A quotation buys one order: a new one, or the very order that the same request has bought before, which outlives the quotation. */
export function decideQuotationUse<Q extends Quotation>(
  quotation: Q | undefined,
  boughtOrder: Order | undefined,
  { quotationId, partnerId, market, requestHash, isScheduled }: Asked,
  now: Instant,
): Decision<{ readonly buy: Q } | { readonly bought: Order }> {
  const no = (sentence: string) => refused('ERR_INVALID_QUOTATION_ID', sentence, '/data/quotationId');
  const unknown = () => no(`There is no quotation ${quotationId}.${hintAtDigits(quotationId)}`);
  const known = quotation ?? boughtOrder;
  if (known !== undefined && known.partnerId !== partnerId) return no(`Quotation ${quotationId} is not one of yours.`);
  if (known !== undefined && known.market !== market)
    return no(`The quotation is for the market ${known.market}, not ${market}.`);
  if (boughtOrder !== undefined) {
    if (boughtOrder.requestHash.equals(requestHash)) return accepted({ bought: boughtOrder });
    return no(`The quotation has been used for order ${boughtOrder.id}. Ask for a new one.`);
  }
  if (quotation === undefined)
    return isScheduled === true
      ? no(`Quotation ${quotationId} is a scheduled one. Send the header Platform: PLUS.`)
      : unknown();
  if (now >= quotation.expiresAt)
    return no('The quotation is 5 minutes old or more and has expired. Ask for a new one.');
  // By less, clocks of processes may differ; by more, a partner's clock was put back.
  if (quotation.createdAt - now > quotation.expiresAt - quotation.createdAt)
    return no('The quotation was made at a time that your clock, reset since, has yet to reach. Ask for a new one.');
  return accepted({ buy: quotation });
}
