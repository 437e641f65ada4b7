import { useState } from 'react';
import type { ParcelRow } from '../../../src/console/plus-wire.ts';
import { faultAt } from '../../shared/desk/calls.ts';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { PARCEL_STATUS_CHOICES, ParcelStatus } from '../../shared/desk/order-status.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { SearchBox } from '../../shared/desk/search-box.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, usePages } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { useMarketCity } from '../parts/use-market.tsx';

/** Scheduled parcels of all partners. */
export function Parcels() {
  const { cities } = useMarketCity();
  const mayAssign = useMay('dispatch');
  const [city, setCity] = useFilter('city');
  const [status, setStatus] = useFilter('status');
  const [search, setSearch] = useFilter('search');
  const { rows, refusal, more } = usePages<ParcelRow>('/plus/parcels', { city, status, search });
  const [isAssigning, setAssigning] = useState(false);
  const isFiltered = city !== '' || status !== '' || search !== '';
  return (
    <Page
      title="Parcels"
      about="Scheduled parcels of all partners, newest first."
      actions={mayAssign ? <Button onClick={() => setAssigning(true)}>Assign by hand</Button> : undefined}
    >
      <Filters>
        <Select
          label="City"
          choices={[
            { value: '', title: 'All cities' },
            ...cities
              .filter(({ market }) => market.plus)
              .map((one) => ({ value: one.city, title: `${one.name} (${one.market.market})` })),
          ]}
          value={city}
          onChoose={setCity}
        />
        <Select label="Status" choices={PARCEL_STATUS_CHOICES} value={status} onChoose={setStatus} />
        <SearchBox
          label="Search parcels"
          placeholder="An id, or how a partner’s reference begins"
          value={search}
          onSearch={setSearch}
        />
      </Filters>
      <Table
        label="Parcels"
        rows={rows}
        refusal={refusal}
        more={more}
        rowKey={({ parcelId }) => parcelId}
        hrefOf={({ parcelId }) => `/parcels/${parcelId}`}
        empty={isFiltered ? 'No parcel is like this.' : 'No parcels yet.'}
        columns={[
          { title: 'Reference', cell: ({ clientRef }) => clientRef },
          { title: 'Status', cell: (parcel) => <ParcelStatus status={parcel.status} /> },
          { title: 'Partner', cell: ({ partnerName }) => partnerName },
          { title: 'Pick up from', wideOnly: true, cell: ({ pickUpFrom }) => <Time at={pickUpFrom} /> },
          { title: 'Deliver by', cell: ({ deliverBy }) => <Time at={deliverBy} /> },
          {
            title: 'Driver',
            wideOnly: true,
            cell: ({ driverId, driverName }) => driverName ?? driverId ?? <span className="text-quiet">Nobody</span>,
          },
          { title: 'To', wideOnly: true, cell: ({ to }) => to },
        ]}
      />
      {isAssigning ? <Assign onClose={() => setAssigning(false)} /> : undefined}
    </Page>
  );
}

function Assign({ onClose }: { readonly onClose: () => void }) {
  const calls = useCalls();
  const [driverId, setDriverId] = useState('');
  const [ids, setIds] = useState('');
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.post('/plus/assign', {
        driverId: driverId.trim(),
        parcelIds: ids.split(/[\s,]+/).filter((id) => id !== ''),
        reason,
      }),
    { refresh: ['/plus'], done: 'The driver has them.', onDone: onClose },
  );
  const idFault = refusal?.faults.find(({ pointer }) => pointer?.startsWith('/data/parcelIds'));
  return (
    <ReasonDialog
      title="Give parcels to a driver"
      action="Assign"
      busy={busy}
      refusal={idFault === undefined ? refusal : undefined}
      fields={['driverId']}
      onAct={act}
      onClose={onClose}
    >
      <Field
        label="Number of the driver"
        fault={faultAt(refusal, 'driverId')}
        value={driverId}
        onChange={({ target }) => setDriverId(target.value)}
      />
      <Field
        label="Ids of the parcels"
        hint="Separated by commas; all of them or none."
        fault={idFault}
        value={ids}
        onChange={({ target }) => setIds(target.value)}
      />
    </ReasonDialog>
  );
}
