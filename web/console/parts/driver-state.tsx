import { Badge } from '../../shared/desk/badge.tsx';
import type { DriverRow } from '../types.ts';

type Props = { readonly driver: Pick<DriverRow, 'status' | 'isOnline' | 'orderId'> };

export function DriverState({ driver: { status, isOnline, orderId } }: Props) {
  if (status === 'suspended') return <Badge tone="bad">Suspended</Badge>;
  if (orderId !== null) return <Badge tone="info">On an order</Badge>;
  return isOnline ? <Badge tone="good">Online</Badge> : <Badge>Offline</Badge>;
}
