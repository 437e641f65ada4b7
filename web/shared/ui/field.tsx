import { type InputHTMLAttributes, useId } from 'react';

type Props = InputHTMLAttributes<HTMLInputElement> & {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
};

export function Field({ label, hint, fault, className = '', ...input }: Props) {
  const id = useId();
  const about = fault ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={about === undefined ? undefined : `${id}-about`}
        {...input}
        className={`min-h-12 w-full rounded-control border bg-card px-4 text-lg ${fault === undefined ? 'border-line' : 'border-bad'}`}
      />
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
