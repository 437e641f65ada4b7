import { type FormEvent, useState } from 'react';
import { faultAt, faultBeside } from '../../shared/desk/calls.ts';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Dialog, DialogActions } from '../../shared/desk/dialog.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Key, Keys } from '../integration-types.ts';
import { addressesOf, KeyTerms, type Terms } from './key-terms.tsx';
import { TERM_FIELDS } from './new-key.tsx';

type Props = { readonly apiKey: Key; readonly reach: Keys['reach']; readonly onClose: () => void };

export function ChangeKey({ apiKey: key, reach, onClose }: Props) {
  const calls = useCalls();
  const [terms, setTerms] = useState<Terms>({
    markets: key.markets,
    platforms: key.platforms,
    addresses: key.sourceAddresses.join('\n'),
  });
  const { markets, platforms } = terms;
  const { act, busy, refusal } = useAct(
    () =>
      calls.patch(`/keys/${key.apiKey}`, {
        markets,
        platforms,
        sourceAddresses: addressesOf(terms),
        seen: key.revision,
      }),
    { refresh: ['/keys'], done: 'The key is changed.', onDone: onClose },
  );
  const beside = faultBeside(refusal, TERM_FIELDS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act();
  };
  return (
    <Dialog title="Change what the key is for" onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="text-quiet">
          It takes effect with the next call. A market or service that none of your keys has any more comes back only
          with the help of partner support.
        </p>
        <KeyTerms reach={reach} terms={terms} faultOf={(field) => faultAt(refusal, field)} onChange={setTerms} />
        {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
        <DialogActions>
          <Button kind="plain" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
