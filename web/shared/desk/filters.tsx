import type { ReactNode } from 'react';

/** What narrows a list down, in a row above it. */
export function Filters({ children }: { readonly children: ReactNode }) {
  return (
    <search className="flex flex-wrap items-end gap-3 [&>*]:min-w-36 [&_label]:text-fine [&_label]:text-quiet">
      {children}
    </search>
  );
}
