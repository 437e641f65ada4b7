import { Badge, type Tone } from '../../shared/desk/badge.tsx';
import type { Key } from '../integration-types.ts';

const WORDS: Readonly<Record<Key['status'], { readonly title: string; readonly tone: Tone }>> = {
  active: { title: 'Active', tone: 'good' },
  suspended: { title: 'Suspended', tone: 'note' },
  revoked: { title: 'Revoked', tone: 'plain' },
};

export function KeyStatus({ status, suspendedBy }: Pick<Key, 'status' | 'suspendedBy'>) {
  const { title, tone } = WORDS[status];
  return <Badge tone={tone}>{suspendedBy === 'operator' ? 'Suspended by the operator' : title}</Badge>;
}
