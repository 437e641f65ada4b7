import { type Exact, parseExact } from '../../foundation/money.ts';

const DECIMAL = /^(\d+)(?:[.,](\d{1,12})\d*)?$/;

/** Weights are kilograms, with a decimal point or comma. Undefined for classes such as LESS_THAN_3_KG and whatever else is sent. */
export function kilogramsOf({ weight }: { readonly weight?: unknown }): Exact | undefined {
  if (typeof weight !== 'string' && typeof weight !== 'number') return undefined;
  const [, whole, fraction = '0'] = DECIMAL.exec(String(weight).trim()) ?? [];
  return whole === undefined ? undefined : parseExact(`${whole}.${fraction}`);
}
