import { useId, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Skeleton } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Sheet } from '../../../shared/ui/sheet.tsx';
import type { FailureReasons } from '../../api/types.ts';
import { useRead } from '../../day/use-read.ts';
import { isKey } from '../../words/en.ts';
import { useWords } from '../../words/words.ts';

type Failure = { readonly reasonKey: string; readonly note?: string };
type At = keyof FailureReasons;
type Props = {
  readonly title: string;
  readonly at: At;
  /** Undefined once it is safe on the phone, or what to tell the driver. */
  readonly onFailed: (failure: Failure) => Promise<string | undefined>;
  readonly onClose: () => void;
};

const LONGEST_NOTE = 300;

/** Why it could not be done: one of the operator's reasons, and a note where it asks for one. */
export function FailureSheet({ title, at, onFailed, onClose }: Props) {
  const t = useWords();
  const group = useId();
  const read = useRead<FailureReasons>('/failure-reasons');
  const reasons = read.state === 'there' ? read.data[at] : undefined;
  const [chosen, setChosen] = useState<string>();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const isNoteAsked = reasons?.find(({ reasonKey }) => reasonKey === chosen)?.needsNote === true;
  const isMissing = chosen === undefined || (isNoteAsked && note.trim() === '');

  async function submit() {
    if (chosen === undefined) return;
    setBusy(true);
    try {
      setFault(await onFailed({ reasonKey: chosen, ...(note.trim() === '' ? {} : { note: note.trim() }) }));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Sheet title={title} onClose={onClose}>
      <fieldset className="mt-4">
        <legend className="sr-only">{title}</legend>
        {read.state === 'reading' ? <Skeleton className="h-80" /> : undefined}
        {read.state === 'noSignal' ? <Notice>{t('common.noSignal')}</Notice> : undefined}
        {read.state === 'refused' ? <Notice tone="bad">{read.refusal.sentence}</Notice> : undefined}
        {reasons?.map(({ reasonKey, text }) => (
          <label key={reasonKey} className="flex min-h-13 items-center gap-3 border-b border-line py-2">
            <input
              type="radio"
              name={group}
              className="size-6 shrink-0 accent-accent"
              checked={reasonKey === chosen}
              onChange={() => setChosen(reasonKey)}
            />
            <Reason at={at} reasonKey={reasonKey} text={text} />
          </label>
        ))}
      </fieldset>
      <Field
        className="mt-4"
        label={isNoteAsked ? t('dropOff.note') : t('dropOff.noteIfAny')}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {fault === undefined ? undefined : (
        <div className="mt-4">
          <Notice tone="bad">{fault}</Notice>
        </div>
      )}
      <Button kind="danger" size="big" className="mt-5" disabled={isMissing} busy={busy} onClick={submit}>
        {t(at === 'pickUp' ? 'parcel.sayFailed' : 'dropOff.sayFailed')}
      </Button>
      <Button kind="quiet" className="mt-2 w-full" onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </Sheet>
  );
}

/** In the driver's language where the app knows the reason; an operator's own reason in the operator's words. */
function Reason({ at, reasonKey, text }: { readonly at: At; readonly reasonKey: string; readonly text: string }) {
  const t = useWords();
  const key = `reason.${at}.${reasonKey}`;
  return isKey(key, 'reason') ? t(key) : <span lang="en">{text}</span>;
}
