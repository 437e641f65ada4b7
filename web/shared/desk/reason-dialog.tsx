import { type ReactNode, useState } from 'react';
import type { FieldFault } from '../ui/labelled.tsx';
import { faultAt, type Refusal } from './calls.ts';
import { FormDialog } from './form-dialog.tsx';
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
export function ReasonDialog({ children, fields = [], onAct, ...form }: Props) {
  const { busy, refusal } = form;
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<FieldFault>();
  function actForReason() {
    const given = reason.trim();
    setMissing(given === '' ? { sentence: 'Say why, in a few words.' } : undefined);
    if (given !== '' && !busy) onAct(given);
  }
  return (
    <FormDialog {...form} fields={[...fields, 'reason']} onAct={actForReason}>
      {children}
      <TextArea
        label="Reason"
        hint="It stands in the audit log with your name."
        fault={missing ?? faultAt(refusal, 'reason')}
        maxLength={MOST_CHARACTERS}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
