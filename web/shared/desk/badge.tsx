import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'note' | 'info' | 'plain';

const TONES: Readonly<Record<Tone, string>> = {
  good: 'bg-accent-soft text-accent',
  bad: 'bg-bad-soft text-bad',
  note: 'bg-note-soft text-note',
  info: 'bg-info-soft text-info',
  plain: 'bg-line/50 text-ink',
};

/** A state in a word. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 text-fine leading-5 font-medium whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  );
}
