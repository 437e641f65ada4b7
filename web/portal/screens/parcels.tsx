import { useState } from 'react';
import { Link } from 'wouter';
import type { ParcelRow } from '../../../src/portal/parcels-wire.ts';
import { useMay } from '../../shared/desk/desk.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { PARCEL_STATUS_CHOICES, ParcelStatus } from '../../shared/desk/order-status.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { SearchBox } from '../../shared/desk/search-box.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { type Column, Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { usePages } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { buttonStyle } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { PrintLabels } from '../parts/print-labels.tsx';
import { dayBegins, dayEnds } from '../rules/day-span.ts';

const STATUSES = [
  ...PARCEL_STATUS_CHOICES.slice(0, 1),
  { value: 'OPEN', title: 'Not over yet' },
  ...PARCEL_STATUS_CHOICES.slice(1),
];

export function Parcels() {
  const mayBuild = useMay('build');
  const [search, setSearch] = useFilter('search');
  const [status, setStatus] = useFilter('status');
  const [day, setDay] = useFilter('day');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const query = { search, status, from: dayBegins(day), until: dayEnds(day) };
  const { rows, refusal, more } = usePages<ParcelRow>('/parcels', query);
  const choose = (orderId: string, on: boolean) =>
    setChosen(on ? [...chosen, orderId] : chosen.filter((each) => each !== orderId));
  const columns: readonly Column<ParcelRow>[] = [
    { title: 'Reference', cell: ({ clientRef }) => clientRef },
    ...(mayBuild
      ? [
          {
            title: 'Label',
            cell: ({ orderId, clientRef }: ParcelRow) => (
              <input
                type="checkbox"
                aria-label={`Print the label of ${clientRef}`}
                checked={chosen.includes(orderId)}
                onChange={({ target }) => choose(orderId, target.checked)}
                className="size-4.5 accent-(--accent)"
              />
            ),
          },
        ]
      : []),
    { title: 'Status', cell: ({ status: state }) => <ParcelStatus status={state} /> },
    { title: 'Pick-up', cell: ({ scheduleAt, timeZone }) => <Time at={scheduleAt} zone={timeZone} namesZone /> },
    {
      title: 'Deliver by',
      cell: ({ deliveryBy, timeZone }) => <Time at={deliveryBy} zone={timeZone} namesZone />,
      wideOnly: true,
    },
    {
      title: 'To',
      cell: ({ recipient, to }) => (
        <>
          <span className="block">{recipient}</span>
          <span className="block text-sm text-quiet">{to}</span>
        </>
      ),
    },
    { title: 'Id', cell: ({ orderId }) => <span className="font-mono text-sm">{orderId}</span>, wideOnly: true },
  ];
  return (
    <Page
      title="Parcels"
      actions={
        mayBuild ? (
          <>
            <PrintLabels orderIds={chosen} all={rows?.map(({ orderId }) => orderId) ?? []} onChoose={setChosen} />
            <Link href="/parcels/upload" className={buttonStyle()}>
              Upload parcels
            </Link>
          </>
        ) : undefined
      }
    >
      <Filters>
        <SearchBox
          label="Search parcels"
          placeholder="Beginning of the reference, or id"
          value={search}
          onSearch={setSearch}
        />
        <Select label="Status" choices={STATUSES} value={status} onChoose={setStatus} />
        <Field label="Pick-up day" type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      </Filters>
      <p className="-mt-3 text-sm text-quiet">Times are by the clock of the city, days to filter by are your own.</p>
      <Table
        label="Parcels"
        columns={columns}
        rowKey={({ orderId }) => orderId}
        hrefOf={({ orderId }) => `/parcels/${orderId}`}
        {...{ rows, refusal, more }}
        empty={
          search === '' && status === '' && day === ''
            ? 'No parcels yet. Upload the first ones, or place them by the API.'
            : 'No parcel fits. Take a filter away.'
        }
      />
    </Page>
  );
}
