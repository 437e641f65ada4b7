import { Link } from 'wouter';
import { useWork } from '../day/work.ts';
import { useWords } from '../words/words.ts';

/** Always the same height: what stands below it never jumps when the signal goes. */
export function TopBar() {
  const t = useWords();
  return (
    <header className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-paper px-3 pt-[env(safe-area-inset-top)]">
      <Connection />
      <Link
        href="/emergency"
        className="inline-flex min-h-12 min-w-16 items-center justify-center rounded-control border-2 border-bad px-3 font-bold text-bad"
      >
        {t('shell.emergencyShort')}
        <span className="sr-only">: {t('shell.emergency')}</span>
      </Link>
    </header>
  );
}

function Connection() {
  const t = useWords();
  const { connection, waiting, refused } = useWork();
  const isLive = connection === 'live';
  const more =
    refused.length > 0
      ? t('shell.refused', { count: refused.length })
      : waiting.length > 0
        ? t('shell.waiting', { count: waiting.length })
        : isLive
          ? undefined
          : t(connection === 'suspended' ? 'shell.askOperator' : 'shell.kept');
  return (
    <Link href="/waiting" className="flex h-18 min-w-0 flex-1 items-center gap-3 px-1 leading-tight">
      <span
        aria-hidden="true"
        className={`size-3 shrink-0 rounded-full forced-color-adjust-none ${isLive ? 'bg-accent' : 'border-2 border-note bg-note-soft'}`}
      />
      <span role="status" className="min-w-0">
        <span className={`block ${isLive ? 'text-quiet' : 'font-bold'}`}>{t(`shell.${connection}`)}</span>
        {more === undefined ? undefined : (
          <span className={`block text-sm ${refused.length > 0 ? 'font-bold text-bad' : 'text-quiet'}`}>{more}</span>
        )}
      </span>
    </Link>
  );
}
