import { useState } from 'react';
import { faultAt } from '../../shared/desk/calls.ts';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Dialog } from '../../shared/desk/dialog.tsx';
import { FormDialog } from '../../shared/desk/form-dialog.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
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
  if (made !== undefined)
    return (
      <Dialog title="Your new key" onClose={onClose}>
        <SecretOnce made={made} action="Done" onDone={onClose} />
      </Dialog>
    );
  return (
    <FormDialog
      title="New key"
      action="Make the key"
      fields={TERM_FIELDS}
      {...{ busy, refusal, onClose }}
      onAct={() => act()}
    >
      <KeyTerms reach={keys.reach} terms={terms} faultOf={(field) => faultAt(refusal, field)} onChange={setTerms} />
    </FormDialog>
  );
}
