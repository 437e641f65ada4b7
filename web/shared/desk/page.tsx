import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from '../ui/icon.tsx';
import type { Refusal } from './calls.ts';
import { useDesk } from './desk.tsx';

const APPS = { portal: 'Waybill Portal', console: 'Waybill Console' } as const;

type Props = {
  readonly title: string;
  /** One line under the title. */
  readonly about?: ReactNode;
  /** Where one came from. */
  readonly back?: { readonly href: string; readonly title: string };
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** One screen: what it is called, what can be done here, and the rest. */
export function Page({ title, about, back, actions, children }: Props) {
  const desk = useDesk();
  return (
    <div className="mx-auto flex max-w-[90rem] flex-col gap-5 px-4 py-5 sm:px-6">
      <title>{`${title} · ${APPS[desk]}`}</title>
      <header>
        {back === undefined ? undefined : (
          <Link
            href={back.href}
            className="-ml-1 mb-1 inline-flex items-center gap-0.5 text-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            <Icon name="back" className="size-4" />
            {back.title}
          </Link>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
          {actions === undefined ? undefined : <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {about === undefined ? undefined : <p className="mt-1 max-w-3xl text-quiet">{about}</p>}
      </header>
      {children}
    </div>
  );
}

type PanelProps = {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A part of a screen that has a name. */
export function Panel({ title, about, actions, className = '', children }: PanelProps) {
  return (
    <section className={`min-w-0 rounded-card border border-line bg-card p-4 sm:p-5 ${className}`}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base font-semibold">{title}</h2>
        {actions === undefined ? undefined : <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        {about === undefined ? undefined : <p className="-mt-1 w-full text-sm text-quiet">{about}</p>}
      </div>
      {children}
    </section>
  );
}

/** Why there is nothing to see, in the place of it. */
export function Refused({ refusal }: { readonly refusal: Refusal }) {
  return (
    <div role="alert" className="rounded-card border border-line bg-card px-6 py-12 text-center">
      <p className="text-lg font-semibold">{refusal.status === 404 ? 'This is not here' : 'This could not be shown'}</p>
      <p className="mt-1 text-quiet">{refusal.sentence}</p>
    </div>
  );
}
