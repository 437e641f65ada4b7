import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { OrderRow } from '../../../src/portal/orders-wire.ts';
import type { WalletRow } from '../../../src/portal/wallet-wire.ts';
import { Badge } from '../../shared/desk/badge.tsx';
import { useMay } from '../../shared/desk/desk.tsx';
import { Money } from '../../shared/desk/money.tsx';
import { OrderStatus } from '../../shared/desk/order-status.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { type Column, Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useData, usePages } from '../../shared/desk/use-data.ts';
import { buttonStyle } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/card.tsx';
import type { Keys, Webhook } from '../integration-types.ts';
import { FirstSteps } from '../parts/first-steps.tsx';
import { WebhookState } from '../parts/webhook-state.tsx';

const LOOK_MS = 15_000;
const SHOWN_ORDERS = 10;

const COLUMNS: readonly Column<OrderRow>[] = [
  { title: 'Order', cell: ({ orderId }) => <span className="font-mono text-sm">{orderId}</span> },
  { title: 'Status', cell: ({ status }) => <OrderStatus status={status} /> },
  { title: 'Placed', cell: ({ placedAt, timeZone }) => <Time at={placedAt} zone={timeZone} namesZone /> },
  {
    title: 'To',
    cell: ({ to, recipient }) => (
      <>
        <span className="block min-w-44 wrap-anywhere">{recipient}</span>
        <span className="block text-sm wrap-anywhere text-quiet">{to}</span>
      </>
    ),
    wideOnly: true,
  },
];

/** How things stand, and where to begin. */
export function Home() {
  const mayBuild = useMay('build');
  const keys = useData<Keys>('/keys', undefined, { everyMs: LOOK_MS });
  const webhook = useData<Webhook>('/webhook', undefined, { everyMs: LOOK_MS });
  return (
    <Page
      title="Home"
      actions={
        mayBuild ? (
          <Link href="/orders/new" className={buttonStyle()}>
            Place an order
          </Link>
        ) : undefined
      }
    >
      {mayBuild && keys.data !== undefined && webhook.data !== undefined ? (
        <FirstSteps keys={keys.data.keys} webhook={webhook.data} />
      ) : undefined}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
        <UnderWay />
        <div className="grid items-start gap-5 md:max-xl:grid-cols-2">
          <Panel title="Webhook" actions={<To href="/webhook">Details</To>}>
            {webhook.data === undefined ? <Waiting {...webhook} /> : <Health webhook={webhook.data} />}
          </Panel>
          <Wallets />
        </div>
      </div>
    </Page>
  );
}

function UnderWay() {
  const { rows, refusal } = usePages<OrderRow>(
    '/orders',
    { status: 'OPEN', limit: SHOWN_ORDERS },
    { everyMs: LOOK_MS },
  );
  return (
    <section className="min-w-0">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 className="text-base font-semibold">Orders under way</h2>
        <To href="/orders">All orders</To>
      </div>
      <Table
        label="Orders under way"
        columns={COLUMNS}
        rows={rows}
        refusal={refusal}
        rowKey={({ orderId }) => orderId}
        hrefOf={({ orderId }) => `/orders/${orderId}`}
        empty="Nothing is under way. An order stands here from the moment it is placed until it is over."
      />
    </section>
  );
}

function Wallets() {
  const { data: wallets, refusal } = useData<readonly WalletRow[]>('/wallets', undefined, { everyMs: LOOK_MS });
  return (
    <Panel title="Wallet" actions={<To href="/wallet">Entries</To>}>
      {wallets === undefined ? <Waiting refusal={refusal} /> : undefined}
      {wallets?.length === 0 ? (
        <p className="text-quiet">No market is open for you yet. Ask partner support.</p>
      ) : undefined}
      <ul>
        {wallets?.map(({ market, name, balance, held, currency, isLow }) => (
          <li
            key={market}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-line py-1.5 not-last:border-b"
          >
            <span>
              <Link href={`/wallet?market=${market}`} className="underline-offset-4 hover:underline">
                {name}
              </Link>{' '}
              {isLow ? <Badge tone="bad">Low</Badge> : undefined}
            </span>
            <span className="text-right">
              <span className="block font-semibold">
                <Money amount={balance} currency={currency} />
              </span>
              {Number(held) === 0 ? undefined : (
                <span className="block text-sm text-quiet">
                  <Money amount={held} currency={currency} /> held
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Health({ webhook }: { readonly webhook: Webhook }) {
  const { url, silentSince, lastDay } = webhook;
  const waiting = webhook.waiting.reduce((sum, { count }) => sum + count, 0);
  if (url === null) return <p className="text-quiet">No URL is set. Events stay in the log, and nothing is pushed.</p>;
  return (
    <>
      <WebhookState {...webhook} />
      <p className="mt-2 font-mono text-fine wrap-anywhere">{url}</p>
      <p className="mt-1 text-sm text-quiet">
        {lastDay.isAtLeast ? 'At least ' : ''}
        {lastDay.delivered.toLocaleString('en')} delivered in 24 hours,{' '}
        {webhook.waiting.some(({ isAtLeast }) => isAtLeast) ? 'at least ' : ''}
        {waiting.toLocaleString('en')} waiting.
        {silentSince === null ? undefined : (
          <>
            {' '}
            Nothing has got through since <Time at={silentSince} />.
          </>
        )}
      </p>
    </>
  );
}

function To({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} className="text-sm font-medium text-accent underline-offset-4 hover:underline">
      {children}
    </Link>
  );
}

function Waiting({ refusal }: Pick<ReturnType<typeof useData>, 'refusal'>) {
  return refusal === undefined ? <Skeleton className="h-14" /> : <Refused refusal={refusal} />;
}
