import { type FormEvent, useState } from 'react';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Dialog, DialogActions } from '../../shared/desk/dialog.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { FieldFault } from '../../shared/ui/labelled.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Key } from '../integration-types.ts';

const LETTERS = 4;

type FormProps = { readonly apiKey: Key; readonly onLeave: () => void; readonly onRevoked: () => void };

/** Asks for the last letters of the key: whoever has two of them must not end the wrong one. */
export function RevokeForm({ apiKey: key, onLeave, onRevoked }: FormProps) {
  const calls = useCalls();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<FieldFault>();
  const wanted = key.apiKey.slice(-LETTERS);
  const { act, busy, refusal } = useAct(
    () => calls.put(`/keys/${key.apiKey}/status`, { status: 'revoked', seen: key.status }),
    { refresh: ['/keys'], done: 'The key is revoked.', onDone: onRevoked },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isRight = typed.trim().toLowerCase() === wanted;
    setWrong(isRight ? undefined : { sentence: `The key ends with ${wanted}.` });
    if (isRight) act();
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-quiet">
        Every call with <code className="text-ink wrap-anywhere">{key.apiKey}</code> is refused from now on, and that is
        for good. <LastUse lastUsedAt={key.lastUsedAt} />
      </p>
      <Field
        label={`Type the last ${LETTERS} letters of the key, ${wanted}`}
        autoComplete="off"
        spellCheck={false}
        fault={wrong}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {refusal === undefined ? undefined : <Notice tone="bad">{refusal.sentence}</Notice>}
      <DialogActions>
        <Button kind="plain" onClick={onLeave}>
          Not yet
        </Button>
        <Button type="submit" kind="danger" busy={busy}>
          Revoke the key
        </Button>
      </DialogActions>
    </form>
  );
}

export function RevokeKey({ apiKey, onClose }: { readonly apiKey: Key; readonly onClose: () => void }) {
  return (
    <Dialog title="Revoke this key?" onClose={onClose}>
      <RevokeForm apiKey={apiKey} onLeave={onClose} onRevoked={onClose} />
    </Dialog>
  );
}

function LastUse({ lastUsedAt }: Pick<Key, 'lastUsedAt'>) {
  if (lastUsedAt === null) return <>No call was made with it.</>;
  return (
    <>
      Its last call was <Time at={lastUsedAt} ago />.
    </>
  );
}
