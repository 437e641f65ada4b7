import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useDesk, useMay, useMe } from '../desk.tsx';
import { Page } from '../page.tsx';
import { rolesOf, roleTitle } from '../roles.ts';
import { Table } from '../table.tsx';
import { Time } from '../time.tsx';
import type { Colleague } from '../types.ts';
import { useData } from '../use-data.ts';
import { Invite } from './invite.tsx';
import { Person } from './person.tsx';
import { PersonStatus } from './person-status.tsx';

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
      {isInviting ? (
        <Invite
          title="Invite somebody"
          desk={desk}
          firstRole={rolesOf(desk)[0].value}
          path="/people"
          refresh={['/people']}
          onClose={() => setInviting(false)}
        />
      ) : undefined}
      {open === undefined ? undefined : <Person key={open.id} person={open} onClose={() => setOpenId(undefined)} />}
    </Page>
  );
}
