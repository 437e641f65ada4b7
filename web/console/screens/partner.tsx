import { useState } from 'react';
import { Link } from 'wouter';
import type { CreditNoteWire, PartnerWire, WalletWire } from '../../../src/console/partners-wire.ts';
import { faultAt } from '../../shared/desk/calls.ts';
import { Copyable } from '../../shared/desk/copy.tsx';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { saveFile } from '../../shared/desk/download.ts';
import { Facts } from '../../shared/desk/facts.tsx';
import { Money } from '../../shared/desk/money.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { usualDecimal } from '../../shared/desk/rules/csv-decimal.ts';
import { Select } from '../../shared/desk/select.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Tabs } from '../../shared/desk/tabs.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData, usePages } from '../../shared/desk/use-data.ts';
import { WalletEntries } from '../../shared/desk/wallet-entries.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { AmountField } from '../parts/amount-field.tsx';
import { PartnerKeys } from '../parts/partner-keys.tsx';
import { PartnerPeople } from '../parts/partner-people.tsx';
import { walletInUse } from '../rules/wallet-in-use.ts';

type Params = { readonly params: Readonly<Record<string, string>> };

export function Partner({ params }: Params) {
  const path = `/partners/${params.partnerId}`;
  const { data, refusal } = useData<PartnerWire>(path);
  const back = { href: '/partners', title: 'Partners' };
  if (data === undefined)
    return (
      <Page title="Partner" back={back}>
        {refusal === undefined ? <Panel title="…">{''}</Panel> : <Refused refusal={refusal} />}
      </Page>
    );
  return (
    <Page title={data.name} back={back}>
      <Panel title="About">
        <Facts
          facts={[
            ['Id', <Copyable key="id" text={data.partnerId} label="the id" />],
            ['Since', <Time key="since" at={data.createdAt} />],
            ['Markets', data.markets.join(', ') || undefined],
          ]}
        />
      </Panel>
      <Tabs
        label="Parts of the partner"
        tabs={[
          { id: 'money', title: 'Wallets', content: () => <Wallets partner={data} path={path} /> },
          { id: 'notes', title: 'Credit notes', content: () => <CreditNotes partner={data} path={path} /> },
          { id: 'keys', title: 'Keys', content: () => <PartnerKeys partner={data} path={path} /> },
          { id: 'people', title: 'Portal users', content: () => <PartnerPeople path={path} /> },
        ]}
      />
    </Page>
  );
}

type Part = { readonly partner: PartnerWire; readonly path: string };
const NO_WALLET = 'No wallets yet: the partner has no key for any market.';

/** Which of the partner's markets is looked at. */
function useWallet({ wallets }: PartnerWire) {
  const [market, choose] = useState(() => walletInUse(wallets)?.market ?? '');
  return { wallet: wallets.find((one) => one.market === market), choose };
}

function WalletChoice({
  partner,
  value,
  onChoose,
}: {
  readonly partner: PartnerWire;
  readonly value: string;
  readonly onChoose: (market: string) => void;
}) {
  const choices = partner.wallets.map(({ market, name, currency }) => ({
    value: market,
    title: `${name} (${currency})`,
  }));
  return <Select label="Market" choices={choices} value={value} onChoose={onChoose} />;
}

function Wallets({ partner, path }: Part) {
  const mayPay = useMay('money');
  const { wallet, choose } = useWallet(partner);
  const { data, refusal } = useData<WalletWire>(wallet === undefined ? undefined : `${path}/wallets/${wallet.market}`);
  const [isToppingUp, setToppingUp] = useState(false);
  if (wallet === undefined) return <p className="text-quiet">{NO_WALLET}</p>;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <WalletChoice partner={partner} value={wallet.market} onChoose={choose} />
        {mayPay ? <Button onClick={() => setToppingUp(true)}>Top up</Button> : undefined}
      </div>
      <Panel title="Balance">
        <Facts
          facts={[
            ['Can be spent', <Money key="balance" amount={wallet.balance} currency={wallet.currency} />],
            ['Held for open orders', <Money key="held" amount={wallet.held} currency={wallet.currency} />],
          ]}
        />
      </Panel>
      <WalletEntries
        label="The latest entries"
        currency={wallet.currency}
        rows={data?.entries}
        refusal={refusal}
        empty="Nothing was booked yet. Top the wallet up."
      />
      {isToppingUp ? <TopUp path={path} wallet={wallet} onClose={() => setToppingUp(false)} /> : undefined}
    </div>
  );
}

