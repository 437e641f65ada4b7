import type { ReactNode } from 'react';

/** The next step, under the thumb. */
export function ActionBar({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky bottom-[calc(3.75rem+env(safe-area-inset-bottom))] z-10 mt-auto border-t border-line bg-paper p-3 in-data-alone:bottom-0 in-data-alone:pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
      {children}
    </div>
  );
}
