import type { SelectHTMLAttributes } from 'react';
import { ENTRY_STYLE, type Label, Labelled } from '../ui/labelled.tsx';

export type Choice = { readonly value: string; readonly title: string };
type Props = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'children'> &
  Label & { readonly choices: readonly Choice[]; readonly onChoose: (value: string) => void };

export function Select({ label, hint, fault, className, choices, onChoose, ...select }: Props) {
  return (
    <Labelled {...{ label, hint, fault, className }} value={select.value}>
      {(described) => (
        <select
          {...described}
          {...select}
          onChange={({ target }) => onChoose(target.value)}
          className={`min-h-(--control) ${ENTRY_STYLE}`}
        >
          {choices.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
