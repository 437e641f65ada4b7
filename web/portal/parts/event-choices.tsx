import { CheckBox } from '../../shared/desk/check-box.tsx';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Panel } from '../../shared/desk/page.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Webhook } from '../integration-types.ts';

const ALWAYS = [
  'ORDER_STATUS_CHANGED',
  'DRIVER_ASSIGNED',
  'ORDER_AMOUNT_CHANGED',
  'ORDER_REPLACED',
  'ORDER_EDITED',
  'WALLET_BALANCE_CHANGED',
];
const ABOUT: Readonly<Record<string, string>> = {
  ORDER_CREATED: 'An order was placed: all of it, before its first status.',
  POD_STATUS_CHANGED: 'A drop-off of an order with proof of delivery was closed.',
  PLUS_ORDER_STATUS_CHANGED: 'ORDER_STATUS_CHANGED of scheduled (Plus) orders too.',
};

type Props = { readonly webhook: Pick<Webhook, 'choices' | 'allChoices'>; readonly mayBuild: boolean };

/** Which events the partner is told. */
export function EventChoices({ webhook: { choices, allChoices }, mayBuild }: Props) {
  const calls = useCalls();
  const { act, busy, refusal } = useAct(
    (chosen: readonly string[]) => calls.put('/webhook/choices', { choices: chosen }),
    { refresh: ['/webhook'], done: 'Saved. It holds from now on.' },
  );
  return (
    <Panel title="Events" about="Some are always told, others where you choose them.">
      <ul className="mb-4 flex flex-wrap gap-x-3 gap-y-1">
        {ALWAYS.map((type) => (
          <li key={type}>
            <code className="text-fine">{type}</code>
          </li>
        ))}
      </ul>
      <fieldset disabled={!mayBuild || busy} className="flex flex-col gap-3">
        <legend className="sr-only">Events that you can choose</legend>
        {allChoices.map((choice) => (
          <CheckBox
            key={choice}
            label={choice}
            hint={ABOUT[choice]}
            checked={choices.includes(choice)}
            onTurn={(on) => act(on ? [...choices, choice] : choices.filter((other) => other !== choice))}
          />
        ))}
      </fieldset>
      {refusal === undefined ? undefined : <Notice tone="bad">{refusal.sentence}</Notice>}
    </Panel>
  );
}
