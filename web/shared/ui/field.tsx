import type { InputHTMLAttributes } from 'react';
import { entryStyle, type Label, Labelled } from './labelled.tsx';

type Props = InputHTMLAttributes<HTMLInputElement> & Label;

export function Field({ label, hint, fault, className, ...input }: Props) {
  return (
    <Labelled {...{ label, hint, fault, className }}>
      {(described) => <input {...described} {...input} className={`min-h-(--control) ${entryStyle(fault)}`} />}
    </Labelled>
  );
}
