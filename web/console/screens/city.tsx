import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { inWords } from '../../../src/foundation/in-words.ts';
import { Badge } from '../../shared/desk/badge.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { OrderStatus } from '../../shared/desk/order-status.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { Time, useNow } from '../../shared/desk/time.tsx';
import { useData } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { Skeleton } from '../../shared/ui/card.tsx';
import { useCityNow, useDeskNow } from '../live/desk-now.tsx';
import { CityMap } from '../map/city-map.tsx';
import type { Chosen } from '../map/draw-city.ts';
import { PauseButtons } from '../parts/pause.tsx';
import { cityChoices, useCity } from '../parts/use-cities.ts';
import { cityView, type ShownCity, type ShownOrder, waitedMinutes } from '../rules/city-view.ts';
import type { City as CityOfList, DriverRow, OrderRow } from '../types.ts';

const DRIVER_CHOICES = [
  { value: '', title: 'All drivers' },
  { value: 'FREE', title: 'Free' },
  { value: 'BUSY', title: 'On an order' },
  { value: 'SILENT', title: 'Silent' },
];
const ORDER_CHOICES = [
  { value: '', title: 'All open orders' },
  { value: 'waiting', title: 'Looking for a driver' },
  { value: 'underWay', title: 'Under way' },
];
const LONGER_CHOICES = [
  { value: '', title: 'Any time' },
  { value: '5', title: '5 minutes' },
  { value: '10', title: '10 minutes' },
  { value: '30', title: '30 minutes' },
  { value: '60', title: 'An hour' },
];
const MOST_LISTED = 12;

/** The city on one screen: who is on the road, what waits, and a hand in it. */
export function City() {
  const { cities, city, choose, refusal } = useCity();
  if (refusal !== undefined) return <Refused refusal={refusal} />;
  if (cities === undefined)
    return (
      <Page title="City">
        <Skeleton className="h-[60dvh]" />
      </Page>
    );
  if (city === undefined)
    return (
      <Page title="City">
        <p className="text-quiet">There is no city yet. Import a market first.</p>
      </Page>
    );
  return <OneCity key={city.city} city={city} cities={cities} onChoose={choose} />;
}

type Props = {
  readonly city: CityOfList;
  readonly cities: readonly CityOfList[];
  readonly onChoose: (locode: string) => void;
};

function OneCity({ city, cities, onChoose }: Props) {
  const now = useCityNow(city.city);
  const { isLive } = useDeskNow();
  const at = useNow();
  const [drivers, setDrivers] = useFilter('drivers');
  const [orders, setOrders] = useFilter('orders');
  const [service, setService] = useFilter('service');
  const [longer, setLonger] = useFilter('longer');
  const [chosen, setChosen] = useState<Chosen>();
  const shown = useMemo(
    () => cityView(now, { drivers, orders, service, longerThan: Number(longer) || 0 }, at),
    [now, drivers, orders, service, longer, at],
  );
  return (
    <Page
      title={city.name}
      actions={
        <>
          <Badge tone={isLive ? 'good' : 'note'}>{isLive ? 'Live' : 'Reconnecting…'}</Badge>
          <PauseButtons city={city} />
        </>
      }
    >
      <Filters>
        <Select label="City" choices={cityChoices(cities)} value={city.city} onChoose={onChoose} />
        <Select label="Drivers" choices={DRIVER_CHOICES} value={drivers} onChoose={setDrivers} />
        <Select label="Orders" choices={ORDER_CHOICES} value={orders} onChoose={setOrders} />
        <Select
          label="Service"
          choices={[
            { value: '', title: 'All services' },
            ...city.services.map((key) => ({ value: key, title: inWords(key) })),
          ]}
          value={service}
          onChoose={setService}
        />
        <Select label="Waiting longer than" choices={LONGER_CHOICES} value={longer} onChoose={setLonger} />
      </Filters>
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-3">
          <CityMap
            city={city}
            shown={shown}
            onChoose={setChosen}
            className="h-[55dvh] min-h-80 rounded-card border border-line xl:h-[calc(100dvh-17rem)]"
          />
          <Legend shown={now === undefined ? undefined : shown} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {chosen === undefined ? undefined : <ChosenPanel key={`${chosen.kind} ${chosen.id}`} chosen={chosen} />}
          <Longest orders={now === undefined ? undefined : shown.orders} at={at} />
        </div>
      </div>
    </Page>
  );
}

