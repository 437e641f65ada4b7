import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Skeleton } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { attempt } from '../api/attempt.ts';
import { call } from '../api/call.ts';
import type { Device } from '../api/types.ts';
import { useRead } from '../day/use-read.ts';
import { now } from '../device/clock.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';

/** Where else this driver is signed in; each can be signed out from here. */
export function Devices() {
  const t = useWords();
  const read = useRead<readonly Device[]>('/sessions');
  const [signedOut, setSignedOut] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string>();

  async function signOut(sessionId: string) {
    const answer = await attempt(t, call('DELETE', `/sessions/${sessionId}`, { requestId: crypto.randomUUID() }));
    setFault('fault' in answer ? answer.fault : undefined);
    if ('data' in answer) setSignedOut((before) => [...before, sessionId]);
  }

  return (
    <Card>
      <h2 className="font-medium">{t('account.devices')}</h2>
      {read.state === 'reading' ? <Skeleton className="mt-2 h-15" /> : undefined}
      {read.state === 'noSignal' ? <p className="mt-2 text-quiet">{t('common.noSignal')}</p> : undefined}
      {read.state === 'there' ? (
        <ul className="mt-1">
          {read.data
            .filter(({ sessionId }) => !signedOut.includes(sessionId))
            .map((device) => (
              <DeviceRow key={device.sessionId} device={device} onSignOut={() => signOut(device.sessionId)} />
            ))}
        </ul>
      ) : undefined}
      {fault === undefined ? undefined : <Notice tone="bad">{fault}</Notice>}
    </Card>
  );
}

function DeviceRow({ device, onSignOut }: { readonly device: Device; readonly onSignOut: () => Promise<void> }) {
  const t = useWords();
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const name = device.device === '' ? t('account.unnamed') : device.device;

  async function signOut() {
    setBusy(true);
    await onSignOut();
    setBusy(false);
  }

  return (
    <li className="flex min-h-15 items-center justify-between gap-3 border-b border-line py-1 last:border-0">
      <span className="min-w-0">
        <span className="block">{name}</span>
        <span className="block text-sm text-quiet">
          {device.current
            ? t('account.thisDevice')
            : t('account.lastSeen', { time: format.moment(device.lastSeenAt, now()) })}
        </span>
      </span>
      {device.current ? undefined : (
        <Button kind="quiet" busy={busy} aria-label={`${t('account.signOut')}: ${name}`} onClick={signOut}>
          {t('account.signOut')}
        </Button>
      )}
    </li>
  );
}
