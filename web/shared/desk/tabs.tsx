import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useFilter } from './use-filter.ts';

type Tab = { readonly id: string; readonly title: string; readonly content: () => ReactNode };

/** Several views of one thing; which one is open stands in the address. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly [Tab, ...Tab[]] }) {
  const base = useId();
  const [chosen, choose] = useFilter('tab');
  const open = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  const turn = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = tabs[(tabs.indexOf(open) + step + tabs.length) % tabs.length] as Tab;
    choose(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div role="tablist" aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            id={`${base}-${id}`}
            type="button"
            role="tab"
            aria-selected={id === open.id}
            aria-controls={`${base}-panel`}
            tabIndex={id === open.id ? 0 : -1}
            onClick={() => choose(id)}
            onKeyDown={turn}
            className={`-mb-px border-b-2 px-3 py-2 font-medium whitespace-nowrap -outline-offset-2 ${id === open.id ? 'border-accent text-ink' : 'border-transparent text-quiet hover:text-ink forced-colors:border-[Canvas]'}`}
          >
            {title}
          </button>
        ))}
      </div>
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${open.id}`} className="min-w-0">
        {open.content()}
      </div>
    </div>
  );
}
