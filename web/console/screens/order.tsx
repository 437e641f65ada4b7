import { Link } from 'wouter';
import { inWords } from '../../../src/foundation/in-words.ts';
import { Copyable } from '../../shared/desk/copy.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { JsonView } from '../../shared/desk/json-view.tsx';
import { Money } from '../../shared/desk/money.tsx';
import { LiveStatus, OrderStatus, ProofStatus } from '../../shared/desk/order-status.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { isPickedUp } from '../../shared/desk/rules/is-picked-up.ts';
import { Tabs } from '../../shared/desk/tabs.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { Timeline } from '../../shared/desk/timeline.tsx';
import { useData } from '../../shared/desk/use-data.ts';
import { Skeleton } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { StopMark } from '../../shared/ui/stop-mark.tsx';
import { ActsOf } from '../parts/acts-of.tsx';
import { CityName } from '../parts/city-name.tsx';
import type { OrderRecord } from '../types.ts';
import { OrderActions } from './order/actions.tsx';
import { Events, Matching, MoneyMoved, Proofs } from './order/looks.tsx';
import { OrderMap } from './order/order-map.tsx';

const ENDS = ['COMPLETED', 'CANCELED', 'REJECTED', 'EXPIRED'];

/** Everything about one order, and a hand in it. */
export function Order({ params: { orderId = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const path = `/orders/${orderId}`;
  const { data: order, refusal } = useData<OrderRecord>(path, undefined, { everyMs: 5_000 });
  const back = { href: '/orders', title: 'Orders' };
  if (order === undefined)
    return (
      <Page title={`Order ${orderId}`} back={back}>
        {refusal === undefined ? <Skeleton className="h-96" /> : <Refused refusal={refusal} />}
      </Page>
    );
  return (
    <Page title={`Order ${order.orderId}`} back={back} actions={<OrderActions order={order} />}>
      <div className="flex flex-wrap items-center gap-3">
        <LiveStatus>
          <OrderStatus status={order.status} />
        </LiveStatus>
        <span className="text-quiet">
          {order.partner.name} · {inWords(order.service)} · <CityName city={order.city} /> ·{' '}
          <Time at={order.placedAt} />
        </span>
      </div>
      {order.why === null ? undefined : <Notice>{order.why.sentence}</Notice>}
      <Tabs
        label="About the order"
        tabs={[
          { id: 'overview', title: 'Overview', content: () => <Overview order={order} /> },
          {
            id: 'matching',
            title: 'Price and driver',
            content: () => (
              <Matching orderId={order.orderId} currency={order.currency} isOver={ENDS.includes(order.status)} />
            ),
          },
          { id: 'money', title: 'Money', content: () => <MoneyMoved orderId={order.orderId} /> },
          { id: 'events', title: 'Events', content: () => <Events orderId={order.orderId} /> },
          { id: 'proofs', title: 'Proofs', content: () => <Proofs orderId={order.orderId} stops={order.stops} /> },
          {
            id: 'acts',
            title: 'Who did what',
            content: () => (
              <Panel title="Who did what">
                <ActsOf kind="order" id={order.orderId} />
              </Panel>
            ),
          },
        ]}
      />
    </Page>
  );
}

function Overview({ order }: { readonly order: OrderRecord }) {
  const isOver = ENDS.includes(order.status);
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <OrderMap order={order} />
        <Panel title="Stops">
          <Stops order={order} />
        </Panel>
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        {order.driverNow === null ? undefined : (
          <Panel title="Driver">
            <Facts
              facts={[
                [
                  'Name',
                  <Link key="name" href={`/drivers/${order.driverNow.driverId}`} className="text-accent underline">
                    {order.driverNow.name}
                  </Link>,
                ],
                [
                  'Phone',
                  <a key="phone" href={`tel:${order.driverNow.phone}`} className="text-accent underline">
                    {order.driverNow.phone}
                  </a>,
                ],
                ['Plate', order.driverNow.plate],
                [
                  'Last heard of',
                  order.driverNow.place === null ? 'Never' : <Time key="place" at={order.driverNow.place.at} ago />,
                ],
              ]}
            />
          </Panel>
        )}
        <Panel title="Facts">
          <Facts
            facts={[
              [
                'Partner',
                <Link key="partner" href={`/partners/${order.partner.partnerId}`} className="text-accent underline">
                  {order.partner.name}
                </Link>,
              ],
              ['Scheduled for', order.scheduleAt === null ? undefined : <Time key="scheduled" at={order.scheduleAt} />],
              ['Search ends', order.matchBy === null ? undefined : <Time key="matchBy" at={order.matchBy} />],
              ['Way', `${(order.distanceMeters / 1_000).toFixed(1)} km`],
              ['Special requests', order.specialRequests.length === 0 ? undefined : order.specialRequests.join(', ')],
              ['Proof of delivery', order.proofRequired ? 'Asked for' : 'Not asked for'],
              [
                'Drivers before',
                order.formerDrivers.length === 0
                  ? undefined
                  : order.formerDrivers.map(({ name, driverId }) => name || driverId).join(', '),
              ],
              [
                'Takes the place of',
                order.replaces === null ? undefined : <OrderLink key="replaces" id={order.replaces} />,
              ],
              [
                'Replaced by',
                order.replacedBy === null ? undefined : <OrderLink key="replacedBy" id={order.replacedBy} />,
              ],
              ['Share link', <Copyable key="share" label="share link" text={order.shareLink} />],
            ]}
          />
        </Panel>
        <Panel title="Price">
          <Price order={order} />
        </Panel>
        <Panel title="Timeline" about={isOver ? 'The order is over.' : undefined}>
          <Timeline
            entries={[...order.history].reverse().map(({ at, text, reason, receivedAt }, index) => ({
              key: `${at} ${index}`,
              at,
              title: text,
              ...(reason === null && receivedAt === null
                ? {}
                : { detail: [reason, receivedAt === null ? undefined : 'told later'].filter(Boolean).join(' · ') }),
            }))}
          />
        </Panel>
        {order.metadata === null ? undefined : (
          <Panel title="Metadata">
            <JsonView label="Metadata" value={order.metadata} />
          </Panel>
        )}
      </div>
    </div>
  );
}

function OrderLink({ id }: { readonly id: string }) {
  return (
    <Link href={`/orders/${id}`} className="text-accent underline">
      {id}
    </Link>
  );
}

function Price({ order: { price, currency } }: { readonly order: OrderRecord }) {
  const items = Object.entries(price.items).filter(([name]) => !name.startsWith('total'));
  return (
    <Facts
      facts={[
        ...items.map(
          ([name, amount]) => [partInWords(name), <Money key={name} amount={amount} currency={currency} />] as const,
        ),
        [
          'Priority fee',
          Number(price.priorityFee) === 0 ? undefined : (
            <Money key="fee" amount={price.priorityFee} currency={currency} />
          ),
        ],
        [
          'Total',
          <strong key="total">
            <Money amount={price.total} currency={currency} />
          </strong>,
        ],
        ['The driver earns', <Money key="earns" amount={price.driverEarns} currency={currency} />],
      ]}
    />
  );
}

/** "extraMileage" as "Extra mileage". */
function partInWords(name: string): string {
  const spaced = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}

function Stops({ order }: { readonly order: OrderRecord }) {
  return (
    <ol>
      {order.stops.map((stop, index) => (
        <li key={stop.stopId} className="flex gap-3 border-line py-3 not-last:border-b first:pt-0 last:pb-0">
          <StopMark
            number={index}
            closed={index === 0 ? isPickedUp(order.status) : stop.closing !== null}
            failed={stop.closing?.outcome === 'FAILED'}
          />
          <div className="min-w-0 flex-1">
            <p className="font-medium">
              <span className="sr-only">{index === 0 ? 'Pick-up: ' : `Drop-off ${index}: `}</span>
              {stop.address}
            </p>
            <p className="text-quiet">
              <bdi>{stop.name}</bdi> ·{' '}
              <a href={`tel:${stop.phone}`} className="text-accent underline">
                {stop.phone}
              </a>
            </p>
            {stop.remarks === '' ? undefined : <p className="whitespace-pre-line text-quiet">{stop.remarks}</p>}
            {stop.closing === null ? undefined : (
              <p className="mt-1 flex flex-wrap items-center gap-2">
                <ProofStatus status={stop.closing.outcome} />
                <span className="text-sm text-quiet">
                  <Time at={stop.closing.at} />
                  {stop.closing.reason === null ? undefined : `: ${stop.closing.reason}`}
                </span>
                {stop.closing.image === null ? undefined : (
                  <a
                    href={stop.closing.image}
                    target="_blank"
                    rel="noreferrer"
                    className="text-sm text-accent underline"
                  >
                    Picture
                  </a>
                )}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
