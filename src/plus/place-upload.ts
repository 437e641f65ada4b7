import { DeliveryError, refuseFaults } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { type Market, marketTimeZone } from '../markets/index.ts';
import type { PhoneFault } from '../orders/index.ts';
import { requestsOfLine } from './check-upload.ts';
import { createQuotation, type QuotationDeps } from './create-quotation.ts';
import { findReferences } from './parcel-lists-sql.ts';
import { findParcelFaults } from './parcel-request.ts';
import { type PlacementDeps, placeParcel } from './place-parcel.ts';
import type { Parcel } from './rules/parcel.ts';
import type { UploadedLine } from './rules/upload.ts';
import { faultOfLine, type LineFault, misreadIn, ownFaults } from './rules/uploaded-line.ts';

export type UploadDeps = QuotationDeps & PlacementDeps & { readonly phoneFault: (market: string) => PhoneFault };
type Asker = {
  readonly partnerId: PartnerId;
  readonly market: Market;
  readonly now: Instant;
  readonly clockAheadMs: number;
};

type LineResult = { readonly line: number; readonly reference: string } & (
  | { readonly outcome: 'PLACED' | 'PLACED_BEFORE'; readonly orderId: string }
  | { readonly outcome: 'REFUSED'; readonly faults: readonly LineFault[] }
);

/**
 * Each line alone: one that is refused keeps no other from being placed. A reference that has been placed is not placed again, so that
 * the same lines can be sent as often as it takes.
 */
export async function placeUpload(
  deps: UploadDeps,
  asker: Asker,
  lines: readonly UploadedLine[],
  onPlaced: (tx: Transaction, parcel: Parcel) => Promise<void>,
): Promise<readonly LineResult[]> {
  const results: LineResult[] = [];
  for (const line of lines) results.push(await placeLine(deps, asker, line, onPlaced));
  return results;
}

async function placeLine(
  deps: UploadDeps,
  asker: Asker,
  line: UploadedLine,
  onPlaced: (tx: Transaction, parcel: Parcel) => Promise<void>,
): Promise<LineResult> {
  const { reference } = line;
  const named = { line: line.line, reference };
  const earlier = () => findEarlier(deps, asker.partnerId, reference);
  const own = ownFaults([line]);
  if (own.length > 0) return { ...named, outcome: 'REFUSED', faults: own };
  const before = await earlier();
  if (before !== undefined) return { ...named, outcome: 'PLACED_BEFORE', orderId: before };
  const misread = misreadIn(line);
  if (misread.length > 0) return { ...named, outcome: 'REFUSED', faults: misread };
  try {
    const parcel = await buy(deps, asker, line, onPlaced);
    return { ...named, outcome: 'PLACED', orderId: parcel.id };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    // Two who send the same line at once: the second finds what the first has placed.
    const meanwhile = await earlier();
    if (meanwhile !== undefined) return { ...named, outcome: 'PLACED_BEFORE', orderId: meanwhile };
    return {
      ...named,
      outcome: 'REFUSED',
      faults: error.faults.map((fault) => faultOfLine(line, fault, marketTimeZone(asker.market))),
    };
  }
}

async function findEarlier(
  { database }: UploadDeps,
  partnerId: PartnerId,
  reference: string,
): Promise<string | undefined> {
  return (await findReferences(database, partnerId, [reference])).get(reference);
}

async function buy(
  deps: UploadDeps,
  { partnerId, market, now, clockAheadMs }: Asker,
  line: UploadedLine,
  onPlaced: (tx: Transaction, parcel: Parcel) => Promise<void>,
): Promise<Parcel> {
  const { quotation, parcel } = requestsOfLine(line, market);
  refuseFaults(findParcelFaults(parcel, deps.phoneFault(market.market)));
  const { id } = await createQuotation(deps, { partnerId, market, now }, quotation);
  return deps.database.inTransaction(async (tx) => {
    const asker = { partnerId, market: market.market, now, clockAheadMs };
    const placed = await placeParcel(deps, tx, asker, { ...parcel, quotationId: id });
    await onPlaced(tx, placed);
    return placed;
  });
}
