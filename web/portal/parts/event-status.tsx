import { Badge, type Tone } from '../../shared/desk/badge.tsx';

const WORDS: Readonly<Record<string, { readonly title: string; readonly tone: Tone }>> = {
  DELIVERED: { title: 'Delivered', tone: 'good' },
  PENDING: { title: 'Waiting', tone: 'note' },
  PARKED: { title: 'Parked', tone: 'bad' },
  SKIPPED: { title: 'Not pushed', tone: 'plain' },
};

export function EventStatus({ status }: { readonly status: string }) {
  const { title, tone } = WORDS[status] ?? { title: status, tone: 'plain' };
  return <Badge tone={tone}>{title}</Badge>;
}