function OrderLink({ orderId }: { readonly orderId: string | null }) {
  if (orderId === null) return <span className="text-quiet">–</span>;
  return (
    <Link href={`/orders/${orderId}`} className="underline-offset-4 hover:underline">
      {orderId}
    </Link>
  );
}

type WalletProps = {
  readonly path: string;
  readonly wallet: PartnerWire['wallets'][number];
  readonly onClose: () => void;
};

function TopUp({ path, wallet: { market, currency }, onClose }: WalletProps) {
  const calls = useCalls();
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.post(`${path}/top-ups`, {
        market,
        amount,
        ...(reference.trim() === '' ? {} : { reference }),
        reason,
      }),
    { refresh: [path], done: 'The money is in the wallet.', onDone: onClose },
  );
  return (
    <ReasonDialog
      title={`Top up in ${currency}`}
      action="Top up"
      busy={busy}
      refusal={refusal}
      fields={['amount', 'reference']}
      onAct={act}
      onClose={onClose}
    >
      <AmountField {...{ currency, amount, refusal }} onAmount={setAmount} />
      <Field
        label="Reference"
        hint="Your name for this payment, such as the number of the transfer. Under it the payment is booked once."
        fault={faultAt(refusal, 'reference')}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
    </ReasonDialog>
  );
}

function CreditNotes({ partner, path }: Part) {
  const calls = useCalls();
  const mayPay = useMay('money');
  const { wallet, choose } = useWallet(partner);
  const at = wallet === undefined ? undefined : `${path}/credit-notes/${wallet.market}`;
  const { rows, refusal, more } = usePages<CreditNoteWire>(at);
  const [isIssuing, setIssuing] = useState(false);
  const { act: save, busy } = useAct(async () =>
    saveFile(await calls.file(`${at}/csv`, { decimal: usualDecimal(navigator.language) })),
  );
  if (wallet === undefined) return <p className="text-quiet">{NO_WALLET}</p>;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <WalletChoice partner={partner} value={wallet.market} onChoose={choose} />
        <div className="flex flex-wrap gap-2">
          <Button kind="plain" busy={busy} onClick={() => save()}>
            Download CSV
          </Button>
          {mayPay ? <Button onClick={() => setIssuing(true)}>Issue a credit note</Button> : undefined}
        </div>
      </div>
      <Table
        label="Credit notes"
        rows={rows}
        refusal={refusal}
        more={more}
        rowKey={({ number }) => number}
        empty="No credit notes yet. Money that is given back, for an order or otherwise, stands here with its number."
        columns={[
          { title: 'Number', cell: ({ number }) => number },
          { title: 'When', cell: ({ issuedAt }) => <Time at={issuedAt} /> },
          {
            title: 'Order',
            cell: ({ orderId }) => <OrderLink orderId={orderId} />,
          },
          { title: 'Reason', wideOnly: true, cell: ({ reason }) => reason },
          {
            title: 'Amount',
            right: true,
            cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
          },
        ]}
      />
      {isIssuing ? <NewCreditNote path={path} wallet={wallet} onClose={() => setIssuing(false)} /> : undefined}
    </div>
  );
}

function NewCreditNote({ path, wallet: { market, currency }, onClose }: WalletProps) {
  const calls = useCalls();
  const [amount, setAmount] = useState('');
  const [orderId, setOrderId] = useState('');
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.post(`${path}/credit-notes`, {
        market,
        amount,
        ...(orderId.trim() === '' ? {} : { orderId: orderId.trim() }),
        reason,
      }),
    { refresh: [path], done: 'The credit note is issued.', onDone: onClose },
  );
  return (
    <ReasonDialog
      title={`Give money back in ${currency}`}
      action="Issue the credit note"
      busy={busy}
      refusal={refusal}
      fields={['amount', 'orderId']}
      onAct={act}
      onClose={onClose}
    >
      <AmountField {...{ currency, amount, refusal }} onAmount={setAmount} />
      <Field
        label="Order"
        hint="Its id, where the money is given back for an order: then at most what it has cost. Leave it empty otherwise."
        fault={faultAt(refusal, 'orderId')}
        value={orderId}
        onChange={({ target }) => setOrderId(target.value)}
      />
    </ReasonDialog>
  );
}
