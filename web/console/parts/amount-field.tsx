import { faultAt, type Refusal } from '../../shared/desk/calls.ts';
import { Field } from '../../shared/ui/field.tsx';

type AmountFieldProps = {
  readonly currency: string;
  readonly amount: string;
  readonly hint?: string | undefined;
  readonly refusal: Refusal | undefined;
  readonly onAmount: (amount: string) => void;
};

export function AmountField({ currency, amount, hint, refusal, onAmount }: AmountFieldProps) {
  return (
    <Field
      label={`Amount in ${currency}`}
      inputMode="decimal"
      hint={hint}
      fault={faultAt(refusal, 'amount')}
      value={amount}
      onChange={({ target }) => onAmount(target.value)}
    />
  );
}
