import type { Instant } from '../../foundation/time.ts';

/** A short number, as a string. */
export type DriverId = string;
export type DriverStatus = 'active' | 'suspended';

/** Whoever can do this is planned for scheduled parcels. */
export const CARRIES_PARCELS = 'PARCELS';

/** What an operator says of a driver. */
export type NewDriver = {
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly plate: string;
  readonly service: string;
  readonly locode: string;
  readonly languages: readonly string[];
  /** What special requests ask of a driver: equipment, helpers, hands for loading; and whether they carry parcels. */
  readonly capabilities: readonly string[];
};

export type Driver = NewDriver & {
  readonly id: DriverId;
  /** Names the file of the photo. */
  readonly photoKey: string | undefined;
  readonly status: DriverStatus;
  /** What was known of the person is gone, and nobody signs in as this driver again. */
  readonly isErased: boolean;
  readonly createdAt: Instant;
};

/** Whether the text can be the number of a driver or a session at all; anything else is unknown without a look. */
export function isShortId(text: string): boolean {
  return /^[1-9]\d{0,17}$/.test(text);
}

/** E.164; a text of another form is no driver's, and need not be looked up. */
export function isPhone(text: string): boolean {
  return /^\+[1-9]\d{1,14}$/.test(text);
}
