/** A waybill with its line of stops. */
export function Mark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-7 shrink-0">
      <rect width="24" height="24" rx="6" fill="var(--accent)" />
      <path
        d="M7 16.5V11a3 3 0 0 1 6 0v2a2 2 0 0 0 4 0V7.5"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="7" cy="17" r="1.8" fill="var(--on-accent)" />
      <circle cx="17" cy="7" r="1.8" fill="var(--on-accent)" />
    </svg>
  );
}
