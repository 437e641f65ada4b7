import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { Money } from './money.tsx';
import { type Column, Table } from './table.tsx';
import { Time } from './time.tsx';

export type WalletEntry = {
  readonly entryId: string;
  readonly type: string;
  readonly orderId?: string;
  readonly balanceChange: string;
  readonly heldChange: string;
  readonly createdAt: string;
};

type Props = Pick<ComponentProps<typeof Table<WalletEntry>>, 'label' | 'rows' | 'refusal' | 'more' | 'empty'> & {
  readonly currency: string;
};

const KINDS: Readonly<Record<string, string>> = {
  TOP_UP: 'Top-up',
  HOLD: 'Held for an order',
  RELEASE: 'Free again',
  CAPTURE: 'Paid for an order',
  CREDIT: 'Given back',
};

/** What was booked in a wallet, and what each entry did to what can be spent and to what is held. */
export function WalletEntries({ currency, ...table }: Props) {
  const columns: readonly Column<WalletEntry>[] = [
    { title: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: 'What', cell: ({ type }) => KINDS[type] ?? type },
    { title: 'Order', cell: ({ orderId }) => (orderId === undefined ? '' : <OrderId id={orderId} />) },
    {
      title: 'Balance',
      cell: ({ balanceChange }) => <Change amount={balanceChange} currency={currency} />,
      right: true,
    },
    { title: 'Held', cell: ({ heldChange }) => <Change amount={heldChange} currency={currency} />, right: true },
  ];
  return <Table columns={columns} rowKey={({ entryId }) => entryId} {...table} />;
}

function Change({ amount, currency }: { readonly amount: string; readonly currency: string }) {
  return Number(amount) === 0 ? <span className="text-quiet">–</span> : <Money {...{ amount, currency }} signed />;
}

function OrderId({ id }: { readonly id: string }) {
  return (
    <Link href={`/orders/${id}`} className="font-mono text-sm text-accent underline">
      {id}
    </Link>
  );
}
