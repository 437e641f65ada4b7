import { useEffect, useMemo } from 'react';
import { Link } from 'wouter';
import { inWords } from '../../../src/foundation/in-words.ts';
import type { OrderPage } from '../../../src/portal/orders-wire.ts';
import { Badge } from '../../shared/desk/badge.tsx';
import { Copyable } from '../../shared/desk/copy.tsx';
import { useMay, useMe } from '../../shared/desk/desk.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { JsonView } from '../../shared/desk/json-view.tsx';
import { Money } from '../../shared/desk/money.tsx';
import { LiveStatus, OrderStatus, statusTitle } from '../../shared/desk/order-status.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { PriceTable } from '../../shared/desk/price-table.tsx';
import { isPickedUp } from '../../shared/desk/rules/is-picked-up.ts';
import type { MatchExplanation } from '../../shared/desk/rules/match-words.ts';
import { whoseClock } from '../../shared/desk/rules/moment.ts';
import { storyOf } from '../../shared/desk/rules/order-story.ts';
import { kilometers, type PriceExplanation } from '../../shared/desk/rules/price-words.ts';
import { Time } from '../../shared/desk/time.tsx';
import { Timeline } from '../../shared/desk/timeline.tsx';
import { useData, useRefresh } from '../../shared/desk/use-data.ts';
import { useLive } from '../../shared/desk/use-live.ts';
import type { MapPoint } from '../../shared/map/view.ts';
import { Skeleton } from '../../shared/ui/card.tsx';
import { MatchStory } from '../parts/match-panel.tsx';
import { OrderActions } from '../parts/order-actions.tsx';
import { OrderEvents } from '../parts/order-events.tsx';
import { OrderMap } from '../parts/order-map.tsx';
import { SandboxActions } from '../parts/sandbox-actions.tsx';
import { StopContact, StopList } from '../parts/stop-list.tsx';

type Seen = { readonly revision: number; readonly driver?: MapPoint };

