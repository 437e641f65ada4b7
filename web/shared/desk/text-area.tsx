import type { TextareaHTMLAttributes } from 'react';
import { ENTRY_STYLE, type Label, Labelled } from '../ui/labelled.tsx';

type Props = TextareaHTMLAttributes<HTMLTextAreaElement> &
  Label & { /** For code and documents. */ readonly mono?: boolean };

export function TextArea({ label, hint, fault, className, mono = false, rows = 3, ...area }: Props) {
  return (
    <Labelled {...{ label, hint, fault, className }} value={area.value}>
      {(described) => (
        <textarea
          rows={rows}
          {...described}
          {...area}
          className={`block py-2 ${ENTRY_STYLE} ${mono ? 'font-mono text-sm' : ''}`}
        />
      )}
    </Labelled>
  );
}
