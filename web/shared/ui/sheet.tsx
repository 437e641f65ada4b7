import type { ReactNode } from 'react';
import { useModal } from './use-modal.ts';

type Props = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode };

/** Comes up from the bottom, over everything. */
export function Sheet({ title, onClose, children }: Props) {
  const { dialog, heading } = useModal(onClose);
  return (
    <dialog
      {...dialog}
      aria-label={title}
      className="mx-auto mt-auto mb-0 w-full max-w-xl rounded-t-3xl bg-card p-0 text-ink shadow-lifted backdrop:bg-shade"
    >
      <div className="max-h-[88dvh] overflow-y-auto p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
        <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
