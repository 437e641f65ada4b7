import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import { hintAtDigits, type PartnerId } from '../../foundation/ids.ts';
import type { Instant } from '../../foundation/time.ts';
import type { Parcel, PlusQuotation } from './parcel.ts';

export type Asked = {
  readonly quotationId: string;
  readonly clientRef: string;
  readonly partnerId: PartnerId;
  readonly market: string;
  readonly requestHash: Buffer;
};
type Known = {
  readonly quotation: PlusQuotation | undefined;
  /** What the quotation has bought already, and the partner's parcel with the same reference. */
  readonly rivals: readonly Parcel[];
  /** The id is of a quotation of theirs for an order, which buys no parcel. */
  readonly isOnDemand?: boolean;
};

/** Buy with this quotation, or here is what the same request has bought before, which outlives the quotation. */
export type Placement = { readonly buy: PlusQuotation } | { readonly bought: Parcel };

export function decidePlacement(
  { quotation, rivals, isOnDemand }: Known,
  asked: Asked,
  now: Instant,
): Decision<Placement> {
  const bought = rivals.find(({ quotationId }) => quotationId === asked.quotationId);
  const namesake = rivals.find(({ clientRef }) => clientRef === asked.clientRef);
  const wrong = (sentence: string) => refused('ERR_INVALID_QUOTATION_ID', sentence, '/data/quotationId');
  const none = wrong(
    isOnDemand === true
      ? `Quotation ${asked.quotationId} is not a scheduled one. Leave out the header Platform.`
      : `There is no scheduled quotation ${asked.quotationId}.${hintAtDigits(asked.quotationId)}`,
  );
  const known = quotation ?? bought;
  if (known === undefined) return none;
  if (known.partnerId !== asked.partnerId) return wrong(`Quotation ${asked.quotationId} is not one of yours.`);
  if (known.market !== asked.market)
    return wrong(`Quotation ${asked.quotationId} is for the market ${known.market}, not ${asked.market}.`);
  if (bought !== undefined) {
    if (bought.requestHash.equals(asked.requestHash)) return accepted({ bought });
    return wrong(`Quotation ${asked.quotationId} has been used for order ${bought.id}. Ask for a new one.`);
  }
  if (quotation === undefined) return none;
  if (namesake !== undefined) {
    const sentence = `clientRef must be unique, and order ${namesake.id} has it already.`;
    return refused('ERR_INVALID_FIELD', sentence, '/data/clientRef');
  }
  if (now >= quotation.expiresAt) return wrong(`Quotation ${quotation.id} has expired. Ask for a new one.`);
  return accepted({ buy: quotation });
}
