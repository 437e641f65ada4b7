import type { ReactNode } from 'react';

type Tone = 'note' | 'bad' | 'good';

const TONES: Readonly<Record<Tone, string>> = {
  note: 'bg-note-soft text-note',
  bad: 'bg-bad-soft text-bad',
  good: 'bg-accent-soft text-accent',
};

/** Something to know now. What is bad is read out at once, the rest when there is a pause. */
export function Notice({ tone = 'note', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`rounded-control border border-transparent px-4 py-3 font-medium ${TONES[tone]}`}
    >
      {children}
    </div>
  );
}
