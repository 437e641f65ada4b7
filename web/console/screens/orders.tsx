import { Link } from 'wouter';
import { inWords } from '../../../src/foundation/in-words.ts';
import { Filters } from '../../shared/desk/filters.tsx';
import { Money } from '../../shared/desk/money.tsx';
import { ORDER_STATUS_CHOICES, OrderStatus } from '../../shared/desk/order-status.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { HOW_ORDERS_ARE_FOUND } from '../../shared/desk/rules/search-words.ts';
import { SearchBox } from '../../shared/desk/search-box.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { type Column, Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { usePages } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { CityName } from '../parts/city-name.tsx';
import { cityChoices, useCities } from '../parts/use-cities.ts';
import type { OrderRow } from '../types.ts';

const STATUSES = [
  ORDER_STATUS_CHOICES[0],
  { value: 'OPEN', title: 'Not over' },
  ...ORDER_STATUS_CHOICES.slice(1),
].filter((choice) => choice !== undefined);

/** What a list of orders shows of each. */
export const ORDER_COLUMNS: readonly Column<OrderRow>[] = [
  { title: 'Order', cell: ({ orderId }) => <span className="font-mono text-sm">{orderId}</span> },
  { title: 'Status', cell: ({ status }) => <OrderStatus status={status} /> },
  { title: 'Partner', cell: ({ partner }) => partner.name },
  { title: 'City', wideOnly: true, cell: ({ city }) => <CityName city={city} /> },
  { title: 'Service', wideOnly: true, cell: ({ service }) => inWords(service) },
  {
    title: 'To',
    wideOnly: true,
    cell: ({ dropOff, dropOffs }) => (dropOffs > 1 ? `${dropOff} and ${dropOffs - 1} more` : dropOff),
  },
  { title: 'Driver', wideOnly: true, cell: ({ driver }) => driver?.name ?? <span className="text-quiet">None</span> },
  { title: 'Total', right: true, cell: ({ total, currency }) => <Money amount={total} currency={currency} /> },
  { title: 'Placed', cell: ({ placedAt }) => <Time at={placedAt} /> },
];

/** Every order of every partner. */
export function Orders() {
  const { cities = [] } = useCities();
  const [search, setSearch] = useFilter('search');
  const [city, setCity] = useFilter('city');
  const [status, setStatus] = useFilter('status');
  const [partner] = useFilter('partner');
  const { rows, refusal, more } = usePages<OrderRow>('/orders', { search, city, status, partner });
  const isFiltered = search !== '' || city !== '' || status !== '' || partner !== '';
  return (
    <Page title="Orders" about="Of all partners, newest first.">
      <Filters>
        <SearchBox label="Search orders" value={search} onSearch={setSearch} />
        <Select
          label="City"
          choices={[{ value: '', title: 'All cities' }, ...cityChoices(cities)]}
          value={city}
          onChoose={setCity}
        />
        <Select label="Status" choices={STATUSES} value={status} onChoose={setStatus} />
      </Filters>
      <p className="-mt-3 text-sm text-quiet">{HOW_ORDERS_ARE_FOUND}</p>
      <Table
        label="Orders"
        rows={rows}
        refusal={refusal}
        more={more}
        rowKey={({ orderId }) => orderId}
        hrefOf={({ orderId }) => `/orders/${orderId}`}
        empty={
          search !== '' ? (
            <>
              No order fits. Was it a driver?{' '}
              <Link href={`/drivers?search=${encodeURIComponent(search)}`} className="text-accent underline">
                Search the drivers for “{search}”
              </Link>
            </>
          ) : isFiltered ? (
            'No order fits. Take a filter away.'
          ) : (
            'No orders yet. Partners place them over the API or in the portal.'
          )
        }
        columns={ORDER_COLUMNS}
      />
    </Page>
  );
}
