import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import type { Refusal } from './calls.ts';
import { Dialog, DialogActions } from './dialog.tsx';

type Props = {
  /** A question. */
  readonly title: string;
  /** What will be the case afterwards. */
  readonly children: ReactNode;
  /** What the button says, such as "Revoke the key". */
  readonly action: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly refusal: Refusal | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Asks before something that cannot be taken back. */
export function Confirm({ title, children, action, danger = false, busy, refusal, onConfirm, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="text-quiet">{children}</div>
      {refusal === undefined ? undefined : (
        <div className="mt-4">
          <Notice tone="bad">{refusal.sentence}</Notice>
        </div>
      )}
      <DialogActions>
        <Button kind="plain" onClick={onClose}>
          Leave it
        </Button>
        <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
