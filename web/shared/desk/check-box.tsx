import { type InputHTMLAttributes, type ReactNode, useId } from 'react';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> & {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly onTurn: (on: boolean) => void;
};

export function CheckBox({ label, hint, onTurn, className = '', ...input }: Props) {
  const id = useId();
  return (
    <div className={`flex items-start gap-2.5 ${className}`}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint === undefined ? undefined : `${id}-about`}
        {...input}
        onChange={({ target }) => onTurn(target.checked)}
        className="mt-[0.2em] size-4.5 shrink-0 accent-(--accent)"
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? undefined : (
          <p id={`${id}-about`} className="text-sm text-quiet">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
