import { useState } from 'react';
import { decidePassword } from '../../../../src/accounts/rules/password.ts';
import { Field } from '../../ui/field.tsx';
import type { FieldFault } from '../../ui/labelled.tsx';
import { CheckBox } from '../check-box.tsx';

type Props = {
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** Whose it will be. */
  readonly email: string;
  readonly fault: FieldFault | undefined;
};

/** Written once: whoever wants to be sure looks at it. Whether it will do is told while it is written, by the server's own rule. */
export function NewPassword({ value, onChange, email, fault }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <Field
        label="New password"
        hint={hintOf(value, email)}
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

function hintOf(password: string, email: string): string {
  if (password === '') return 'A few words that only you would put together are best.';
  const decision = decidePassword(password, email);
  return 'refused' in decision ? (decision.sentence ?? '') : 'This will do.';
}
