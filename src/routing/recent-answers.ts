import type { Instant } from '../foundation/time.ts';
import type { Clock } from '../infrastructure/clock.ts';

type Parts = { readonly most: number; readonly keptMs: number; readonly clock: Clock };

/**
 * Remembers answers for a while, the least recently used leaving first. Who asks the same while it is being looked up
 * shares that look-up. A look-up that fails is not remembered.
 */
export function createRecentAnswers<T>({ most, keptMs, clock }: Parts) {
  const kept = new Map<string, { readonly answer: Promise<T>; readonly until: Instant }>();
  return (key: string, look: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    kept.delete(key);
    const entry =
      known !== undefined && known.until > clock.now() ? known : { answer: look(), until: clock.now() + keptMs };
    kept.set(key, entry);
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return entry.answer;
  };
}
