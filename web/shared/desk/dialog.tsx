import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import { useModal } from '../ui/use-modal.ts';
import { SaidHere } from './say.tsx';

type Props = {
  readonly title: string;
  readonly onClose: () => void;
  /** For a table or a document; otherwise as wide as a form. */
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** Whoever has a keyboard begins at once with a form that is to be filled in. */
const FIRST = matchMedia('(pointer: fine)').matches
  ? 'form :is(input:not([type=hidden]), select, textarea)'
  : undefined;

/** In the middle of a wide screen, at the bottom of a narrow one. */
export function Dialog({ title, onClose, wide = false, children }: Props) {
  const { dialog, heading } = useModal(onClose, FIRST);
  return (
    <dialog
      {...dialog}
      aria-label={title}
      className={`m-auto w-full rounded-card bg-card p-0 text-ink shadow-lifted backdrop:bg-shade max-sm:mb-0 max-sm:max-w-full max-sm:rounded-b-none ${wide ? 'sm:max-w-4xl' : 'sm:max-w-lg'}`}
    >
      <div className="flex max-h-[88dvh] flex-col">
        <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
          <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
            {title}
          </h2>
          <CloseButton onClose={onClose} />
        </div>
        <div className="overflow-y-auto px-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))]">{children}</div>
        <SaidHere />
      </div>
    </dialog>
  );
}

/** What is done and how to leave it, at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>;
}

export function CloseButton({ onClose }: Pick<Props, 'onClose'>) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClose}
      className="-mr-2 grid size-9 shrink-0 place-items-center rounded-control text-quiet hover:bg-line/50 hover:text-ink"
    >
      <Icon name="cross" className="size-5" />
    </button>
  );
}
