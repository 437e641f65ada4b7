import type { Fault } from '../../foundation/errors.ts';
import { type Instant, isDate } from '../../foundation/time.ts';
import type { DriverId } from './driver.ts';

export const DOCUMENT_KINDS = ['LICENCE', 'VEHICLE', 'INSURANCE', 'IDENTITY', 'OTHER'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** What an operator was shown of a driver. */
export type DriverDocument = {
  readonly id: string;
  readonly driverId: DriverId;
  readonly kind: DocumentKind;
  readonly number: string;
  /** The last day on which it holds, as 2026-11-30 by the calendar of the driver's city; undefined where it does not end. */
  readonly validUntil: string | undefined;
  /** Names the picture or PDF of it. */
  readonly fileKey: string | undefined;
  readonly addedAt: Instant;
};
export type NewDocument = Omit<DriverDocument, 'id' | 'driverId' | 'fileKey' | 'addedAt'>;

const NUMBER = /^[^\p{Cc}\p{Cs}]{1,100}$/u;

export function documentFaults({ number, validUntil }: NewDocument): readonly Fault[] {
  const faults: Fault[] = [];
  if (!NUMBER.test(number) || number.trim() === '')
    faults.push({
      code: 'ERR_INVALID_FIELD',
      sentence: 'The number must have 1 to 100 characters.',
      pointer: '/data/number',
    });
  if (validUntil !== undefined && !(isDate(validUntil) && validUntil.startsWith('20')))
    faults.push({
      code: 'ERR_INVALID_FIELD',
      sentence: 'The last day must be a day such as 2026-11-30.',
      pointer: '/data/validUntil',
    });
  return faults;
}

/** Through its last day. */
export function isValidOn({ validUntil }: Pick<DriverDocument, 'validUntil'>, date: string): boolean {
  return validUntil === undefined || date <= validUntil;
}

/** Of the kinds that a driver must have, those of which no document holds on that day. */
export function missingDocuments(
  documents: readonly Pick<DriverDocument, 'kind' | 'validUntil'>[],
  required: readonly DocumentKind[],
  date: string,
): readonly DocumentKind[] {
  return required.filter((kind) => !documents.some((document) => document.kind === kind && isValidOn(document, date)));
}
