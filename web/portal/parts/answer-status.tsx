import { Badge } from '../../shared/desk/badge.tsx';

/** The status of an answer; null where there was none. */
export function AnswerStatus({ status }: { readonly status: number | null }) {
  if (status === null) return <Badge tone="bad">No answer</Badge>;
  const tone = status < 300 ? 'good' : status === 429 || status < 400 ? 'note' : 'bad';
  return <Badge tone={tone}>{status}</Badge>;
}
