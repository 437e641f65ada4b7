import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { settle } from './settle.ts';

type Props = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode };

/** Comes up from the bottom, over everything; Escape and a tap beside it close it. */
export function Sheet({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Closed while it is still on the page, it gives the focus back to where it came from.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // Or the first field would take it, and a phone would bring up its keyboard over the rest.
    heading.current?.focus();
    settle(shown);
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the dialog's own doing
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
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
