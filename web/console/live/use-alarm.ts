import { useEffect, useRef } from 'react';

const TONES_HERTZ = [880, 660, 880, 660];
const TONE_SECONDS = 0.22;
const LOUDNESS = 0.25;

/** Whoever looks elsewhere hears a new call for help, and sees it in the title of the window. */
export function useAlarm(ids: readonly string[]): void {
  const known = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (ids.some((id) => !known.current.has(id))) sound();
    known.current = new Set(ids);
  }, [ids]);
  const isCalled = ids.length > 0;
  useEffect(() => {
    if (!isCalled) return;
    const mark = () => {
      if (!document.title.startsWith('🆘 ')) document.title = `🆘 ${document.title}`;
    };
    mark();
    // Every screen sets its own title.
    const watcher = new MutationObserver(mark);
    watcher.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      watcher.disconnect();
      document.title = document.title.replace(/^🆘 /, '');
    };
  }, [isCalled]);
}

/** A browser in which nobody has clicked yet stays silent. */
function sound(): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = LOUDNESS;
  volume.connect(context.destination);
  for (const [index, hertz] of TONES_HERTZ.entries()) {
    const tone = context.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(volume);
    tone.start(context.currentTime + index * TONE_SECONDS);
    tone.stop(context.currentTime + (index + 1) * TONE_SECONDS);
  }
  setTimeout(() => context.close(), 1_000 * (TONES_HERTZ.length * TONE_SECONDS + 0.5));
}
