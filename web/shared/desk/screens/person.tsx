import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CheckBox } from '../check-box.tsx';
import { useCalls, useDesk, useMe } from '../desk.tsx';
import { Dialog, DialogActions } from '../dialog.tsx';
import { Facts } from '../facts.tsx';
import { rolesOf } from '../roles.ts';
import { Select } from '../select.tsx';
import { Time } from '../time.tsx';
import type { Colleague, SentLink } from '../types.ts';
import { useAct } from '../use-data.ts';
import { PersonStatus } from './person-status.tsx';
import { ShownLink } from './shown-link.tsx';

type Standing = Pick<Colleague, 'role' | 'status'>;

const PEOPLE = { refresh: ['/people'] };

/** One colleague: another role, in or out, a new link. */
export function Person({ person, onClose }: { readonly person: Colleague; readonly onClose: () => void }) {
  const me = useMe();
  const calls = useCalls();
  const roles = rolesOf(useDesk());
  const [removesFactor, setRemovesFactor] = useState(false);
  const [sent, setSent] = useState<SentLink>();
  const path = `/people/${person.id}`;
  const change = useAct((wanted: Partial<Standing>) => calls.patch(path, { ...wanted, seen: standingOf(person) }), {
    ...PEOPLE,
    done: 'Saved.',
  });
  const link = useAct(() => calls.post<SentLink>(`${path}/link`, removesFactor ? { removeSecondFactor: true } : {}), {
    ...PEOPLE,
    onDone: setSent,
  });
  const fault = change.refusal ?? link.refusal;
  const isDisabled = person.status === 'disabled';
  const isMe = person.id === me.id;
  return (
    <Dialog title={person.name} onClose={onClose}>
      <Facts
        facts={[
          ['Email', person.email],
          ['Status', <PersonStatus key="status" {...person} />],
          ['Second factor', person.hasSecondFactor ? 'On' : 'Off'],
          ['Here since', <Time key="since" at={person.createdAt} />],
          ['Last seen', person.lastSeenAt === null ? 'Never' : <Time key="seen" at={person.lastSeenAt} />],
        ]}
      />
      <div className="mt-4 flex flex-col gap-4">
        {fault === undefined ? undefined : <Notice tone="bad">{fault.sentence}</Notice>}
        {sent === undefined ? undefined : <ShownLink sent={sent} email={person.email} />}
        {isMe ? (
          <p className="text-quiet">This is you. Another admin can change your role or disable you.</p>
        ) : (
          <>
            <Select
              label="Role"
              hint={roles.find(({ value }) => value === person.role)?.about}
              choices={roles}
              value={person.role}
              disabled={change.busy}
              onChoose={(role) => change.act({ role })}
            />
            {isDisabled || sent !== undefined ? undefined : (
              <div className="flex flex-col gap-2">
                {person.hasSecondFactor ? (
                  <CheckBox
                    label="Also remove the second factor"
                    hint="For somebody who has lost the phone with it."
                    checked={removesFactor}
                    onTurn={setRemovesFactor}
                  />
                ) : undefined}
                <div>
                  <Button kind="plain" busy={link.busy} onClick={() => link.act()}>
                    {person.hasPassword ? 'Make a link for a new password' : 'Make a new invitation link'}
                  </Button>
                </div>
              </div>
            )}
          </>
        )}
      </div>
      <DialogActions>
        {isMe ? undefined : (
          <Button
            kind={isDisabled ? 'plain' : 'quietDanger'}
            busy={change.busy}
            className="mr-auto"
            onClick={() => change.act({ status: isDisabled ? 'active' : 'disabled' })}
          >
            {isDisabled ? 'Let in again' : 'Disable and sign out'}
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

/** As it was seen: whoever changes what somebody else has changed meanwhile is told. */
function standingOf({ role, status }: Colleague): Standing {
  return { role, status };
}
