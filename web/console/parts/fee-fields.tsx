import { Select } from '../../shared/desk/select.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { FieldFault } from '../../shared/ui/labelled.tsx';
import type { Fee } from '../rules/card-draft.ts';
import type { CardPartProps } from './card-part.ts';

const FEES = [
  { value: 'amount', title: 'Amount' },
  { value: 'share', title: 'Share of the fare' },
];

type FeeProps = {
  readonly name: string;
  readonly fee: Fee;
  readonly fault: FieldFault | undefined;
  readonly onChange: (fee: Fee) => void;
};

/** A fixed amount, or a share of base, mileage and stops. */
export function FeeFields({ name, fee, fault, onChange }: FeeProps) {
  const kind = fee.share === undefined ? 'amount' : 'share';
  return (
    <>
      <Select
        label="Kind"
        aria-label={`Kind of fee, ${name}`}
        choices={FEES}
        value={kind}
        onChoose={(chosen) => onChange({ [chosen]: fee[kind] ?? '' })}
      />
      <Field
        label="Fee"
        aria-label={`Fee, ${name}`}
        inputMode="decimal"
        fault={fault}
        value={fee[kind] ?? ''}
        onChange={({ target }) => onChange({ [kind]: target.value })}
      />
    </>
  );
}

/** It may be told of the amount, of the share, or of the two together. */
export function feeFault(fault: CardPartProps['fault'], at: string): FieldFault | undefined {
  return fault(`${at}/amount`) ?? fault(`${at}/share`) ?? fault(at);
}
