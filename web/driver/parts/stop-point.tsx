import type { ReactNode } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';
import type { Stop } from '../api/types.ts';
import { useWords } from '../words/words.ts';

type Props = {
  /** 0 for the pick-up. */
  readonly number: number;
  readonly address: string;
  readonly closed?: Stop['closed'] | undefined;
  readonly children?: ReactNode;
};

/** One stop of a way: the pick-up is a ring, drop-offs are numbered, what is over is ticked off. */
export function StopPoint({ number, address, closed, children }: Props) {
  const t = useWords();
  const label = number === 0 ? t('order.pickUpPoint') : t('order.dropOffPoint', { number });
  return (
    <li className="flex items-start gap-3">
      <Mark number={number} closed={closed} />
      <div className="min-w-0 flex-1">
        <span className="sr-only">{label}: </span>
        <span className={closed === undefined ? 'font-medium' : 'text-quiet'}>{address}</span>
        {children}
      </div>
    </li>
  );
}

function Mark({ number, closed }: Pick<Props, 'number' | 'closed'>) {
  const common = 'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full text-sm font-bold';
  if (closed?.outcome === 'FAILED')
    return (
      <span aria-hidden="true" className={`${common} bg-bad-soft text-bad`}>
        <Icon name="cross" className="size-4" />
      </span>
    );
  if (closed !== undefined)
    return (
      <span aria-hidden="true" className={`${common} bg-accent-soft text-accent`}>
        <Icon name="done" className="size-4" />
      </span>
    );
  return (
    <span aria-hidden="true" className={`${common} ${number === 0 ? 'border-4 border-accent' : 'bg-ink text-paper'}`}>
      {number === 0 ? undefined : number}
    </span>
  );
}
