import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { install, isInstalled, useInstallOffer } from '../device/install.ts';
import { useWords } from '../words/words.ts';

/** How the app gets to the home screen; nothing where it is there already. */
export function InstallHint() {
  const t = useWords();
  const isOffered = useInstallOffer();
  if (isInstalled()) return undefined;
  const isIphone = /iPhone|iPad|iPod/.test(navigator.userAgent);
  return (
    <Card>
      <h2 className="font-medium">{t('account.install')}</h2>
      {isOffered ? (
        <Button kind="plain" className="mt-3 w-full" onClick={install}>
          {t('account.installNow')}
        </Button>
      ) : (
        <p className="mt-1 text-quiet">{t(isIphone ? 'account.installIphone' : 'account.installAndroid')}</p>
      )}
    </Card>
  );
}
