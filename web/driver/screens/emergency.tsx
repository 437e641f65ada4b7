import { useState } from 'react';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Queued } from '../day/action.ts';
import { act, forget, useWork } from '../day/work.ts';
import { placeNow } from '../device/place.ts';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { useWords } from '../words/words.ts';

/** Works on every mobile network, where the market's own numbers are not known yet. */
const EVERYWHERE = { police: '112', ambulance: '112' };

/** Coming here was the first press; the second one tells the desk. */
export function Emergency() {
  const t = useWords();
  const { me } = useWork();
  const { police, ambulance } = me?.emergencyNumbers ?? EVERYWHERE;
  return (
    <>
      <ScreenTitle back="/">{t('emergency.title')}</ScreenTitle>
      <div className="flex flex-1 flex-col gap-6 p-4">
        <TellDesk />
        <section className="mt-auto">
          <p className="mb-2 font-semibold">{t('emergency.numbersAbout')}</p>
          <div className="flex flex-col gap-3">
            {police === ambulance ? (
              <PhoneLink number={police} label={t('emergency.anyNumber', { number: police })} />
            ) : (
              <>
                <PhoneLink number={police} label={t('emergency.police', { number: police })} />
                <PhoneLink number={ambulance} label={t('emergency.ambulance', { number: ambulance })} />
              </>
            )}
          </div>
        </section>
      </div>
    </>
  );
}

function PhoneLink({ number, label }: { readonly number: string; readonly label: string }) {
  return (
    <a href={`tel:${number}`} className={buttonStyle('plain', 'big')}>
      <Icon name="call" />
      {label}
    </a>
  );
}

function TellDesk() {
  const t = useWords();
  const { waiting, refused, connection } = useWork();
  const [isTold, setTold] = useState(false);
  const [isFull, setFull] = useState(false);
  const [busy, setBusy] = useState(false);
  const isWaiting = waiting.some(isCall);
  const unheard = refused.filter(isCall);
  const isRefused = !isWaiting && unheard.length > 0;
  const isKnown = isTold && !isWaiting && !isRefused;

  async function tell() {
    setBusy(true);
    try {
      for (const { id } of unheard) await forget(id);
      const place = await placeNow();
      const { kept } = await act({ kind: 'emergency', ...(place === undefined ? {} : { place }) });
      setFull(!kept);
      setTold(kept);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <p className="text-lg">{t('emergency.about')}</p>
      <Button kind="danger" size="big" className="min-h-28 text-2xl" busy={busy} disabled={isWaiting} onClick={tell}>
        {isKnown ? t('emergency.again') : t('emergency.call')}
      </Button>
      <div>
        {isFull ? <Notice tone="bad">{t('common.storageFull')}</Notice> : undefined}
        {isWaiting && connection === 'offline' ? <Notice tone="bad">{t('emergency.noSignal')}</Notice> : undefined}
        {isWaiting && connection !== 'offline' ? <Notice>{t('emergency.sending')}</Notice> : undefined}
        {isRefused ? <Notice tone="bad">{t('emergency.refused')}</Notice> : undefined}
        {isKnown ? <Notice tone="good">{t('emergency.known')}</Notice> : undefined}
      </div>
    </div>
  );
}

function isCall({ action }: Queued): boolean {
  return action.kind === 'emergency';
}
