import { useEffect, useState } from 'react';
import { CheckBox } from '../../shared/desk/check-box.tsx';
import { CopyButton } from '../../shared/desk/copy.tsx';
import { DialogActions } from '../../shared/desk/dialog.tsx';
import { useSay } from '../../shared/desk/say.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { NewKey } from '../integration-types.ts';

type Props = { readonly made: NewKey; readonly action: string; readonly onDone: () => void };

/** A new key with its secret, which nobody can show a second time. */
export function SecretOnce({ made, action, onDone }: Props) {
  const say = useSay();
  const [isKept, setKept] = useState(false);
  useEffect(() => say('Copy the secret now.'), [say]);
  return (
    <div className="flex flex-col gap-4">
      <Notice>Copy the secret now. It is shown this once, and we cannot show it again.</Notice>
      <Shown label="API key" text={made.apiKey} />
      <Shown label="API secret" text={made.apiSecret} />
      <CheckBox label="I have kept the secret in a safe place" checked={isKept} onTurn={setKept} />
      <DialogActions>
        <Button disabled={!isKept} onClick={onDone}>
          {action}
        </Button>
      </DialogActions>
    </div>
  );
}

export function Shown({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <div className="mb-1 flex items-center justify-between gap-3">
        <span className="font-medium">{label}</span>
        <CopyButton text={text} label={`Copy the ${label}`} />
      </div>
      <code className="block rounded-control border border-line bg-paper px-3 py-2 font-mono text-sm wrap-anywhere">
        {text}
      </code>
    </div>
  );
}
