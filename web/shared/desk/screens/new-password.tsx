import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { CheckBox } from '../check-box.tsx';

const SHORTEST = 10;

type Props = {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly fault: string | undefined;
};

/** Written once: whoever wants to be sure looks at it. */
export function NewPassword({ value, onChange, fault }: Props) {
  const [isShown, setShown] = useState(false);
  const missing = SHORTEST - [...value].length;
  const hint =
    value === '' || missing === SHORTEST
      ? `At least ${SHORTEST} characters. A few words that only you would put together are best.`
      : missing > 0
        ? `${missing} more ${missing === 1 ? 'character' : 'characters'}.`
        : 'Long enough.';
  return (
    <div>
      <Field
        label="New password"
        hint={hint}
        fault={fault}
        type={isShown ? 'text' : 'password'}
        name="new-password"
        autoComplete="new-password"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <CheckBox label="Show it" checked={isShown} onTurn={setShown} className="mt-2" />
    </div>
  );
}
