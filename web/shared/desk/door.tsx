import { type ReactNode, useRef } from 'react';
import { usePlace } from '../ui/use-place.ts';
import { useDesk } from './desk.tsx';
import { Mark } from './mark.tsx';

const NAMES = { portal: 'Partner portal', console: 'Operator console' } as const;

type Props = { readonly title: string; readonly children: ReactNode };

/** What stands in front of a desk. */
export function Door({ title, children }: Props) {
  const desk = useDesk();
  const main = useRef<HTMLElement>(null);
  usePlace(main, title);
  return (
    <main ref={main} tabIndex={-1} className="grid min-h-dvh place-items-center px-4 py-10">
      <title>{`${title} · Waybill`}</title>
      <div className="w-full max-w-sm">
        <p className="mb-6 flex items-center justify-center gap-2.5 font-semibold">
          <Mark />
          Waybill
          <span className="font-normal text-quiet">{NAMES[desk]}</span>
        </p>
        <div className="rounded-card border border-line bg-card p-6 shadow-lifted">
          <h1 className="mb-5 text-xl font-bold tracking-tight">{title}</h1>
          {children}
        </div>
      </div>
    </main>
  );
}
