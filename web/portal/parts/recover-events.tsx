import { type FormEvent, useState } from 'react';
import { faultAt, faultBeside } from '../../shared/desk/calls.ts';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Dialog, DialogActions } from '../../shared/desk/dialog.tsx';
import { useSay } from '../../shared/desk/say.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { localTime } from '../rules/local-time.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Sends everything again that was not delivered since a time. */
export function RecoverEvents({ onClose }: { readonly onClose: () => void }) {
  const calls = useCalls();
  const say = useSay();
  const [since, setSince] = useState(() => localTime(Date.now() - DAY_MS));
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
  const beside = faultBeside(refusal, ['since']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act();
  };
  return (
    <Dialog title="Recover events" onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="text-quiet">
          Every event since then that your receiver has not taken is sent again, each order’s events in their order.
          What was delivered is not sent twice.
        </p>
        <Field
          label="Since"
          type="datetime-local"
          hint="On your own clock"
          fault={faultAt(refusal, 'since')}
          value={since}
          onChange={({ target }) => setSince(target.value)}
        />
        {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
        <DialogActions>
          <Button kind="plain" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" busy={busy} disabled={since === ''}>
            Recover
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
