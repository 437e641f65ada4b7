import type { ReactNode } from 'react';

export function Card({ children, className = '' }: { readonly children: ReactNode; readonly className?: string }) {
  return <section className={`rounded-card border border-line bg-card p-4 ${className}`}>{children}</section>;
}

/** Where something will stand in a moment; as high as that, so that nothing jumps. */
export function Skeleton({ className = 'h-24' }: { readonly className?: string }) {
  return <div aria-hidden="true" className={`rounded-card bg-line/60 motion-safe:animate-pulse ${className}`} />;
}

/** Nothing is there, and why that is fine or what to do about it. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="px-6 py-14 text-center">
      <p className="text-lg font-semibold">{title}</p>
      <div className="mt-2 text-quiet">{children}</div>
    </div>
  );
}
