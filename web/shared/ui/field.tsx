import type { InputHTMLAttributes } from 'react';
import { ENTRY_STYLE, type Label, Labelled } from './labelled.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & Label;

export function Field({ label, hint, fault, className, ...input }: Props) {
  return (
    <Labelled {...{ label, hint, fault, className }} value={input.value}>
      {(described) => <input {...described} {...input} className={`min-h-(--control) ${ENTRY_STYLE}`} />}
    </Labelled>
  );
}
