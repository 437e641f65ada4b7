import type { OrderRow } from '../../../src/portal/orders-wire.ts';
import { usePages } from '../../shared/desk/use-data.ts';

/** That of the latest order, which the next one is likely to be in; null where there is none, undefined until that is known. */
export function useUsualMarket(): string | null | undefined {
  const { rows, refusal } = usePages<OrderRow>('/orders', { limit: 1 });
  if (rows !== undefined) return rows[0]?.market ?? null;
  return refusal === undefined ? undefined : null;
}
