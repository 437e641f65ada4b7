import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { Time } from './time.tsx';

export type Entry = {
  readonly key: string;
  readonly at: string;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly tone?: Tone;
};

const DOTS: Readonly<Record<Tone, string>> = {
  good: 'bg-accent',
  bad: 'bg-bad',
  note: 'bg-note',
  info: 'bg-info',
  plain: 'bg-quiet',
};

/** What happened, one after another. */
export function Timeline({
  entries,
  zone,
}: {
  readonly entries: readonly Entry[];
  readonly zone?: string | undefined;
}) {
  return (
    <ol>
      {entries.map(({ key, at, title, detail, tone = 'plain' }) => (
        <li key={key} className="group relative flex gap-3 pb-4 last:pb-0">
          <span aria-hidden="true" className="absolute top-4 bottom-0 left-[5px] w-px bg-line group-last:hidden" />
          <span
            aria-hidden="true"
            className={`relative mt-[0.45em] size-[11px] shrink-0 rounded-full border-2 border-card forced-color-adjust-none ${DOTS[tone]}`}
          />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="font-medium">{title}</span>
              <span className="text-fine text-quiet">
                <Time at={at} zone={zone} />
              </span>
            </div>
            {detail === undefined ? undefined : <div className="text-sm text-quiet">{detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
