import { useEffect, useState } from 'react';
import { now } from '../device/clock.ts';

/** The server's time, anew every so often while the screen is shown. */
export function useNow(everyMs: number): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return time;
}
