import { Badge } from '../../shared/desk/badge.tsx';
import type { Webhook } from '../integration-types.ts';

/** How the receiver does, in a word. */
export function WebhookState({
  url,
  disabledReason,
  silentSince,
}: Pick<Webhook, 'url' | 'disabledReason' | 'silentSince'>) {
  if (url === null) return <Badge>Off</Badge>;
  if (disabledReason !== null) return <Badge tone="bad">Disabled</Badge>;
  if (silentSince !== null) return <Badge tone="note">Failing</Badge>;
  return <Badge tone="good">In order</Badge>;
}
