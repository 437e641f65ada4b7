import { Badge } from '../../shared/desk/badge.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { usePages } from '../../shared/desk/use-data.ts';
import { CityName } from '../parts/city-name.tsx';
import { DOCUMENT_KINDS } from '../parts/document-kinds.ts';
import type { EndingDocument } from '../types.ts';

/** Whose papers end within thirty days, or have ended. */
export function Documents() {
  const { rows, refusal, more } = usePages<EndingDocument>('/documents');
  return (
    <Page
      title="Expiring documents"
      about="What active drivers must renew: it has ended, or ends within thirty days."
      back={{ href: '/drivers', title: 'Drivers' }}
    >
      <Table
        label="Documents"
        rows={rows}
        refusal={refusal}
        more={more}
        rowKey={({ documentId }) => documentId}
        hrefOf={({ driverId }) => `/drivers/${driverId}?tab=documents`}
        empty="No document ends within thirty days."
        columns={[
          { title: 'Driver', cell: ({ driverName }) => driverName },
          { title: 'Document', cell: ({ kind }) => DOCUMENT_KINDS[kind] },
          { title: 'Number', wideOnly: true, cell: ({ number }) => number },
          { title: 'City', wideOnly: true, cell: ({ city }) => <CityName city={city} /> },
          {
            title: 'Valid until',
            cell: ({ validUntil, isValid }) => (
              <Badge tone={isValid ? 'note' : 'bad'}>{isValid ? validUntil : `Ended ${validUntil}`}</Badge>
            ),
          },
        ]}
      />
    </Page>
  );
}
