import { useState } from 'react';
import { Link } from 'wouter';
import { faultAt } from '../../../shared/desk/calls.ts';
import { useCalls, useMay } from '../../../shared/desk/desk.tsx';
import { Money } from '../../../shared/desk/money.tsx';
import { Panel, Refused } from '../../../shared/desk/page.tsx';
import { ReasonDialog } from '../../../shared/desk/reason-dialog.tsx';
import { Table } from '../../../shared/desk/table.tsx';
import { Time } from '../../../shared/desk/time.tsx';
import { useAct, useData } from '../../../shared/desk/use-data.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Skeleton } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { AmountField } from '../../parts/amount-field.tsx';

type Statement = {
  readonly currency: string;
  readonly due: string;
  readonly days: readonly { readonly date: string; readonly amount: string; readonly orders: number }[];
  readonly entries: readonly {
    readonly entryId: string;
    readonly type: string;
    readonly orderId?: string;
    readonly amount: string;
    readonly createdAt: string;
  }[];
};

/** What was earned on each day, and what of it was paid out. */
export function Earnings({ driverId }: { readonly driverId: string }) {
  const path = `/drivers/${driverId}/earnings`;
  const { data, refusal } = useData<readonly Statement[]>(path);
  if (refusal !== undefined) return <Refused refusal={refusal} />;
  if (data === undefined) return <Skeleton className="h-64" />;
  if (data.length === 0) return <p className="text-quiet">Nothing was earned yet.</p>;
  return (
    <div className="flex flex-col gap-5">
      {data.map((statement) => (
        <OneCurrency key={statement.currency} driverId={driverId} statement={statement} />
      ))}
    </div>
  );
}

function OneCurrency({ driverId, statement }: { readonly driverId: string; readonly statement: Statement }) {
  const mayMoney = useMay('money');
  const [isPaying, setPaying] = useState(false);
  const { currency, due, days, entries } = statement;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <span className="text-quiet">Due to the driver:</span>{' '}
          <strong className="text-xl">
            <Money amount={due} currency={currency} />
          </strong>
        </p>
        {mayMoney ? <Button onClick={() => setPaying(true)}>Book a pay-out</Button> : undefined}
      </div>
      <div className="grid gap-5 xl:grid-cols-2">
        <Panel title="Per day" about="The last thirty days, by the calendar of the city.">
          <Table
            label="Earned per day"
            rows={days}
            rowKey={({ date }) => date}
            empty="Nothing within thirty days."
            columns={[
              { title: 'Day', cell: ({ date }) => date },
              { title: 'Orders', right: true, cell: ({ orders }) => orders },
              { title: 'Earned', right: true, cell: ({ amount }) => <Money amount={amount} currency={currency} /> },
            ]}
          />
        </Panel>
        <Panel title="Latest entries">
          <Table
            label="Latest entries"
            rows={entries}
            rowKey={({ entryId }) => entryId}
            empty="Nothing yet."
            columns={[
              {
                title: 'What',
                cell: ({ type, orderId }) =>
                  type === 'PAYOUT' ? (
                    'Paid out'
                  ) : orderId === undefined ? (
                    'An order'
                  ) : (
                    <Link href={`/orders/${orderId}`} className="text-accent underline">
                      Order {orderId}
                    </Link>
                  ),
              },
              {
                title: 'Amount',
                right: true,
                cell: ({ amount }) => <Money amount={amount} currency={currency} signed />,
              },
              { title: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
        </Panel>
      </div>
      {isPaying ? <PayOut driverId={driverId} statement={statement} onClose={() => setPaying(false)} /> : undefined}
    </>
  );
}

type PayOutProps = { readonly driverId: string; readonly statement: Statement; readonly onClose: () => void };

function PayOut({ driverId, statement: { currency, due }, onClose }: PayOutProps) {
  const calls = useCalls();
  const [amount, setAmount] = useState(due);
  const [reference, setReference] = useState('');
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.post(`/drivers/${driverId}/payouts`, {
        currency,
        amount: amount.trim(),
        reason,
        ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
      }),
    { refresh: [`/drivers/${driverId}`, '/acts'], done: 'The pay-out is booked.', onDone: onClose },
  );
  return (
    <ReasonDialog
      title="Book a pay-out"
      action="Book it"
      fields={['amount', 'reference']}
      {...{ busy, refusal, onClose }}
      onAct={act}
    >
      <p className="text-quiet">Books what the driver was paid. Paying itself is done by your bank.</p>
      <AmountField {...{ currency, amount, refusal }} onAmount={setAmount} />
      <Field
        label="Reference"
        hint="Of your payment. The same one is booked once only."
        fault={faultAt(refusal, 'reference')}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
    </ReasonDialog>
  );
}
