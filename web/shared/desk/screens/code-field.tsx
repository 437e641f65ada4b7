import { Field } from '../../ui/field.tsx';
import type { FieldFault } from '../../ui/labelled.tsx';

type Props = {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly fault?: FieldFault | undefined;
  readonly autoFocus?: boolean;
};

/** The six digits that an authenticator app shows. */
export function CodeField({ value, onChange, fault, autoFocus = false }: Props) {
  return (
    <Field
      label="Code"
      hint="Six digits from your authenticator app."
      fault={fault}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      autoFocus={autoFocus}
      value={value}
      onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))}
    />
  );
}