/** Nothing is counted before the city has been heard of. */
function Legend({ shown }: { readonly shown: ShownCity | undefined }) {
  const count = (state: string) => shown?.drivers.filter((driver) => driver.state === state).length ?? '–';
  const ordersThat = (wait: boolean) => shown?.orders.filter(({ isWaiting }) => isWaiting === wait).length ?? '–';
  const parts = [
    ['bg-accent', 'Free drivers', count('FREE')],
    ['bg-info', 'Drivers on an order', count('BUSY')],
    ['bg-quiet', 'Silent drivers', count('SILENT')],
    ['bg-note', 'Orders looking for a driver', ordersThat(true)],
    ['bg-info', 'Orders under way', ordersThat(false)],
  ] as const;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-quiet">
      {parts.map(([dot, title, number]) => (
        <li key={title} className="flex items-center gap-2">
          <span aria-hidden="true" className={`size-2.5 rounded-full forced-color-adjust-none ${dot}`} />
          {title} <span className="font-semibold text-ink tabular-nums">{number}</span>
        </li>
      ))}
    </ul>
  );
}

/** What stands on the map, for whoever has no pointer, and for a first look. */
function Longest({ orders, at }: { readonly orders: readonly ShownOrder[] | undefined; readonly at: number }) {
  const waiting = (orders ?? []).filter(({ isWaiting }) => isWaiting);
  const first = [...waiting].sort((one, other) => one.since.localeCompare(other.since)).slice(0, MOST_LISTED);
  return (
    <Panel
      title="Waiting longest"
      actions={
        <Link href="/queue" className="text-sm font-medium text-accent underline-offset-4 hover:underline">
          All in the queue
        </Link>
      }
    >
      {orders === undefined ? (
        <Skeleton />
      ) : first.length === 0 ? (
        <p className="text-quiet">Every order has its driver.</p>
      ) : (
        <ul>
          {first.map(({ id, service, since }) => (
            <li key={id} className="flex justify-between gap-3 border-line py-1.5 not-last:border-b">
              <Link href={`/orders/${id}`} className="min-w-0 font-medium underline-offset-4 hover:underline">
                {inWords(service)} <span className="text-quiet">…{id.slice(-6)}</span>
              </Link>
              <span className="shrink-0 text-quiet tabular-nums">{waitedMinutes(since, at)} min</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function ChosenPanel({ chosen }: { readonly chosen: Chosen }) {
  return chosen.kind === 'order' ? <OrderCard orderId={chosen.id} /> : <DriverCard driverId={chosen.id} />;
}

function OrderCard({ orderId }: { readonly orderId: string }) {
  const { data } = useData<OrderRow>(`/orders/${orderId}`, undefined, { everyMs: 5_000 });
  return (
    <Panel title={`Order …${orderId.slice(-6)}`} actions={<Open href={`/orders/${orderId}`} />}>
      {data === undefined ? (
        <Skeleton className="h-28" />
      ) : (
        <Facts
          facts={[
            ['Status', <OrderStatus key="status" status={data.status} />],
            ['Partner', data.partner.name],
            ['From', data.pickUp],
            ['To', data.dropOffs > 1 ? `${data.dropOff} and ${data.dropOffs - 1} more` : data.dropOff],
            ['Placed', <Time key="placed" at={data.placedAt} ago />],
            ['Driver', data.driver === null ? undefined : data.driver.name],
          ]}
        />
      )}
    </Panel>
  );
}

function DriverCard({ driverId }: { readonly driverId: string }) {
  const { data } = useData<DriverRow>(`/drivers/${driverId}`, undefined, { everyMs: 5_000 });
  return (
    <Panel title={data?.name ?? 'Driver'} actions={<Open href={`/drivers/${driverId}`} />}>
      {data === undefined ? (
        <Skeleton className="h-28" />
      ) : (
        <Facts
          facts={[
            [
              'Phone',
              <a key="phone" href={`tel:${data.phone}`} className="text-accent underline">
                {data.phone}
              </a>,
            ],
            ['Vehicle', `${inWords(data.service)}, ${data.plate}`],
            [
              'On order',
              data.orderId === null ? undefined : (
                <Link key="order" href={`/orders/${data.orderId}`} className="text-accent underline">
                  …{data.orderId.slice(-6)}
                </Link>
              ),
            ],
          ]}
        />
      )}
    </Panel>
  );
}

function Open({ href }: { readonly href: string }) {
  return (
    <Link href={href} className="text-sm font-medium text-accent underline-offset-4 hover:underline">
      Open
    </Link>
  );
}
