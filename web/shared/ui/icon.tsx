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
  cross: 'M6 6l12 12M18 6L6 18',
  camera: 'M4 8h4l1.5-3h5L16 8h4v11H4zM8.5 13a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0',
  sign: 'M4 19h16M6 15c2-9 5-12 6-9 1 3-3 8-1 9s3-5 4-4-1 4 1 4 2-1 3-2',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 8v8M12 8v8M16 8v8',
  clock: 'M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M12 7v5l3 2',
  menu: 'M4 7h16M4 12h16M4 17h16',
  down: 'M6 9l6 6 6-6',
  search: 'M4 10.5a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0M15.5 15.5L20 20',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  people:
    'M5.5 8.5a3 3 0 1 0 6 0 3 3 0 1 0-6 0M3 19c.7-3.5 2.5-5 5.5-5s4.8 1.5 5.5 5M15 6a3 3 0 0 1 0 5.500M17 14.500c2.2.500 3.4 2 4 4.5',
  key: 'M4 16a4 4 0 1 0 8 0 4 4 0 1 0-8 0M11 13l8-8M16 8l3 3M18.5 5.500L20 7',
  webhook: 'M5 17a3 3 0 1 0 6 0h7M10 8a3 3 0 1 1 4 2.500L17 16M15 17a3 3 0 1 0 3-3M9 10.500L7 15',
  events: 'M4 12h4l2.5-7 4 14 2.5-7h3',
  orders: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5',
  wallet: 'M4 7h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM4 7l11-3v3M16 13.500h.01',
  log: 'M5 4h14v16H5zM8 8h8M8 12h8M8 16h5',
  chart: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  label: 'M4 4h9l7 8-7 8H4zM8 12h.01',
  sandbox: 'M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8.5 3h7M7.5 15h9',
  map: 'M9 4L3.5 6.500v13L9 17l6 3 5.5-2.500v-13L15 7zM9 4v13M15 7v13',
  queue: 'M4 6h10M4 12h7M4 18h10M18 8v9M15 14l3 3 3-3',
  driver: 'M5 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M15 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M10 17h5l-2-10h-3M4 12h6',
  partner: 'M4 20V8l8-4 8 4v12M9 20v-6h6v6M8 10h.01M12 9h.01M16 10h.01',
  rates: 'M18 6L6 18M6 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0M14 16a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  market: 'M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0M4 12h16M12 4c3 2.5 3 13.5 0 16M12 4c-3 2.5-3 13.5 0 16',
  route: 'M4 18a2 2 0 1 0 4 0 2 2 0 1 0-4 0M16 6a2 2 0 1 0 4 0 2 2 0 1 0-4 0M8 18h6a3 3 0 0 0 0-6h-4a3 3 0 0 1 0-6h6',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  add: 'M12 5v14M5 12h14',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  upload: 'M12 16V5M7 9l5-5 5 5M4 20h16',
  edit: 'M4 20l1-4L16 5l3 3L8 19z',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 5l12 7-12 7z',
  doctor: 'M5 4v5a4 4 0 0 0 8 0V4M9 13v2a5 5 0 0 0 10 0v-3M17 10a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
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
