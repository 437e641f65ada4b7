import { type ReactNode, useState } from 'react';
import { version } from '../../../package.json';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Skeleton } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Sheet } from '../../shared/ui/sheet.tsx';
import { attempt } from '../api/attempt.ts';
import type { Me } from '../api/types.ts';
import { useWork } from '../day/work.ts';
import { Devices } from '../parts/devices.tsx';
import { InstallHint } from '../parts/install-hint.tsx';
import { LanguageChoice } from '../parts/language-choice.tsx';
import { inWords } from '../rules/in-words.ts';
import { signOut, signOutEverywhere } from '../session/session.ts';
import { useWords } from '../words/words.ts';

/** Who is signed in, where, and how the app speaks. */
export function Account() {
  const t = useWords();
  const { me } = useWork();
  const [leaving, setLeaving] = useState<'here' | 'everywhere'>();
  return (
    <div className="flex flex-col gap-4 p-4">
      <h1 className="text-2xl font-bold">{t('account.title')}</h1>
      {me === undefined ? <Skeleton className="h-52" /> : <AboutMe me={me} />}
      <Card>
        <LanguageChoice />
      </Card>
      <Devices />
      <InstallHint />
      <div className="flex flex-col gap-3">
        <Button kind="plain" onClick={() => setLeaving('here')}>
          {t('account.signOut')}
        </Button>
        <Button kind="plain" className="text-bad" onClick={() => setLeaving('everywhere')}>
          {t('account.signOutEverywhere')}
        </Button>
      </div>
      <p className="text-center text-sm text-quiet">{t('account.version', { version })}</p>
      {leaving === undefined ? undefined : <LeaveSheet from={leaving} onClose={() => setLeaving(undefined)} />}
    </div>
  );
}

function AboutMe({ me }: { readonly me: Me }) {
  const t = useWords();
  return (
    <Card>
      <p className="text-xl font-bold">{me.name}</p>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact name={t('account.phone')}>{me.phone}</Fact>
        <Fact name={t('account.vehicle')}>{inWords(me.serviceType)}</Fact>
        <Fact name={t('account.plate')}>{me.plateNumber}</Fact>
        <Fact name={t('account.city')}>{me.cityName ?? me.city}</Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="text-right">{children}</dd>
    </>
  );
}

type LeaveProps = { readonly from: 'here' | 'everywhere'; readonly onClose: () => void };

/** Asks first, and says what would stay behind. */
function LeaveSheet({ from, onClose }: LeaveProps) {
  const t = useWords();
  const { waiting } = useWork();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const isEverywhere = from === 'everywhere';

  async function leave() {
    setBusy(true);
    const left = await attempt(t, isEverywhere ? signOutEverywhere() : signOut());
    setFault('fault' in left ? left.fault : undefined);
    setBusy(false);
  }

  return (
    <Sheet title={t(isEverywhere ? 'account.everywhereAsk' : 'account.signOutAsk')} onClose={onClose}>
      <div className="mt-2 flex flex-col gap-4">
        {isEverywhere ? <p>{t('account.everywhereMore')}</p> : undefined}
        {waiting.length === 0 ? undefined : <Notice>{t('account.stillWaiting', { count: waiting.length })}</Notice>}
        {fault === undefined ? undefined : <Notice tone="bad">{fault}</Notice>}
        <Button size="big" kind="danger" busy={busy} onClick={leave}>
          {t(isEverywhere ? 'account.signOutEverywhere' : 'account.signOut')}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
    </Sheet>
  );
}
