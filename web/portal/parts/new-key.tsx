import { type FormEvent, useState } from 'react';
import { faultAt, faultBeside } from '../../shared/desk/calls.ts';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Dialog, DialogActions } from '../../shared/desk/dialog.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Keys, NewKey as MadeKey } from '../integration-types.ts';
import { addressesOf, KeyTerms, type Terms } from './key-terms.tsx';
import { SecretOnce } from './secret-once.tsx';

export const TERM_FIELDS = ['markets', 'platforms', 'sourceAddresses'];

type Props = { readonly keys: Keys; readonly onClose: () => void };

/** A further key, with the terms of the newest to begin with. */
export function NewKey({ keys, onClose }: Props) {
  const calls = useCalls();
  const [newest] = keys.keys;
  const [terms, setTerms] = useState<Terms>({
    markets: newest?.markets ?? [],
    platforms: newest?.platforms ?? [],
    addresses: newest?.sourceAddresses.join('\n') ?? '',
  });
  const [made, setMade] = useState<MadeKey>();
  const { markets, platforms } = terms;
  const { act, busy, refusal } = useAct(
    () => calls.post<MadeKey>('/keys', { markets, platforms, sourceAddresses: addressesOf(terms) }),
    { refresh: ['/keys'], onDone: setMade },
  );
  const beside = faultBeside(refusal, TERM_FIELDS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act();
  };
  return (
    <Dialog title={made === undefined ? 'New key' : 'Your new key'} onClose={onClose}>
      {made === undefined ? (
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <KeyTerms reach={keys.reach} terms={terms} faultOf={(field) => faultAt(refusal, field)} onChange={setTerms} />
          {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
          <DialogActions>
            <Button kind="plain" onClick={onClose}>
              Leave it
            </Button>
            <Button type="submit" busy={busy}>
              Make the key
            </Button>
          </DialogActions>
        </form>
      ) : (
        <SecretOnce made={made} action="Done" onDone={onClose} />
      )}
    </Dialog>
  );
}
