import { type ReactNode, useId, useState } from 'react';

/** A sentence for as long as it is true; or what was wrong with what was sent, which goes when that is changed. */
export type FieldFault = string | { readonly sentence: string };

/** What a control is called, and what there is to know of it: a hint, or what is wrong. */
export type Label = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: FieldFault | undefined;
  readonly className?: string | undefined;
};

type Described = {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
};
type Props = Label & {
  /** What the fault was found in. */
  readonly value: unknown;
  readonly children: (described: Described) => ReactNode;
};

export function Labelled({ label, hint, fault, className = '', value, children }: Props) {
  const id = useId();
  const wrong = useStillWrong(fault, value);
  const about = wrong ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': wrong === undefined ? undefined : true,
        'aria-describedby': about === undefined ? undefined : `${id}-about`,
      })}
      {about === undefined ? undefined : (
        <p
          key={wrong}
          id={`${id}-about`}
          role={wrong === undefined ? undefined : 'alert'}
          className={`mt-1 text-sm ${wrong === undefined ? 'text-quiet' : 'text-bad'}`}
        >
          {about}
        </p>
      )}
    </div>
  );
}

/** What there is to say of a value beside which the fault may have come before it was changed. */
export function useStillWrong(fault: FieldFault | undefined, value: unknown): string | undefined {
  const [told, setTold] = useState({ fault, value });
  if (told.fault !== fault) setTold({ fault, value });
  if (typeof fault !== 'object') return fault;
  return told.fault === fault && told.value !== value ? undefined : fault.sentence;
}

/** The look of whatever is written or chosen in. */
export const ENTRY_STYLE =
  'w-full rounded-control border border-quiet/60 bg-card px-[0.9em] text-(length:--entry-text) aria-invalid:border-bad';
