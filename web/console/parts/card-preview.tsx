import { useState } from 'react';
import type { CardWire, PreviewWire } from '../../../src/console/rates-wire.ts';
import { BarChart } from '../../shared/desk/charts.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { Money } from '../../shared/desk/money.tsx';
import { Panel, Refused } from '../../shared/desk/page.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { shareText, stepText } from '../rules/change-words.ts';

type Props = { readonly card: CardWire; readonly path: string; readonly version: number; readonly onClose: () => void };

const DAYS = ['7', '30', '90', '365'];

/** What a version would have done to past quotations: price, margin, and who pays more or less. */
export function CardPreview({ card, path, version, onClose }: Props) {
  const [days, setDays] = useState('30');
  const { data, refusal } = useData<PreviewWire>(`${path}/versions/${version}/preview`, { days });
  return (
    <Panel
      title={version === 0 ? 'What was shipped, on past quotations' : `Version ${version} on past quotations`}
      actions={
        <>
          <Select
            label="Of the last"
            choices={DAYS.map((value) => ({ value, title: `${value} days` }))}
            value={days}
            onChoose={setDays}
          />
          <Button kind="plain" size="small" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {refusal === undefined ? undefined : <Refused refusal={refusal} />}
      {data === undefined ? (
        <p className="text-quiet">Every quotation is priced anew …</p>
      ) : data.quotations + data.unpriced === 0 ? (
        <p className="text-quiet">Nobody has asked for a price of this service in these days.</p>
      ) : (
        <Shown card={card} preview={data} />
      )}
    </Panel>
  );
}

function Shown({ card: { currency }, preview }: { readonly card: CardWire; readonly preview: PreviewWire }) {
  const { quotations, unpriced, dearer, cheaper, before, after, steps, partners, largest, isCut } = preview;
  return (
    <div className="flex flex-col gap-5">
      {isCut ? <Notice>Only the latest {quotations + unpriced} quotations were tried.</Notice> : undefined}
      <div className="grid gap-5 lg:grid-cols-2">
        <Facts
          facts={[
            ['Quotations', quotations],
            ['Not to be had', unpriced === 0 ? undefined : `${unpriced}, whose special requests have no price in it`],
            ['Would be dearer', shareText(dearer, quotations)],
            ['Would be cheaper', shareText(cheaper, quotations)],
            ['Prices together', <Change key="price" before={before.price} after={after.price} currency={currency} />],
            [
              'Margin together',
              <Change key="margin" before={before.margin} after={after.margin} currency={currency} />,
            ],
          ]}
        />
        <BarChart
          label="How many quotations change by how much"
          labels={steps.map(stepText)}
          series={[{ name: 'Quotations', values: steps.map(({ count }) => count) }]}
          height={200}
        />
      </div>
      <Table
        label="Who pays more or less"
        rows={partners}
        rowKey={({ partnerId }) => partnerId}
        empty="Nobody."
        columns={[
          { title: 'Partner', cell: ({ name }) => name },
          { title: 'Quotations', right: true, cell: (row) => row.quotations },
          {
            title: 'As quoted',
            right: true,
            wideOnly: true,
            cell: (row) => <Money amount={row.before.price} currency={currency} />,
          },
          {
            title: 'With it',
            right: true,
            wideOnly: true,
            cell: (row) => <Money amount={row.after.price} currency={currency} />,
          },
          { title: 'Change', right: true, cell: ({ change }) => <Money amount={change} currency={currency} signed /> },
        ]}
      />
      <Table
        label="The largest changes"
        rows={largest}
        rowKey={({ quotationId }) => quotationId}
        empty="No price changes."
        columns={[
          { title: 'Quotation', cell: ({ quotationId }) => quotationId },
          { title: 'Partner', wideOnly: true, cell: ({ name }) => name },
          {
            title: 'Distance',
            right: true,
            wideOnly: true,
            cell: ({ distanceMeters }) => `${(distanceMeters / 1_000).toFixed(1)} km`,
          },
          { title: 'As quoted', right: true, cell: (row) => <Money amount={row.before} currency={currency} /> },
          { title: 'With it', right: true, cell: (row) => <Money amount={row.after} currency={currency} /> },
          { title: 'Change', right: true, cell: ({ change }) => <Money amount={change} currency={currency} signed /> },
        ]}
      />
    </div>
  );
}

function Change({
  before,
  after,
  currency,
}: {
  readonly before: string;
  readonly after: string;
  readonly currency: string;
}) {
  return (
    <span>
      <Money amount={before} currency={currency} /> → <Money amount={after} currency={currency} />
    </span>
  );
}