export function Order({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const path = `/orders/${params.orderId}`;
  const { data: order, refusal } = useData<OrderPage>(path);
  const { state, isLive } = useLive<Seen>(order === undefined ? undefined : `${path}/live`, 'order');
  useFresh(path, order?.revision, state?.revision);
  const back = { href: '/orders', title: 'Orders' };
  if (order === undefined)
    return (
      <Page title="Order" back={back}>
        {refusal === undefined ? <Skeleton className="h-96" /> : <Refused refusal={refusal} />}
      </Page>
    );
  return (
    <Page
      title={`Order ${order.orderId}`}
      about={whoseClock(order.placedAt, order.city, order.timeZone)}
      back={back}
      actions={
        <>
          <LiveStatus>
            <OrderStatus status={order.status} />
          </LiveStatus>
          {isLive ? <Badge tone="good">Live</Badge> : <Badge>Not live</Badge>}
        </>
      }
    >
      <Whole order={order} driver={state?.driver} />
    </Page>
  );
}

const ASK_AGAIN_MS = 5_000;

/** What this page shows is asked for anew as soon as the server has something newer, and again until it is there: a read can fail. */
function useFresh(path: string, shown: number | undefined, told: number | undefined): void {
  const refresh = useRefresh();
  useEffect(() => {
    if (told === undefined || shown === undefined || told <= shown) return;
    const ask = () => void refresh([path, path.replace('/orders/', '/sandbox/orders/')]);
    ask();
    const asking = setInterval(ask, ASK_AGAIN_MS);
    return () => clearInterval(asking);
  }, [path, shown, told, refresh]);
}

type WholeProps = { readonly order: OrderPage; readonly driver: MapPoint | undefined };

function Whole({ order, driver }: WholeProps) {
  const mayBuild = useMay('build');
  const { environment } = useMe();
  const aheadMs = useMemo(() => Date.parse(order.now) - Date.now(), [order.now]);
  const isOpen = order.status === 'ASSIGNING_DRIVER';
  // Who was asked changes nothing of the order.
  const { data: explained } = useData<PriceExplanation & { driver: MatchExplanation }>(
    `/orders/${order.orderId}/explanation`,
    undefined,
    isOpen ? { everyMs: ASK_AGAIN_MS } : {},
  );
  const { timeZone: zone } = order;
  const timeline = order.history
    .map((entry, index) => ({ key: String(index), at: entry.at, ...storyOf(entry) }))
    .toReversed();
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-5">
        <Panel title="Stops">
          <OrderMap order={order} driver={driver} />
          <div className="mt-4">
            <StopList stops={order.stops.map((stop, index) => stopRow(stop, order, index))} />
          </div>
        </Panel>
        <Panel title="Why this price">
          {explained === undefined ? (
            <Skeleton />
          ) : (
            <PriceTable explained={explained} currency={order.priceBreakdown.currency} />
          )}
        </Panel>
        <Panel title="Why this driver">
          {explained === undefined ? <Skeleton /> : <MatchStory match={explained.driver} zone={zone} isOpen={isOpen} />}
        </Panel>
        {order.metadata === undefined ? undefined : (
          <Panel title="Your metadata">
            <JsonView label="Metadata" value={order.metadata} />
          </Panel>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        {mayBuild ? (
          <Panel title="What can be done">
            <OrderActions order={order} aheadMs={aheadMs} />
          </Panel>
        ) : undefined}
        {environment === 'sandbox' && mayBuild ? (
          <SandboxActions orderId={order.orderId} kind="orders" deadlines={deadlinesOf(order)} zone={zone} />
        ) : undefined}
        <Panel title="What happened">
          <Timeline entries={timeline} zone={zone} />
        </Panel>
        <OrderFacts order={order} />
        <DriverPanel order={order} aheadMs={aheadMs} />
        <Panel title="What your system was told">
          <OrderEvents orderId={order.orderId} zone={zone} />
        </Panel>
      </div>
    </div>
  );
}

function deadlinesOf({ actions, matchBy, scheduleAt }: OrderPage) {
  return [actions?.canCancelUntil, actions?.canChangeDriverFrom, actions?.driverVisibleFrom, matchBy, scheduleAt];
}

function stopRow(stop: OrderPage['stops'][number], order: OrderPage, index: number) {
  const proof = 'POD' in stop ? stop.POD : undefined;
  const closing = index === 0 ? null : (order.closings[index - 1] ?? null);
  return {
    key: stop.stopId,
    address: stop.address,
    closed: index === 0 ? isPickedUp(order.status) : closing !== null,
    failed: closing?.outcome === 'FAILED',
    detail: (
      <>
        <StopContact {...stop} />
        {closing === null ? undefined : (
          <p>
            {statusTitle(closing.outcome)} at <Time at={closing.at} zone={order.timeZone} />
            {closing.reason === undefined ? undefined : `: ${closing.reason}`}
          </p>
        )}
        {proof?.image === undefined ? undefined : (
          <a href={proof.image} target="_blank" rel="noreferrer" className="mt-1 inline-block">
            <img
              src={proof.image}
              alt={`Proof of delivery at ${stop.address}`}
              className="max-h-40 rounded-control border border-line"
            />
          </a>
        )}
      </>
    ),
  };
}

function OrderFacts({ order }: Pick<WholeProps, 'order'>) {
  const { priceBreakdown, timeZone: zone, placedAt, scheduleAt, replaces, replacedBy } = order;
  return (
    <Panel title="Details">
      <Facts
        facts={[
          ['Order', <Copyable key="id" text={order.orderId} label="the order id" />],
          ['Total', <Money key="total" amount={priceBreakdown.total} currency={priceBreakdown.currency} />],
          ['Service', `${inWords(order.service)}, ${order.city}`],
          ['Special requests', order.specialRequests.length === 0 ? undefined : order.specialRequests.join(', ')],
          ['Distance', kilometers(Number(order.distance.value))],
          ['Placed', <Time key="placed" at={placedAt} zone={zone} />],
          ['Pick-up', scheduleAt === undefined ? 'At once' : <Time key="at" at={scheduleAt} zone={zone} />],
          ['Proof of delivery', order.proofRequired ? 'Asked for' : undefined],
          ['Replaces', replaces && <OrderLink key="replaces" id={replaces} />],
          ['Replaced by', replacedBy && <OrderLink key="replaced" id={replacedBy} />],
          [
            'Share link',
            <span key="share" className="flex flex-wrap items-center gap-x-3">
              <a href={order.shareLink} target="_blank" rel="noreferrer" className="text-accent underline">
                Open the tracking page
              </a>
              <Copyable text={order.shareLink} label="the share link" />
            </span>,
          ],
        ]}
      />
    </Panel>
  );
}

function OrderLink({ id }: { readonly id: string }) {
  return (
    <Link href={`/orders/${id}`} className="font-mono text-sm text-accent underline">
      {id}
    </Link>
  );
}

type Driver = {
  readonly name: string;
  readonly phone: string;
  readonly plateNumber: string;
  readonly photo: string;
  readonly coordinates?: { readonly updatedAt: string };
};

/** Within the window in which the partner may see the driver. */
function DriverPanel({ order, aheadMs }: Pick<WholeProps, 'order'> & { readonly aheadMs: number }) {
  const from = order.actions?.driverVisibleFrom ?? null;
  const isVisible = from !== null && Date.parse(from) <= Date.now() + aheadMs;
  const path = `/orders/${order.orderId}/drivers/${order.driverId}`;
  const { data: driver } = useData<Driver>(isVisible ? path : undefined);
  if (from === null) return undefined;
  return (
    <Panel title="Driver">
      {driver === undefined ? (
        <p className="text-quiet">
          {isVisible ? (
            'One moment.'
          ) : (
            <>
              Shown from <Time at={from} zone={order.timeZone} /> on.
            </>
          )}
        </p>
      ) : (
        <div className="flex gap-4">
          {driver.photo === '' ? undefined : (
            <img src={driver.photo} alt="" className="size-16 shrink-0 rounded-full object-cover" />
          )}
          <div className="min-w-0 flex-1">
            <Facts
              facts={[
                ['Name', driver.name],
                [
                  'Phone',
                  <a key="phone" href={`tel:${driver.phone}`} className="text-accent underline">
                    {driver.phone}
                  </a>,
                ],
                ['Plate', driver.plateNumber],
                [
                  'Last seen',
                  driver.coordinates && <Time key="seen" at={driver.coordinates.updatedAt} zone={order.timeZone} />,
                ],
              ]}
            />
          </div>
        </div>
      )}
    </Panel>
  );
}
