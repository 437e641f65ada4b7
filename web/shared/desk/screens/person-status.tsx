import { Badge } from '../badge.tsx';
import type { Colleague } from '../types.ts';

export function PersonStatus({ status, hasPassword }: Pick<Colleague, 'status' | 'hasPassword'>) {
  if (status === 'disabled') return <Badge tone="bad">Disabled</Badge>;
  return hasPassword ? <Badge tone="good">Active</Badge> : <Badge tone="note">Invited</Badge>;
}
