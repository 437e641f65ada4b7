import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { inWords } from '../../../src/foundation/in-words.ts';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { useDeskNow } from '../live/desk-now.tsx';
import { useAlarm } from '../live/use-alarm.ts';
import type { DeskNow, Emergency } from '../types.ts';

/** What everybody at the console should know, above every screen. */
export function Alerts() {
  const { now } = useDeskNow();
  const emergencies = now?.emergencies ?? [];
  const called = emergencies.map(({ emergencyId }) => emergencyId).join();
  useAlarm(useMemo(() => (called === '' ? [] : called.split(',')), [called]));
  return (
    <>
      {emergencies.length === 0 ? undefined : (
        <section aria-label="Calls for help" className="sticky top-14 z-10 flex flex-col">
          {emergencies.map((emergency) => (
            <EmergencyBar key={emergency.emergencyId} emergency={emergency} />
          ))}
        </section>
      )}
      <Pauses pauses={now?.pauses ?? []} />
    </>
  );
}

function EmergencyBar({ emergency }: { readonly emergency: Emergency }) {
  const calls = useCalls();
  const mayDispatch = useMay('dispatch');
  const [isOpen, setOpen] = useState(false);
  const acknowledge = useAct(
    (reason: string) => calls.post(`/emergencies/${emergency.emergencyId}/acknowledge`, { reason }),
    { done: 'It is written down that you see to it.' },
  );
  const { driverId, driverName, driverPhone, orderId, place, note, calledAt } = emergency;
  return (
    <div role="alert" className="border-b border-on-bad/25 bg-bad px-4 py-3 text-on-bad sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon name="warning" className="size-6 motion-safe:animate-pulse" />
        <div className="min-w-56 flex-1">
          <p className="font-bold">
            <Link href={`/drivers/${driverId}`} className="underline underline-offset-4">
              {driverName}
            </Link>{' '}
            calls for help, <Time at={calledAt} ago />
          </p>
          <p className="text-sm">
            <a href={`tel:${driverPhone}`} className="underline underline-offset-4">
              {driverPhone}
            </a>
            {orderId === null ? undefined : (
              <>
                {' · on '}
                <Link href={`/orders/${orderId}`} className="underline underline-offset-4">
                  order {orderId}
                </Link>
              </>
            )}
            {place === null ? ' · place unknown' : ` · at ${place.lat.toFixed(5)}, ${place.lng.toFixed(5)}`}
            {note === '' ? undefined : ` · “${note}”`}
          </p>
        </div>
        {mayDispatch ? (
          <Button kind="plain" onClick={() => setOpen(true)}>
            I see to it
          </Button>
        ) : undefined}
      </div>
      {isOpen ? (
        <ReasonDialog
          title={`${driverName} calls for help`}
          action="I see to it"
          busy={acknowledge.busy}
          refusal={acknowledge.refusal}
          onAct={acknowledge.act}
          onClose={() => setOpen(false)}
        >
          <p className="text-quiet">The call leaves everybody’s screen. Say below what you do about it.</p>
        </ReasonDialog>
      ) : undefined}
    </div>
  );
}

function Pauses({ pauses }: Pick<DeskNow, 'pauses'>) {
  if (pauses.length === 0) return undefined;
  return (
    <section aria-label="Paused" className="border-b border-line bg-note-soft px-4 py-2 text-note sm:px-6">
      <ul className="flex flex-col gap-1">
        {pauses.map(({ city, cityName, service, reason, by }) => (
          <li key={`${city} ${service}`} className="flex items-start gap-2">
            <Icon name="pause" className="mt-1 size-4" />
            <span>
              <Link href={`/?city=${encodeURIComponent(city)}`} className="font-semibold underline underline-offset-4">
                {service === null ? cityName : `${inWords(service)} in ${cityName}`}
              </Link>{' '}
              is paused{reason === null ? '' : `: ${reason}`}
              {by === null ? '' : ` (${by})`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
