import { CheckBox } from '../../shared/desk/check-box.tsx';
import { Choices } from '../../shared/desk/choices.tsx';
import { TextArea } from '../../shared/desk/text-area.tsx';
import type { FieldFault } from '../../shared/ui/labelled.tsx';
import type { Key, Keys } from '../integration-types.ts';
import { platformName } from '../rules/platform-name.ts';

export type Terms = {
  readonly markets: Key['markets'];
  readonly platforms: Key['platforms'];
  /** As it is written: one in a line, or with commas. */
  readonly addresses: string;
};

export const addressesOf = ({ addresses }: Terms): string[] =>
  addresses.split(/[\s,]+/).filter((address) => address !== '');

const IN_A_ROW = 'flex flex-wrap gap-x-5 gap-y-2';

type Props = {
  readonly reach: Keys['reach'];
  readonly terms: Terms;
  readonly faultOf: (field: string) => FieldFault | undefined;
  readonly onChange: (terms: Terms) => void;
};

/** What a key is for, within what the partner's keys are for. */
export function KeyTerms({ reach, terms, faultOf, onChange }: Props) {
  const turned = <One extends string>(list: readonly One[], one: One, on: boolean): One[] =>
    on ? [...list, one] : list.filter((other) => other !== one);
  return (
    <>
      <Choices legend="Markets" fault={faultOf('markets')} value={terms.markets} className={IN_A_ROW}>
        {reach.markets.map((market) => (
          <CheckBox
            key={market}
            label={market}
            checked={terms.markets.includes(market)}
            onTurn={(on) => onChange({ ...terms, markets: turned(terms.markets, market, on) })}
          />
        ))}
      </Choices>
      <Choices legend="Services" fault={faultOf('platforms')} value={terms.platforms} className={IN_A_ROW}>
        {reach.platforms.map((platform) => (
          <CheckBox
            key={platform}
            label={platformName(platform)}
            checked={terms.platforms.includes(platform)}
            onTurn={(on) => onChange({ ...terms, platforms: turned(terms.platforms, platform, on) })}
          />
        ))}
      </Choices>
      <TextArea
        label="Only from these addresses"
        hint="IP addresses or ranges such as 203.0.113.0/24, one in a line. Empty: from anywhere."
        mono
        spellCheck={false}
        fault={faultOf('sourceAddresses')}
        value={terms.addresses}
        onChange={({ target }) => onChange({ ...terms, addresses: target.value })}
      />
    </>
  );
}
