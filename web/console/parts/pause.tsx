import { useState } from 'react';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { pauseChoices, WHOLE_CITY } from '../rules/pause-choices.ts';
import type { City } from '../types.ts';

/** Stops and starts the search for drivers in a city, or for one of its services. */
export function PauseButtons({ city }: { readonly city: City }) {
  const mayDispatch = useMay('dispatch');
  const [open, setOpen] = useState<'pause' | 'resume'>();
  if (!mayDispatch) return undefined;
  return (
    <>
      <Button kind="plain" onClick={() => setOpen('pause')}>
        <Icon name="pause" className="size-4" />
        Pause
      </Button>
      {city.pauses.length === 0 ? undefined : (
        <Button kind="plain" onClick={() => setOpen('resume')}>
          <Icon name="play" className="size-4" />
          Resume
        </Button>
      )}
      {open === undefined ? undefined : <PauseDialog city={city} verb={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function PauseDialog({
  city,
  verb,
  onClose,
}: {
  readonly city: City;
  readonly verb: 'pause' | 'resume';
  readonly onClose: () => void;
}) {
  const calls = useCalls();
  const choices = pauseChoices(city, verb);
  const [service, setService] = useState(choices[0]?.value ?? WHOLE_CITY);
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.post(`/cities/${encodeURIComponent(city.city)}/${verb}`, {
        reason,
        ...(service === WHOLE_CITY ? {} : { service }),
      }),
    {
      refresh: ['/cities', '/queue'],
      done: verb === 'pause' ? 'It is paused.' : 'Drivers are asked again.',
      onDone: onClose,
    },
  );
  return (
    <ReasonDialog
      title={verb === 'pause' ? `Pause in ${city.name}` : `Resume in ${city.name}`}
      action={verb === 'pause' ? 'Pause' : 'Resume'}
      danger={verb === 'pause'}
      fields={['service']}
      {...{ busy, refusal, onClose }}
      onAct={act}
    >
      <p className="text-quiet">
        {verb === 'pause'
          ? 'No driver is asked any more until it is resumed. Orders can still be placed and wait; those under way go on.'
          : 'Waiting orders are offered again, the oldest first.'}
      </p>
      <Select label="What" choices={choices} value={service} onChoose={setService} />
    </ReasonDialog>
  );
}
