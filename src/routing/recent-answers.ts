import type { Instant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';

type Parts = {
  readonly most: number;
  readonly keptMs: number;
  /** How long nobody asks again after a look-up that failed; not at all where nothing is said. */
  readonly failureKeptMs?: number;
  readonly clock: Clock;
};

/**
 * Remembers answers for a while, the least recently used leaving first. Who asks the same while it is being looked up
 * shares that look-up.
 */
export function createRecentAnswers<T>({ most, keptMs, failureKeptMs = 0, clock }: Parts) {
  const kept = new Map<string, { readonly answer: Promise<T>; readonly until: Instant }>();
  return (key: string, look: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    kept.delete(key);
    const isKnown = known !== undefined && known.until > clock.now();
    const entry = isKnown ? known : { answer: look(), until: clock.now() + keptMs };
    kept.set(key, entry);
    if (!isKnown)
      entry.answer.catch(() => {
        if (kept.get(key) === entry) kept.set(key, { ...entry, until: clock.now() + failureKeptMs });
      });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return entry.answer;
  };
}
