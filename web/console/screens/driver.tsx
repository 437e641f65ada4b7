import { Link } from 'wouter';
import { inWords } from '../../../src/foundation/in-words.ts';
import { Badge } from '../../shared/desk/badge.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Tabs } from '../../shared/desk/tabs.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useData, usePages } from '../../shared/desk/use-data.ts';
import { DeliveryMap } from '../../shared/map/delivery-map.tsx';
import { Skeleton } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { ActsOf } from '../parts/acts-of.tsx';
import { CityName } from '../parts/city-name.tsx';
import { DOCUMENT_KINDS } from '../parts/document-kinds.ts';
import { DriverState } from '../parts/driver-state.tsx';
import { endedKinds } from '../rules/ended-documents.ts';
import type { DriverRecord, OrderRow } from '../types.ts';
import { DriverActions } from './driver/actions.tsx';
import { DriverDocuments } from './driver/documents.tsx';
import { Earnings } from './driver/earnings.tsx';
import { KeptFrom } from './driver/kept-from.tsx';
import { ORDER_COLUMNS } from './orders.tsx';

/** Everything about one driver. */
export function Driver({ params: { driverId = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const { data: driver, refusal } = useData<DriverRecord>(`/drivers/${driverId}`, undefined, { everyMs: 5_000 });
  const back = { href: '/drivers', title: 'Drivers' };
  if (driver === undefined)
    return (
      <Page title={`Driver ${driverId}`} back={back}>
        {refusal === undefined ? <Skeleton className="h-96" /> : <Refused refusal={refusal} />}
      </Page>
    );
  return (
    <Page title={driver.name} back={back} actions={<DriverActions driver={driver} />}>
      <div className="flex flex-wrap items-center gap-3">
        <DriverState driver={driver} />
        <span className="text-quiet">
          {inWords(driver.service)} · {driver.plate} · <CityName city={driver.city} /> · number {driver.driverId}
        </span>
      </div>
      {driver.missingDocuments.length === 0 ? undefined : (
        <Notice tone="bad">
          {driver.name} is not asked for orders: no valid{' '}
          {driver.missingDocuments.map((kind) => DOCUMENT_KINDS[kind].toLowerCase()).join(', ')}.
        </Notice>
      )}
      <Tabs
        label="About the driver"
        tabs={[
          { id: 'overview', title: 'Overview', content: () => <Overview driver={driver} /> },
          { id: 'documents', title: 'Documents', content: () => <DriverDocuments driver={driver} /> },
          { id: 'earnings', title: 'Earnings', content: () => <Earnings driverId={driver.driverId} /> },
          { id: 'orders', title: 'Orders', content: () => <OrdersOf driverId={driver.driverId} /> },
          {
            id: 'acts',
            title: 'Who did what',
            content: () => (
              <Panel title="Who did what">
                <ActsOf kind="driver" id={driver.driverId} />
              </Panel>
            ),
          },
        ]}
      />
    </Page>
  );
}

function Overview({ driver }: { readonly driver: DriverRecord }) {
  const { place } = driver;
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        {place === null ? undefined : (
          <DeliveryMap
            view={{ market: driver.city.slice(0, 2), stops: [], route: [], driver: place }}
            className="h-80 rounded-card border border-line"
          />
        )}
        <Panel title="Devices" about="Where the driver is signed in to the app.">
          {driver.devices.length === 0 ? (
            <p className="text-quiet">On no device.</p>
          ) : (
            <ul>
              {driver.devices.map(({ deviceId, device, lastSeenAt }) => (
                <li key={deviceId} className="flex justify-between gap-4 border-line py-1.5 not-last:border-b">
                  <span>{device}</span>
                  <span className="text-quiet">
                    seen <Time at={lastSeenAt} ago />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <Panel title="Facts">
          <div className="flex items-start gap-5">
            {driver.photo === null ? undefined : (
              <img src={driver.photo} alt={driver.name} className="size-24 rounded-card object-cover" />
            )}
            <div className="min-w-0 flex-1">
              <Facts
                facts={[
                  [
                    'Phone',
                    <a key="phone" href={`tel:${driver.phone}`} className="text-accent underline">
                      {driver.phone}
                    </a>,
                  ],
                  ['Languages', driver.languages.length === 0 ? undefined : driver.languages.join(', ')],
                  ['Equipment', driver.capabilities.length === 0 ? undefined : driver.capabilities.join(', ')],
                  [
                    'Online since',
                    driver.onlineSince === null ? undefined : <Time key="online" at={driver.onlineSince} />,
                  ],
                  ['Last heard of', place === null ? 'Never' : <Time key="place" at={place.at} ago />],
                  [
                    'On order',
                    driver.orderId === null ? undefined : (
                      <Link key="order" href={`/orders/${driver.orderId}`} className="text-accent underline">
                        {driver.orderId}
                      </Link>
                    ),
                  ],
                  ['Driver since', <Time key="since" at={driver.createdAt} />],
                  [
                    'Documents',
                    endedKinds(driver.documents).length > 0 ? (
                      <Badge key="documents" tone="bad">
                        One has ended
                      </Badge>
                    ) : undefined,
                  ],
                ]}
              />
            </div>
          </div>
        </Panel>
        <KeptFrom driver={driver} />
      </div>
    </div>
  );
}

function OrdersOf({ driverId }: { readonly driverId: string }) {
  const { rows, refusal, more } = usePages<OrderRow>(`/drivers/${driverId}/orders`);
  return (
    <Table
      label="Orders"
      rows={rows}
      refusal={refusal}
      more={more}
      rowKey={({ orderId }) => orderId}
      hrefOf={({ orderId }) => `/orders/${orderId}`}
      empty="No orders yet."
      columns={ORDER_COLUMNS.filter(({ title }) => title !== 'Driver')}
    />
  );
}
