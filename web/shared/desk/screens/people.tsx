import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { faultAt, faultBeside } from '../calls.ts';
import { useCalls, useDesk, useMay, useMe } from '../desk.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { Page } from '../page.tsx';
import { rolesOf, roleTitle } from '../roles.ts';
import { Select } from '../select.tsx';
import { Table } from '../table.tsx';
import { Time } from '../time.tsx';
import type { Colleague, SentLink } from '../types.ts';
import { useAct, useData } from '../use-data.ts';
import { Person } from './person.tsx';
import { PersonStatus } from './person-status.tsx';
import { ShownLink } from './shown-link.tsx';

/** Who works at this desk, and what they may. */
export function People() {
  const desk = useDesk();
  const me = useMe();
  const mayChange = useMay('people');
  const { data, refusal } = useData<readonly Colleague[]>('/people');
  const [isInviting, setInviting] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const open = data?.find(({ id }) => id === openId);
  return (
    <Page
      title="People"
      about={
        desk === 'portal'
          ? `Everybody at ${me.partner?.name ?? 'your company'} who can sign in to this portal.`
          : 'Everybody who can sign in to this console.'
      }
      actions={mayChange ? <Button onClick={() => setInviting(true)}>Invite somebody</Button> : undefined}
    >
      <Table
        label="People"
        rows={data}
        refusal={refusal}
        rowKey={({ id }) => id}
        {...(mayChange ? { onOpen: ({ id }: Colleague) => setOpenId(id) } : {})}
        empty="Nobody yet."
        columns={[
          { title: 'Name', cell: ({ name, id }) => (id === me.id ? `${name} (you)` : name) },
          { title: 'Email', cell: ({ email }) => email },
          { title: 'Role', cell: ({ role }) => roleTitle(role) },
          { title: 'Status', cell: (person) => <PersonStatus {...person} /> },
          {
            title: 'Second factor',
            wideOnly: true,
            cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : <span className="text-quiet">Off</span>),
          },
          {
            title: 'Last seen',
            wideOnly: true,
            cell: ({ lastSeenAt }) =>
              lastSeenAt === null ? <span className="text-quiet">Never</span> : <Time at={lastSeenAt} ago />,
          },
        ]}
      />
      {isInviting ? <Invite onClose={() => setInviting(false)} /> : undefined}
      {open === undefined ? undefined : <Person key={open.id} person={open} onClose={() => setOpenId(undefined)} />}
    </Page>
  );
}

function Invite({ onClose }: { readonly onClose: () => void }) {
  const desk = useDesk();
  const calls = useCalls();
  const roles = rolesOf(desk);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<string>(roles[0].value);
  const [sent, setSent] = useState<SentLink>();
  const { act, busy, refusal } = useAct(
    () => calls.post<SentLink>('/people', { email: email.trim(), name: name.trim(), role }),
    { refresh: ['/people'], onDone: setSent },
  );
  const beside = faultBeside(refusal, ['email', 'name', 'role']);
  function submit(event: FormEvent) {
    event.preventDefault();
    act();
  }
  if (sent !== undefined)
    return (
      <Dialog title={`${name.trim()} is invited`} onClose={onClose}>
        <ShownLink sent={sent} email={email.trim()} />
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label="Name"
          name="name"
          autoComplete="off"
          fault={faultAt(refusal, 'name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Field
          label="Email"
          type="email"
          name="email"
          autoComplete="off"
          fault={faultAt(refusal, 'email')}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Select
          label="Role"
          hint={roles.find(({ value }) => value === role)?.about}
          fault={faultAt(refusal, 'role')}
          choices={roles}
          value={role}
          onChoose={setRole}
        />
        {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
        <DialogActions>
          <Button kind="plain" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" busy={busy}>
            Invite
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
