import { setImmediate as othersTurn } from 'node:timers/promises';
import { orThrow } from '../foundation/decision.ts';
import { DeliveryError, type Fault } from '../foundation/errors.ts';
import type { PartnerId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import { createAtMost } from '../infrastructure/at-most.ts';
import type { Database } from '../infrastructure/database/database.ts';
import { type Market, marketTimeZone } from '../markets/index.ts';
import type { PhoneFault } from '../orders/index.ts';
import { findReferences } from './parcel-lists-sql.ts';
import { findParcelFaults } from './parcel-request.ts';
import { type PlacingDeps, placeShipment } from './place-shipment.ts';
import { findQuotationFaults, readQuotationRequest } from './quotation-request.ts';
import { readUpload, type UploadedLine } from './rules/upload.ts';
import {
  faultOfLine,
  type LineFault,
  misreadIn,
  ownFaults,
  paddedWithZeros,
  requestsOf,
  zerosLost,
} from './rules/uploaded-line.ts';

export type CheckingDeps = PlacingDeps & {
  readonly database: Database;
  readonly phoneFault: (market: string) => PhoneFault;
};
type Asker = { readonly partnerId: PartnerId; readonly market: Market; readonly now: Instant };

type CheckedUpload = {
  readonly lines: readonly UploadedLine[];
  readonly faults: readonly LineFault[];
  /** By reference the id of the parcel that has it already. */
  readonly placedBefore: ReadonlyMap<string, string>;
};

/** A geocoder somewhere else answers for many lines at a time, but not for all. */
const MOST_AT_ONCE = 8;

/** Every line of the file by the rules of the API. Nothing is placed. */
export async function checkUpload(deps: CheckingDeps, asker: Asker, file: Uint8Array): Promise<CheckedUpload> {
  const lines = orThrow(readUpload(file));
  const given = new Set(lines.map(({ reference }) => reference));
  const looked = [...given, ...[...given].flatMap(paddedWithZeros)];
  const placed = await findReferences(deps.database, asker.partnerId, looked);
  const placedBefore = new Map([...placed].filter(([reference]) => given.has(reference)));
  const beside = new Map([...placed].filter(([reference]) => !given.has(reference)));
  const atMost = createAtMost(MOST_AT_ONCE);
  const own = ownFaults(lines);
  const faulty = new Set(own.map(({ line, column }) => `${line} ${column}`));
  const further = await Promise.all(
    lines
      .filter(({ reference }) => !placedBefore.has(reference))
      .map((line) =>
        atMost(async () => {
          await othersTurn();
          const misread = [...misreadIn(line), ...zerosLost(line, beside)];
          const judged = (await faultsOfLine(deps, asker, line)).map((fault) =>
            faultOfLine(line, fault, marketTimeZone(asker.market)),
          );
          return [...misread, ...judged.filter(({ column }) => misread.every((one) => one.column !== column))];
        }),
      ),
  );
  // Of a field that is empty it is enough to say that.
  const faults = [...own, ...further.flat().filter(({ line, column }) => !faulty.has(`${line} ${column}`))];
  return { lines, faults: faults.toSorted((one, other) => one.line - other.line), placedBefore };
}

async function faultsOfLine(deps: CheckingDeps, { market, now }: Asker, line: UploadedLine): Promise<readonly Fault[]> {
  const { quotation, parcel } = requestsOfLine(line, market);
  const faults = [...findQuotationFaults(quotation, now), ...findParcelFaults(parcel, deps.phoneFault(market.market))];
  if (faults.length > 0) return faults;
  try {
    await placeShipment(deps, market, readQuotationRequest(quotation, now).stops);
    return [];
  } catch (error) {
    if (error instanceof DeliveryError) return error.faults;
    throw error;
  }
}

export function requestsOfLine(line: UploadedLine, market: Market) {
  return requestsOf(line, marketTimeZone(market), market.callingCode);
}
