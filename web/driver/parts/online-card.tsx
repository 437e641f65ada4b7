import { useState } from 'react';
import { Notice } from '../../shared/ui/notice.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { attempt } from '../api/attempt.ts';
import { call } from '../api/call.ts';
import type { Online } from '../api/types.ts';
import { wentOnline } from '../day/answered.ts';
import { asking } from '../day/known.ts';
import { useAct } from '../day/use-act.ts';
import { useNow } from '../day/use-now.ts';
import { stayOnline } from '../day/work.ts';
import { mayLocate } from '../device/may-locate.ts';
import { usePlace } from '../device/positions.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';

/** The one switch: without it no offer comes, and nobody knows where the driver is. */
export function OnlineCard({ onlineSince }: { readonly onlineSince: string | null }) {
  const t = useWords();
  const format = useFormat();
  const time = useNow(60_000);
  const { act, fault: keeping } = useAct();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const isOnline = onlineSince !== null;
  const { isDenied } = usePlace();
  const trouble = fault ?? keeping ?? (isOnline && isDenied ? t('home.locationDenied') : undefined);

  async function goOnline(): Promise<string | undefined> {
    if (!(await mayLocate())) return t('home.locationDenied');
    await stayOnline();
    const requestId = crypto.randomUUID();
    const isNewest = asking('work');
    const answer = await attempt(t, call<Online>('POST', '/online', { data: {}, requestId }));
    if ('fault' in answer) return answer.fault;
    wentOnline(answer.data.onlineSince, isNewest());
    return undefined;
  }
  async function change(on: boolean) {
    setBusy(true);
    setFault(on ? await goOnline() : await act({ kind: 'goOffline' }));
    setBusy(false);
  }

  return (
    <section
      className={`flex flex-col gap-3 rounded-card border p-4 ${isOnline ? 'border-accent bg-accent-soft' : 'border-line bg-card'}`}
    >
      <div className="flex min-h-12 items-center justify-between gap-4">
        <div>
          <p className="text-xl font-bold">{t(isOnline ? 'home.online' : 'home.offline')}</p>
          <p className="text-quiet">
            {isOnline ? t('home.since', { time: format.moment(onlineSince, time) }) : t('home.switchOn')}
          </p>
        </div>
        <Switch label={t('home.switch')} on={isOnline} busy={busy} onChange={change} />
      </div>
      {trouble === undefined ? undefined : <Notice tone="bad">{trouble}</Notice>}
    </section>
  );
}
