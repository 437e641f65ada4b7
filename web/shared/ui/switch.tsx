type Props = {
  readonly label: string;
  readonly on: boolean;
  readonly busy?: boolean;
  readonly onChange: (on: boolean) => void;
};

export function Switch({ label, on, busy = false, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => {
        if (!busy) onChange(!on);
      }}
      className={`relative h-9 w-16 shrink-0 rounded-full border forced-color-adjust-none motion-safe:transition-colors before:absolute before:-inset-2 aria-disabled:opacity-60 ${on ? 'border-accent bg-accent' : 'border-quiet bg-card'}`}
    >
      <span
        aria-hidden="true"
        className={`absolute top-1 left-1 size-6.5 rounded-full motion-safe:transition-transform ${on ? 'translate-x-7 bg-on-accent' : 'bg-quiet'}`}
      />
    </button>
  );
}
