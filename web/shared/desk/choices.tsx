import type { ReactNode } from 'react';
import { type FieldFault, useStillWrong } from '../ui/labelled.tsx';

type Props = {
  readonly legend: string;
  readonly fault: FieldFault | undefined;
  /** What is chosen. */
  readonly value: unknown;
  /** How the boxes lie. */
  readonly className: string;
  readonly children: ReactNode;
};

/** Boxes to check that are one field. */
export function Choices({ legend, fault, value, className, children }: Props) {
  const wrong = useStillWrong(fault, value);
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className={className}>{children}</div>
      {wrong === undefined ? undefined : (
        <p role="alert" className="mt-1 text-sm text-bad">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
