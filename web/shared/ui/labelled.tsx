import { type ReactNode, useId } from 'react';

/** What a control is called, and what there is to know of it: a hint, or what is wrong. */
export type Label = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  readonly className?: string | undefined;
};

type Described = {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
};
type Props = Label & { readonly children: (described: Described) => ReactNode };

export function Labelled({ label, hint, fault, className = '', children }: Props) {
  const id = useId();
  const about = fault ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': fault === undefined ? undefined : true,
        'aria-describedby': about === undefined ? undefined : `${id}-about`,
      })}
      {about === undefined ? undefined : (
        <p
          key={fault}
          id={`${id}-about`}
          role={fault === undefined ? undefined : 'alert'}
          className={`mt-1 text-sm ${fault === undefined ? 'text-quiet' : 'text-bad'}`}
        >
          {about}
        </p>
      )}
    </div>
  );
}

/** The look of whatever is written or chosen in. */
export function entryStyle(fault: string | undefined): string {
  return `w-full rounded-control border bg-card px-[0.9em] text-(length:--entry-text) ${fault === undefined ? 'border-quiet/60' : 'border-bad'}`;
}
