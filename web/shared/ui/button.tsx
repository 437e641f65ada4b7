import type { ButtonHTMLAttributes } from 'react';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger' | 'quietDanger';
type Size = 'small' | 'normal' | 'big';

/** Where people have colours of their own, an edge or a line stays of what is a button by its colour alone. */
const KINDS: Readonly<Record<Kind, string>> = {
  primary: 'border border-transparent bg-accent text-on-accent',
  plain: 'border border-line bg-card text-ink',
  quiet: 'bg-transparent text-accent underline-offset-4 hover:underline forced-colors:underline',
  danger: 'border border-transparent bg-bad text-on-bad',
  quietDanger: 'bg-transparent text-bad underline-offset-4 hover:underline forced-colors:underline',
};
const SIZES: Readonly<Record<Size, string>> = {
  small: 'min-h-8 px-3 text-sm pointer-coarse:min-h-10',
  normal: 'min-h-(--control) px-5 text-(length:--control-text)',
  big: 'min-h-16 w-full px-6 text-xl',
};
const COMMON =
  'inline-flex items-center justify-center gap-2 rounded-control font-semibold wrap-break-word select-none motion-safe:transition active:brightness-90 disabled:opacity-50 aria-disabled:opacity-50';

/** For links that look like buttons. */
export function buttonStyle(kind: Kind = 'primary', size: Size = 'normal'): string {
  return `${COMMON} ${KINDS[kind]} ${SIZES[size]}`;
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: Kind;
  readonly size?: Size;
  /** Under way: it says so, and cannot be pressed a second time. */
  readonly busy?: boolean;
};

export function Button({ kind, size, busy = false, onClick, className = '', children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      // Not disabled: whoever has pressed it by keyboard would lose the place.
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${buttonStyle(kind, size)} ${className}`}
    >
      {busy ? <Spinner /> : undefined}
      {children}
    </button>
  );
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-[1.2em] rounded-full border-2 border-current border-r-transparent motion-safe:animate-spin"
    />
  );
}
