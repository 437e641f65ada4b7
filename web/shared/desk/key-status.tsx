import { Badge, type Tone } from './badge.tsx';

const WORDS = {
  active: { title: 'Active', tone: 'good' },
  suspended: { title: 'Suspended', tone: 'note' },
  revoked: { title: 'Revoked', tone: 'plain' },
} as const satisfies Readonly<Record<string, { readonly title: string; readonly tone: Tone }>>;

type Props = { readonly status: keyof typeof WORDS; readonly suspendedBy?: 'operator' | 'partner' | null };

export function KeyStatus({ status, suspendedBy }: Props) {
  const { title, tone } = WORDS[status];
  return <Badge tone={tone}>{suspendedBy === 'operator' ? 'Suspended by the operator' : title}</Badge>;
}
