import { useState } from 'react';
import { faultAt } from '../../shared/desk/calls.ts';
import { useCalls } from '../../shared/desk/desk.tsx';
import { FormDialog } from '../../shared/desk/form-dialog.tsx';
import { MomentField } from '../../shared/desk/moment-field.tsx';
import { toLocalTime } from '../../shared/desk/rules/local-time.ts';
import { useSay } from '../../shared/desk/say.tsx';
import { useAct } from '../../shared/desk/use-data.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sends everything again that was not delivered since a time. */
export function RecoverEvents({ onClose }: { readonly onClose: () => void }) {
  const calls = useCalls();
  const say = useSay();
  const [since, setSince] = useState(() => toLocalTime(new Date(Date.now() - DAY_MS).toISOString()));
  const { act, busy, refusal } = useAct(
    () => calls.post<{ events: number }>('/events/recover', { since: new Date(since).toISOString() }),
    {
      refresh: ['/events', '/webhook'],
      onDone: ({ events }) => {
        say(events === 0 ? 'Everything since then was delivered already.' : `${events} events are on their way.`);
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title="Recover events"
      action="Recover"
      disabled={since === ''}
      fields={['since']}
      {...{ busy, refusal, onClose }}
      onAct={() => act()}
    >
      <p className="text-quiet">
        Every event since then that your receiver has not taken is sent again, each order’s events in their order. What
        was delivered is not sent twice.
      </p>
      <MomentField
        label="Since"
        type="datetime-local"
        hint="On your own clock"
        fault={faultAt(refusal, 'since')}
        value={since}
        onChange={({ target }) => setSince(target.value)}
      />
    </FormDialog>
  );
}
