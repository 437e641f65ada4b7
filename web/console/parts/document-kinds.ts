import type { DriverDocument } from '../types.ts';

export const DOCUMENT_KINDS: Readonly<Record<DriverDocument['kind'], string>> = {
  LICENCE: 'Driving licence',
  VEHICLE: 'Vehicle registration',
  INSURANCE: 'Insurance',
  IDENTITY: 'Identity',
  OTHER: 'Other',
};
