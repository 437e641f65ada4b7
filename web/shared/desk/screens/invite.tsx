import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { type Desk, faultAt } from '../calls.ts';
import { useCalls } from '../desk.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { rolesOf } from '../roles.ts';
import { Select } from '../select.tsx';
import type { SentLink } from '../types.ts';
import { useAct } from '../use-data.ts';
import { ShownLink } from './shown-link.tsx';

type Props = {
  readonly title: string;
  /** At which they will work. */
  readonly desk: Desk;
  readonly firstRole: string;
  /** Where the people are that they join. */
  readonly path: string;
  readonly refresh: readonly string[];
  /** Where others than one's own people are invited, somebody answers for it. */
  readonly asksReason?: boolean;
  readonly onClose: () => void;
};

/** Invites one person, then shows the link by which they come in. */
export function Invite({ title, desk, firstRole, path, refresh, asksReason = false, onClose }: Props) {
  const calls = useCalls();
  const roles = rolesOf(desk);
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState(firstRole);
  const [sent, setSent] = useState<SentLink>();
  const { act, busy, refusal } = useAct(
    (reason?: string) => calls.post<SentLink>(path, { email: email.trim(), name: name.trim(), role, reason }),
    { refresh, onDone: setSent },
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
  const fields = (
    <>
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
    </>
  );
  const form = { title, action: 'Invite', busy, refusal, fields: ['email', 'name', 'role'], onClose };
  return asksReason ? (
    <ReasonDialog {...form} onAct={act}>
      {fields}
    </ReasonDialog>
  ) : (
    <FormDialog {...form} onAct={() => act()}>
      {fields}
    </FormDialog>
  );
}
