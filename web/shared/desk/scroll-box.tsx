import type { ReactNode } from 'react';

type Props = {
  readonly label: string;
  readonly busy?: boolean;
  readonly className: string;
  readonly children: ReactNode;
};

/** What may be larger than its place: it scrolls inside, by keyboard too. */
export function ScrollBox({ label, busy = false, className, children }: Props) {
  return (
    <section
      aria-label={label}
      aria-busy={busy || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={`overflow-auto ${className}`}
    >
      {children}
    </section>
  );
}
