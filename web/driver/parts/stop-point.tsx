import type { ReactNode } from 'react';
import { StopMark } from '../../shared/ui/stop-mark.tsx';
import type { Stop } from '../api/types.ts';
import { useWords } from '../words/words.ts';

type Props = {
  /** 0 for the pick-up. */
  readonly number: number;
  readonly address: string;
  readonly closed?: Stop['closed'] | undefined;
  readonly children?: ReactNode;
};

/** One stop of a way. */
export function StopPoint({ number, address, closed, children }: Props) {
  const t = useWords();
  const label = number === 0 ? t('order.pickUpPoint') : t('order.dropOffPoint', { number });
  return (
    <li className="flex items-start gap-3">
      <StopMark number={number} closed={closed !== undefined} failed={closed?.outcome === 'FAILED'} />
      <div className="min-w-0 flex-1">
        <span className="sr-only">{label}: </span>
        <span translate="no" className={closed === undefined ? 'font-medium' : 'text-quiet'}>
          {address}
        </span>
        {children}
      </div>
    </li>
  );
}
