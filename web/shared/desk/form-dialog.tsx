import type { FormEvent, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { faultBeside, type Refusal } from './calls.ts';
import { Dialog, DialogActions } from './dialog.tsx';
import { isHalfFilled } from './moment-field.tsx';

type Props = {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: string;
  readonly wide?: boolean;
  readonly danger?: boolean;
  /** Before there is anything to act on. */
  readonly disabled?: boolean;
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  /** Those that show their own faults. */
  readonly fields: readonly string[];
  readonly onAct: () => void;
  readonly onClose: () => void;
};

/** Fields, what is wrong beside them, and one thing that is done with them. */
export function FormDialog(props: Props) {
  const {
    title,
    children,
    action,
    wide = false,
    danger = false,
    disabled = false,
    busy,
    refusal,
    fields,
    onAct,
    onClose,
  } = props;
  const beside = faultBeside(refusal, fields);
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isHalfFilled(event.currentTarget)) onAct();
  }
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {children}
        {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
        <DialogActions>
          <Button kind="plain" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
