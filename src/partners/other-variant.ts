import { DeliveryError } from '../foundation/errors.ts';
import { isId, type PartnerId } from '../foundation/ids.ts';
import type { Platform } from '../infrastructure/http/partner-api.ts';

/** Which variant an order of the partner is of; undefined where the partner has no such order. */
export type PlatformOfOrder = (partnerId: PartnerId, orderId: string) => Promise<Platform | undefined>;

type Call = { readonly partner: { readonly id: PartnerId }; readonly platform: Platform; readonly params: unknown };

/** What a call failed with; where it asked for an order of the other variant, with the header that it wants. */
export async function withVariant(platformOf: PlatformOfOrder, call: Call, error: unknown): Promise<unknown> {
  const { orderId = '' } = call.params as { readonly orderId?: string };
  if (!(error instanceof DeliveryError) || error.code !== 'ERR_ORDER_NOT_FOUND' || !isId(orderId)) return error;
  const platform = await platformOf(call.partner.id, orderId);
  if (platform === undefined || platform === call.platform) return error;
  return new DeliveryError(
    'ERR_ORDER_NOT_FOUND',
    platform === 'PLUS'
      ? `Order ${orderId} is a scheduled one. Send the header Platform: PLUS.`
      : `Order ${orderId} is not a scheduled one. Leave out the header Platform.`,
  );
}
