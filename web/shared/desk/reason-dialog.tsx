import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { faultAt, faultBeside, type Refusal } from './calls.ts';
import { Dialog, DialogActions } from './dialog.tsx';
import { TextArea } from './text-area.tsx';

const MOST_CHARACTERS = 500;

type Props = {
  readonly title: string;
  /** What will be the case afterwards, and further fields. */
  readonly children?: ReactNode;
  readonly action: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  /** Further fields that show their own faults. */
  readonly fields?: readonly string[];
  readonly onAct: (reason: string) => void;
  readonly onClose: () => void;
};

/** For everything that an operator answers for: it stands in the audit log with its reason. */
export function ReasonDialog(props: Props) {
  const { title, children, action, danger = false, busy, refusal, fields = [], onAct, onClose } = props;
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const beside = faultBeside(refusal, [...fields, 'reason']);
  function submit(event: FormEvent) {
    event.preventDefault();
    const given = reason.trim();
    setMissing(given === '');
    if (given !== '' && !busy) onAct(given);
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {children}
        <TextArea
          label="Reason"
          hint="It stands in the audit log with your name."
          fault={isMissing ? 'Say why, in a few words.' : faultAt(refusal, 'reason')}
          maxLength={MOST_CHARACTERS}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
        <DialogActions>
          <Button kind="plain" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
