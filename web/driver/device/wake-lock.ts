import { work } from '../day/work.ts';

/** The screen stays on while there is an order, where the browser can do that. */
export function stayAwake(): () => void {
  let held: WakeLockSentinel | undefined;
  let following = Promise.resolve();
  async function follow(): Promise<void> {
    const isWanted = work.get().order !== null && document.visibilityState === 'visible';
    if (!isWanted) {
      await held?.release();
      held = undefined;
    } else if (held === undefined || held.released) {
      // Refused by a phone that saves its battery: then it sleeps as always.
      held = await navigator.wakeLock?.request('screen').catch(() => undefined);
    }
  }
  // One after the other: two at once would hold it twice and let go of it once.
  const check = () => {
    following = following.then(follow);
  };
  const unsubscribe = work.subscribe(check);
  document.addEventListener('visibilitychange', check);
  check();
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', check);
    void held?.release();
  };
}
