import { Button } from '../../shared/ui/button.tsx';
import { useWork } from '../day/work.ts';
import { takeNewVersion, useNewVersion } from '../device/version.ts';
import { useWords } from '../words/words.ts';

/** Offered between two orders; it is used when the driver says so, and never by itself. */
export function NewVersion() {
  const t = useWords();
  const isReady = useNewVersion();
  const { order } = useWork();
  if (!isReady || order !== null) return undefined;
  return (
    <div role="status" className="flex items-center justify-between gap-3 bg-note-soft px-4 py-2 text-note">
      <span className="font-medium">{t('shell.newVersion')}</span>
      <Button kind="plain" onClick={takeNewVersion}>
        {t('shell.reload')}
      </Button>
    </div>
  );
}
