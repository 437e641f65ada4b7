import { Link } from 'wouter';
import { inWords } from '../../../src/foundation/in-words.ts';
import type { OrderRow } from '../../../src/portal/orders-wire.ts';
import { useMay } from '../../shared/desk/desk.tsx';
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
import { buttonStyle } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { LowBalance } from '../parts/low-balance.tsx';
import { useMarkets } from '../parts/use-markets.ts';
import { dayBegins, dayEnds } from '../rules/day-span.ts';

const STATUSES = [
  ...ORDER_STATUS_CHOICES.slice(0, 1),
  { value: 'OPEN', title: 'Not over yet' },
  ...ORDER_STATUS_CHOICES.slice(1),
];

const COLUMNS: readonly Column<OrderRow>[] = [
  { title: 'Order', cell: ({ orderId }) => <span className="font-mono text-sm">{orderId}</span> },
  { title: 'Status', cell: ({ status }) => <OrderStatus status={status} /> },
  { title: 'Placed', cell: ({ placedAt, timeZone }) => <Time at={placedAt} zone={timeZone} namesZone /> },
  {
    title: 'To',
    cell: ({ to, recipient, dropOffs }) => (
      <>
        <span className="block min-w-44 wrap-anywhere">{recipient}</span>
        <span className="block text-sm wrap-anywhere text-quiet">
          {to}
          {dropOffs > 1 ? ` and ${dropOffs - 1} more` : ''}
        </span>
      </>
    ),
  },
  { title: 'From', cell: ({ from }) => from, wideOnly: true },
  { title: 'Service', cell: ({ city, service }) => `${inWords(service)}, ${city}`, wideOnly: true },
  { title: 'Total', cell: ({ total, currency }) => <Money amount={total} currency={currency} />, right: true },
];

export function Orders() {
  const mayBuild = useMay('build');
  const markets = useMarkets() ?? [];
  const [search, setSearch] = useFilter('search');
  const [status, setStatus] = useFilter('status');
  const [market, setMarket] = useFilter('market');
  const [from, setFrom] = useFilter('from');
  const [until, setUntil] = useFilter('until');
  const query = { search, status, market, from: dayBegins(from), until: dayEnds(until) };
  const { rows, refusal, more } = usePages<OrderRow>('/orders', query);
  const isFiltered = [search, status, market, from, until].some((value) => value !== '');
  return (
    <Page
      title="Orders"
      actions={
        mayBuild ? (
          <Link href="/orders/new" className={buttonStyle()}>
            Place an order
          </Link>
        ) : undefined
      }
    >
      <LowBalance />
      <Filters>
        <SearchBox label="Search orders" value={search} onSearch={setSearch} />
        <Select label="Status" choices={STATUSES} value={status} onChoose={setStatus} />
        {markets.length > 1 ? (
          <Select
            label="Market"
            choices={[
              { value: '', title: 'All markets' },
              ...markets.map((each) => ({ value: each.market, title: each.name })),
            ]}
            value={market}
            onChoose={setMarket}
          />
        ) : undefined}
        <Field label="From" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        <Field label="Until" type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
      </Filters>
      <p className="-mt-3 text-sm text-quiet">
        {HOW_ORDERS_ARE_FOUND} Times are by the clock of the city, days to filter by are your own.
      </p>
      <Table
        label="Orders"
        columns={COLUMNS}
        rowKey={({ orderId }) => orderId}
        hrefOf={({ orderId }) => `/orders/${orderId}`}
        {...{ rows, refusal, more }}
        empty={
          isFiltered
            ? 'No order fits. Take a filter away, or search for less of it.'
            : mayBuild
              ? 'No orders yet. Place the first one, here or by the API.'
              : 'No orders yet.'
        }
      />
    </Page>
  );
}
