import type { DeskApi } from '../accounts/index.ts';
import { DeliveryError } from '../foundation/errors.ts';
import type { Environment } from '../infrastructure/config/environment.ts';
import { ok } from '../infrastructure/http/partner-api.ts';
import { readUsage } from '../partners/index.ts';
import { UsageQuery, UsageWire, usageToWire } from './usage-wire.ts';

type UsageDeps = { readonly environment: Environment };

export function addUsageRoutes(api: DeskApi<'portal'>, deps: UsageDeps): void {
  api.get(
    '/portal/v1/usage',
    { may: 'look', query: UsageQuery, answers: { 200: UsageWire } },
    async ({ partnerId, query: { key }, now, seen }) => {
      const usage = await readUsage(deps, seen, partnerId, key, now);
      if (usage === undefined) throw new DeliveryError('ERR_NOT_FOUND', 'There is no such key of yours.');
      return ok(usageToWire(usage));
    },
  );
}
