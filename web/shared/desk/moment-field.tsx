import { type ComponentProps, useState } from 'react';
import { Field } from '../ui/field.tsx';

type Props = Omit<ComponentProps<typeof Field>, 'type'> & { readonly type: 'datetime-local' | 'time' };

/** A year of five digits is a slip of the hand that no clock can show. */
const LATEST = { 'datetime-local': '9999-12-31T23:59', time: undefined };
const HALF = {
  'datetime-local': 'Finish the date and the time, or empty them.',
  time: 'Finish the time, or empty it.',
};

/** For a form that holds to `isHalfFilled`: to a program, a date whose time is missing looks like none at all. */
export function MomentField({ fault, ...field }: Props) {
  const [isHalf, setHalf] = useState(false);
  return (
    <Field
      {...field}
      max={LATEST[field.type]}
      fault={isHalf ? HALF[field.type] : fault}
      onInvalid={() => setHalf(true)}
      onInput={() => setHalf(false)}
      onBlur={({ target }) => setHalf(target.validity.badInput)}
    />
  );
}

/** Whether a field was begun and not finished; it says so then. */
export function isHalfFilled(form: HTMLFormElement): boolean {
  const half = [...form.elements].find((one) => one instanceof HTMLInputElement && one.validity.badInput);
  if (!(half instanceof HTMLInputElement)) return false;
  half.focus();
  half.checkValidity();
  return true;
}
