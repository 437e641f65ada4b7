import { type FormEvent, type ReactNode, useState } from 'react';
import type { OrderRow } from '../../../src/portal/orders-wire.ts';
import type { WalletRow } from '../../../src/portal/wallet-wire.ts';
import { faultAt } from '../../shared/desk/calls.ts';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { saveFile } from '../../shared/desk/download.ts';
import { FormDialog } from '../../shared/desk/form-dialog.tsx';
import { Money } from '../../shared/desk/money.tsx';
import { OrderStatus } from '../../shared/desk/order-status.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { DECIMAL_CHOICES, usualDecimal } from '../../shared/desk/rules/csv-decimal.ts';
import { Select } from '../../shared/desk/select.tsx';
import { type Column, Table } from '../../shared/desk/table.tsx';
import { Tabs } from '../../shared/desk/tabs.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData, usePages } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { WalletEntries, type WalletEntry } from '../../shared/desk/wallet-entries.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { useUsualMarket } from '../parts/use-usual-market.ts';

export function Wallet() {
  const { data: wallets, refusal } = useData<readonly WalletRow[]>('/wallets');
  const usual = useUsualMarket();
  const [chosen, choose] = useFilter('market');
  if (wallets === undefined || (usual === undefined && chosen === ''))
    return (
      <Page title="Wallet">
        {refusal === undefined ? <Skeleton className="h-64" /> : <Refused refusal={refusal} />}
      </Page>
    );
  const wallet =
    [chosen, usual].map((name) => wallets.find(({ market }) => market === name)).find((each) => each !== undefined) ??
    wallets[0];
  if (wallet === undefined)
    return (
      <Page title="Wallet">
        <p className="text-quiet">No market is open for you yet. Ask partner support.</p>
      </Page>
    );
  return (
    <Page
      title="Wallet"
      about="What is held for an order is taken when it is completed, and free again when it is not."
      actions={
        wallets.length > 1 ? (
          <Select
            label="Market"
            choices={wallets.map(({ market, name }) => ({ value: market, title: name }))}
            value={wallet.market}
            onChoose={choose}
          />
        ) : undefined
      }
    >
      <Balances key={wallet.market} wallet={wallet} />
      <Tabs
        label="Of this wallet"
        tabs={[
          { id: 'entries', title: 'Entries', content: () => <Entries wallet={wallet} /> },
          { id: 'holds', title: 'Holds', content: () => <Holds wallet={wallet} /> },
          { id: 'statement', title: 'Statement', content: () => <StatementForm wallet={wallet} /> },
        ]}
      />
    </Page>
  );
}

type Props = { readonly wallet: WalletRow };

function Balances({ wallet }: Props) {
  const { balance, held, currency, alertBelow, isLow } = wallet;
  const mayBuild = useMay('build');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      {isLow ? (
        <Notice tone="bad">
          The balance is below the {alertBelow} {currency} you wanted to be told of. Ask partner support for a top-up.
        </Notice>
      ) : undefined}
      <div className="grid gap-4 sm:grid-cols-3">
        <Figure title="Can be spent">
          <Money amount={balance} currency={currency} />
        </Figure>
        <Figure title="Held for open orders">
          <Money amount={held} currency={currency} />
        </Figure>
        <Figure
          title="Alert when below"
          action={
            mayBuild ? (
              <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
                Change
              </Button>
            ) : undefined
          }
        >
          {alertBelow === null ? 'Never' : <Money amount={alertBelow} currency={currency} />}
        </Figure>
      </div>
      {isOpen ? <AlertDialog wallet={wallet} onClose={() => setOpen(false)} /> : undefined}
    </div>
  );
}

type FigureProps = { readonly title: string; readonly action?: ReactNode; readonly children: ReactNode };

function Figure({ title, action, children }: FigureProps) {
  return (
    <div className="rounded-card border border-line bg-card p-4">
      <div className="flex min-h-8 items-center justify-between gap-2 text-sm text-quiet">
        <span>{title}</span>
        {action}
      </div>
      <p className="mt-1 text-2xl font-semibold tracking-tight">{children}</p>
    </div>
  );
}

function AlertDialog({ wallet, onClose }: Props & { readonly onClose: () => void }) {
  const calls = useCalls();
  const [below, setBelow] = useState(wallet.alertBelow ?? '');
  const { act, busy, refusal } = useAct(
    (amount: string | null) => calls.put(`/wallets/${wallet.market}/alert`, { below: amount }),
    { refresh: ['/wallets'], done: 'Noted.', onDone: onClose },
  );
  return (
    <FormDialog
      title="Tell us when the balance is low"
      action="Keep it so"
      fields={['below']}
      {...{ busy, refusal, onClose }}
      onAct={() => act(below.trim() === '' ? null : below.trim())}
    >
      <Field
        label={`Below this amount in ${wallet.currency}`}
        hint="Shown on these pages while it is so, and among the events each time; your webhook is not told. Empty for never."
        inputMode="decimal"
        value={below}
        fault={faultAt(refusal, 'below')}
        onChange={({ target }) => setBelow(target.value)}
      />
    </FormDialog>
  );
}

function Entries({ wallet: { market, currency } }: Props) {
  const { rows, refusal, more } = usePages<WalletEntry>(`/wallets/${market}/entries`);
  return (
    <WalletEntries
      label="Entries"
      currency={currency}
      {...{ rows, refusal, more }}
      empty="Nothing has been booked yet. A top-up will be the first entry."
    />
  );
}

function Holds({ wallet: { market } }: Props) {
  const { rows, refusal, more } = usePages<OrderRow>(`/wallets/${market}/holds`);
  const columns: readonly Column<OrderRow>[] = [
    { title: 'Order', cell: ({ orderId }) => <span className="font-mono text-sm">{orderId}</span> },
    { title: 'Status', cell: ({ status }) => <OrderStatus status={status} /> },
    { title: 'Placed', cell: ({ placedAt, timeZone }) => <Time at={placedAt} zone={timeZone} namesZone /> },
    { title: 'Held', cell: ({ total, currency }) => <Money amount={total} currency={currency} />, right: true },
  ];
  return (
    <Table
      label="Holds"
      columns={columns}
      rowKey={({ orderId }) => orderId}
      hrefOf={({ orderId }) => `/orders/${orderId}`}
      {...{ rows, refusal, more }}
      empty="Nothing is held: no order is open."
    />
  );
}

function StatementForm({ wallet: { market, name, month: thisMonth } }: Props) {
  const calls = useCalls();
  const [month, setMonth] = useState(thisMonth);
  const [decimal, setDecimal] = useState<string>(() => usualDecimal(navigator.language));
  const { act, busy, refusal } = useAct(() => calls.file(`/wallets/${market}/statement`, { month, decimal }), {
    onDone: saveFile,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act();
  };
  return (
    <Panel
      title="Statement of a month"
      about={`Every entry of ${name} as CSV, by the clock there, with what there was before and after.`}
    >
      <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field
          label="Month"
          type="month"
          value={month}
          fault={refusal}
          onChange={({ target }) => setMonth(target.value)}
        />
        <Select label="Your spreadsheet writes" choices={DECIMAL_CHOICES} value={decimal} onChoose={setDecimal} />
        <Button type="submit" busy={busy}>
          Download
        </Button>
      </form>
    </Panel>
  );
}
