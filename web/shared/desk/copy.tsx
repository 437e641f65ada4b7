import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useSay } from './say.tsx';

const SHOWN_MS = 2_000;

function useCopied(text: string) {
  const say = useSay();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        say('Copied.');
      },
      () => say('The browser did not allow it. Mark the text and copy it by hand.'),
    );
  return { isCopied, copy };
}

/** Puts a text where it can be pasted from. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const { isCopied, copy } = useCopied(text);
  return (
    <Button kind="plain" size="small" onClick={copy}>
      <Icon name={isCopied ? 'done' : 'copy'} className="size-4" />
      {label}
    </Button>
  );
}

/** An id or the like, to read and to copy. */
export function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  const { isCopied, copy } = useCopied(text);
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 font-mono text-[0.93em] wrap-anywhere">{text}</code>
      <button
        type="button"
        aria-label={`Copy ${label}`}
        onClick={copy}
        className="grid size-7 shrink-0 place-items-center rounded-control text-quiet hover:bg-line/50 hover:text-ink pointer-coarse:size-10"
      >
        <Icon name={isCopied ? 'done' : 'copy'} className="size-4" />
      </button>
    </span>
  );
}
