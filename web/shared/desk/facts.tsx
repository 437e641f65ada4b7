import type { ReactNode } from 'react';

type Fact = readonly [name: string, value: ReactNode];

/** What there is to know of one thing. A fact without a value is left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-6 sm:grid-cols-[minmax(7rem,auto)_1fr]">
      {facts
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name} className="grid border-line py-1.5 not-last:border-b sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="text-quiet">{name}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
