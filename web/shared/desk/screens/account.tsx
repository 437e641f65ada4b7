import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Badge } from '../badge.tsx';
import { faultAt, faultBeside } from '../calls.ts';
import { useCalls, useDoorway, useMe } from '../desk.tsx';
import { Facts } from '../facts.tsx';
import { Page, Panel } from '../page.tsx';
import { roleTitle } from '../roles.ts';
import { Time } from '../time.tsx';
import type { Device } from '../types.ts';
import { useAct, useData } from '../use-data.ts';
import { NewPassword } from './new-password.tsx';
import { SecondFactor } from './second-factor.tsx';

/** What belongs to whoever is signed in. */
export function Account() {
  const me = useMe();
  return (
    <Page title="Your account">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Panel title="You">
          <Facts
            facts={[
              ['Name', me.name],
              ['Email', me.email],
              ['Role', roleTitle(me.role)],
              ['Partner', me.partner?.name],
            ]}
          />
        </Panel>
        <SecondFactor />
        <Password />
        <Devices />
      </div>
    </Page>
  );
}

function Password() {
  const me = useMe();
  const calls = useCalls();
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState('');
  const { act, busy, refusal } = useAct(() => calls.put('/password', { current, new: chosen }), {
    refresh: ['/devices'],
    done: 'Your password is changed. Other devices are signed out.',
    onDone: () => {
      setCurrent('');
      setChosen('');
    },
  });
  const beside = faultBeside(refusal, ['current', 'new']);
  function submit(event: FormEvent) {
    event.preventDefault();
    act();
  }
  return (
    <Panel title="Password">
      <form onSubmit={submit} noValidate className="flex max-w-md flex-col gap-4">
        <Field
          label="Current password"
          type="password"
          name="current-password"
          autoComplete="current-password"
          fault={faultAt(refusal, 'current')}
          value={current}
          onChange={({ target }) => setCurrent(target.value)}
        />
        <NewPassword value={chosen} onChange={setChosen} email={me.email} fault={faultAt(refusal, 'new')} />
        {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
        <div>
          <Button type="submit" busy={busy}>
            Change the password
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function Devices() {
  const calls = useCalls();
  const { leave } = useDoorway();
  const { data: devices, refusal } = useData<readonly Device[]>('/devices');
  const signOut = useAct((id: string) => calls.del(`/devices/${id}`), {
    refresh: ['/devices'],
    done: 'That device is signed out.',
  });
  const everywhere = useAct(() => calls.post('/sign-out-everywhere'), { onDone: leave });
  const fault = refusal ?? signOut.refusal ?? everywhere.refusal;
  return (
    <Panel
      title="Where you are signed in"
      actions={
        <Button kind="quietDanger" size="small" busy={everywhere.busy} onClick={() => everywhere.act()}>
          Sign out everywhere
        </Button>
      }
    >
      {fault === undefined ? undefined : <Notice tone="bad">{fault.sentence}</Notice>}
      {devices === undefined && refusal === undefined ? <Skeleton className="h-14" /> : undefined}
      <ul>
        {devices?.map((device) => (
          <li key={device.id} className="flex items-center justify-between gap-3 border-line py-2 not-last:border-b">
            <div className="min-w-0">
              <p>
                {device.device === '' ? 'A device without a name' : device.device}{' '}
                {device.isThis ? <Badge tone="good">This one</Badge> : undefined}
              </p>
              <p className="text-sm text-quiet">
                {device.address} · since <Time at={device.createdAt} /> · last seen <Time at={device.lastSeenAt} ago />
              </p>
            </div>
            {device.isThis ? undefined : (
              <Button kind="quiet" size="small" busy={signOut.busy} onClick={() => signOut.act(device.id)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
