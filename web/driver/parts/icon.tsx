/** Drawn on a grid of 24, with a line of 2. */
const LINES = {
  work: 'M5 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M15 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M10 17h5l-2-10h-3M4 12h6M16 7h3',
  parcels: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  earnings: 'M4 7h16v11H4zM4 11h16M8 15h3',
  account: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M5 20c1-4 3.5-6 7-6s6 2 7 6',
  back: 'M14 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  call: 'M6 4h3l2 5-2 2c1 2 2 3 4 4l2-2 5 2v3c0 1-1 2-2 2C10 20 4 13 4 6c0-1 1-2 2-2z',
  navigate: 'M12 3l7 17-7-4-7 4z',
  done: 'M5 12.5l4.5 4.5L19 7',
  failed: 'M6 6l12 12M18 6L6 18',
  camera: 'M4 8h4l1.5-3h5L16 8h4v11H4zM8.5 13a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0',
  sign: 'M4 19h16M6 15c2-9 5-12 6-9 1 3-3 8-1 9s3-5 4-4-1 4 1 4 2-1 3-2',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 8v8M12 8v8M16 8v8',
  clock: 'M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M12 7v5l3 2',
  cash: 'M3 7h18v10H3zM9.5 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0',
} as const;

export type IconName = keyof typeof LINES;

/** For the eye only: the words beside it say the same. */
export function Icon({ name, className = 'size-6' }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`shrink-0 ${className}`}>
      <path
        d={LINES[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
