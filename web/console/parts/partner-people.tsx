import { useState } from 'react';
import { useMay } from '../../shared/desk/desk.tsx';
import { roleTitle } from '../../shared/desk/roles.ts';
import { Invite } from '../../shared/desk/screens/invite.tsx';
import { PersonStatus } from '../../shared/desk/screens/person-status.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import type { Colleague } from '../../shared/desk/types.ts';
import { useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';

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
          { title: 'Email', cell: ({ email }) => email },
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
      {isInviting ? (
        <Invite
          title="Invite somebody to the portal"
          desk="portal"
          firstRole="admin"
          path={`${path}/people`}
          refresh={[path]}
          asksReason
          onClose={() => setInviting(false)}
        />
      ) : undefined}
    </div>
  );
}
