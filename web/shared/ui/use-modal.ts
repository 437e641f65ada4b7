import { type MouseEvent, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { settle } from './settle.ts';

type Modal = {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** For the `dialog` itself. */
  readonly dialog: {
    readonly ref: RefObject<HTMLDialogElement | null>;
    readonly onCancel: (event: SyntheticEvent) => void;
    readonly onClose: (event: SyntheticEvent<HTMLDialogElement>) => void;
    readonly onClick: (event: MouseEvent) => void;
  };
};

/** Over everything for as long as it is on the page; Escape, the way back and a tap beside it close it. */
export function useModal(onClose: () => void, first?: string): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Closed while it is still on the page, it gives the focus back to where it came from.
  useLayoutEffect(() => {
    const shown = ref.current;
    shown?.showModal();
    const begin = first === undefined ? null : shown?.querySelector<HTMLElement>(first);
    // Or the first field would take it, and a phone would bring up its keyboard over the rest.
    (begin ?? heading.current)?.focus();
    settle(shown);
    return () => shown?.close();
  }, [first]);
  return {
    heading,
    dialog: {
      ref,
      onCancel: (event) => {
        event.preventDefault();
        onClose();
      },
      // A browser closes it by itself where it is asked a second time.
      onClose: ({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      },
      onClick: (event) => {
        if (event.target === event.currentTarget) onClose();
      },
    },
  };
}
