import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { begunAt, drawnOn, isSignature, type Stroke } from '../../rules/strokes.ts';
import { useWords } from '../../words/words.ts';

type Props = {
  /** Who signs. */
  readonly name: string;
  readonly onSigned: (strokes: readonly Stroke[]) => void;
  readonly onClose: () => void;
};

/** The whole screen is paper, so that there is room to sign also on a phone held upright. */
export function SignaturePad({ name, onSigned, onClose }: Props) {
  const t = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  // Closed while it is still on the page, it gives the focus back to where it came from.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const isEmpty = strokes.length === 0;
  return (
    <dialog
      ref={dialog}
      aria-label={t('dropOff.signatureOf', { name })}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="h-dvh max-h-none w-screen max-w-none bg-paper p-0 text-ink"
    >
      <div className="mx-auto flex h-full max-w-4xl flex-col gap-3 p-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
        <div className="flex items-center justify-between gap-2">
          <h2 className="text-lg font-bold">{t('dropOff.signatureOf', { name })}</h2>
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
        <Paper strokes={strokes} onChange={setStrokes} label={t('dropOff.signHere')} />
        <div className="flex gap-3">
          <Button kind="plain" className="min-h-16 shrink-0" disabled={isEmpty} onClick={() => setStrokes([])}>
            {t('dropOff.clear')}
          </Button>
          <Button size="big" disabled={!isSignature(strokes)} onClick={() => onSigned(strokes)}>
            {t('dropOff.signed')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}

type PaperProps = {
  readonly strokes: readonly Stroke[];
  readonly onChange: (change: (before: readonly Stroke[]) => readonly Stroke[]) => void;
  readonly label: string;
};

function Paper({ strokes, onChange, label }: PaperProps) {
  const onGlass = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top] as const;
  };
  return (
    <div className="relative flex-1 overflow-hidden rounded-card border-2 border-line bg-card">
      <p
        aria-hidden={strokes.length > 0}
        className="absolute inset-x-6 bottom-6 border-t-2 border-line pt-2 text-quiet"
      >
        {strokes.length > 0 ? undefined : label}
      </p>
      <svg
        role="img"
        aria-label={label}
        data-testid="paper"
        className="absolute inset-0 size-full touch-none"
        onPointerDown={(event) => {
          if (!event.isPrimary) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const [x, y] = onGlass(event);
          onChange((before) => begunAt(before, x, y));
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          const [x, y] = onGlass(event);
          onChange((before) => drawnOn(before, x, y));
        }}
      >
        {strokes.map((stroke, index) => (
          <polyline
            // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only ever added at the end
            key={index}
            points={[...stroke, ...stroke.slice(-1)].map((spot) => spot.join(',')).join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth="3"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ))}
      </svg>
    </div>
  );
}
