import { useState } from 'react';
import { faultAt } from '../../shared/desk/calls.ts';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Dialog, DialogActions } from '../../shared/desk/dialog.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { rolesOf, roleTitle } from '../../shared/desk/roles.ts';
import { PersonStatus } from '../../shared/desk/screens/person-status.tsx';
import { ShownLink } from '../../shared/desk/screens/shown-link.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import type { Colleague, SentLink } from '../../shared/desk/types.ts';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';

/** Who can sign in to the portal for the partner. */
export function PartnerPeople({ path }: { readonly path: string }) {
  const mayInvite = useMay('partners');
  const { data, refusal } = useData<readonly Colleague[]>(`${path}/people`);
  const [isInviting, setInviting] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      {mayInvite ? (
        <div className="text-right">
          <Button onClick={() => setInviting(true)}>Invite somebody</Button>
        </div>
      ) : undefined}
      <Table
        label="Portal users"
        rows={data}
        refusal={refusal}
        rowKey={({ id }) => id}
        empty="Nobody can sign in to the portal yet. Invite the partner’s first admin."
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'E-mail', cell: ({ email }) => email },
          { title: 'Role', cell: ({ role }) => roleTitle(role) },
          { title: 'Status', cell: (person) => <PersonStatus {...person} /> },
          {
            title: 'Last seen',
            wideOnly: true,
            cell: ({ lastSeenAt }) =>
              lastSeenAt === null ? <span className="text-quiet">Never</span> : <Time at={lastSeenAt} ago />,
          },
        ]}
      />
      {isInviting ? <Invite path={path} onClose={() => setInviting(false)} /> : undefined}
    </div>
  );
}

function Invite({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const calls = useCalls();
  const roles = rolesOf('portal');
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState('admin');
  const [sent, setSent] = useState<SentLink>();
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.post<SentLink>(`${path}/people`, { email: email.trim(), name: name.trim(), role, reason }),
    { refresh: [path], onDone: setSent },
  );
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
    <ReasonDialog
      title="Invite somebody to the portal"
      action="Invite"
      busy={busy}
      refusal={refusal}
      fields={['email', 'name', 'role']}
      onAct={act}
      onClose={onClose}
    >
      <Field
        label="Name"
        autoComplete="off"
        fault={faultAt(refusal, 'name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label="E-mail"
        type="email"
        autoComplete="off"
        fault={faultAt(refusal, 'email')}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Select
        label="Role"
        hint={roles.find(({ value }) => value === role)?.about}
        choices={roles}
        value={role}
        onChoose={setRole}
      />
    </ReasonDialog>
  );
}
