import { useRef } from 'react';
import { useNow } from '../day/use-now.ts';
import { countdown } from '../rules/countdown.ts';
import { useWords } from '../words/words.ts';

const RADIUS = 27;
const ROUND = 2 * Math.PI * RADIUS;
const HURRY_SECONDS = 5;

/** What is left of an offer, by the server's clock. */
export function CountdownRing({ expiresAt }: { readonly expiresAt: string }) {
  const t = useWords();
  const time = useNow(200);
  const end = Date.parse(expiresAt);
  const whole = useRef(end - time);
  const { seconds, share } = countdown(end, time, whole.current);
  return (
    <div
      role="timer"
      aria-label={t('offer.secondsLeft', { count: seconds })}
      className={`relative grid size-16 shrink-0 place-items-center ${seconds <= HURRY_SECONDS ? 'text-bad' : 'text-accent'}`}
    >
      <svg aria-hidden="true" viewBox="0 0 64 64" className="absolute inset-0 -rotate-90">
        <circle cx="32" cy="32" r={RADIUS} fill="none" stroke="var(--line)" strokeWidth="6" />
        <circle
          cx="32"
          cy="32"
          r={RADIUS}
          fill="none"
          stroke="currentColor"
          strokeWidth="6"
          strokeLinecap="round"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - share)}
        />
      </svg>
      <span aria-hidden="true" className="text-xl font-bold tabular-nums">
        {seconds}
      </span>
    </div>
  );
}
