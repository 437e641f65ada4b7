import { useEffect, useState } from 'react';
import { timeLeft } from '../rules/time-left.ts';

type Props = {
  /** On the partner's clock. */
  readonly until: string;
  /** How far that clock is ahead of this browser's. */
  readonly aheadMs: number;
  /** What stands here when the time is over. */
  readonly over: string;
};

/** What is left of a time, second by second. */
export function Countdown({ until, aheadMs, over }: Props) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(Date.parse(until) - aheadMs - now);
  return (
    <span role="timer" className="whitespace-nowrap tabular-nums">
      {left ?? over}
    </span>
  );
}
