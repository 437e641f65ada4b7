import { useState } from 'react';
import { faultAt } from '../../shared/desk/calls.ts';
import { useCalls } from '../../shared/desk/desk.tsx';
import { FormDialog } from '../../shared/desk/form-dialog.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
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
  return (
    <FormDialog
      title="Change what the key is for"
      action="Save"
      fields={TERM_FIELDS}
      {...{ busy, refusal, onClose }}
      onAct={() => act()}
    >
      <p className="text-quiet">
        It takes effect with the next call. A market or service that none of your keys has any more comes back only with
        the help of partner support.
      </p>
      <KeyTerms reach={reach} terms={terms} faultOf={(field) => faultAt(refusal, field)} onChange={setTerms} />
    </FormDialog>
  );
}
