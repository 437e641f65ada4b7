import { type ChangeEvent, useState } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../shared/desk/badge.tsx';
import { Refusal } from '../../shared/desk/calls.ts';
import { useCalls } from '../../shared/desk/desk.tsx';
import { saveFile } from '../../shared/desk/download.ts';
import { Page, Panel } from '../../shared/desk/page.tsx';
import { usualDecimal } from '../../shared/desk/rules/csv-decimal.ts';
import { Select } from '../../shared/desk/select.tsx';
import { type Column, Table } from '../../shared/desk/table.tsx';
import { useAct, useRefresh } from '../../shared/desk/use-data.ts';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { useMarkets } from '../parts/use-markets.ts';
import {
  chunksOf,
  type Fault,
  faultsCsv,
  type Line,
  linesToPlace,
  MOST_FILE_BYTES,
  toBase64,
} from '../rules/upload-file.ts';

type Checked = {
  readonly lines: readonly Line[];
  readonly faults: readonly Fault[];
  readonly placedBefore: Readonly<Record<string, string>>;
};
type Result = { readonly line: number; readonly reference: string } & (
  | { readonly outcome: 'PLACED' | 'PLACED_BEFORE'; readonly orderId: string }
  | { readonly outcome: 'REFUSED'; readonly faults: readonly Fault[] }
);

/** So many lines are placed with one call. */
const LINES_AT_ONCE = 25;

export function ParcelsUpload() {
  const calls = useCalls();
  const markets = (useMarkets() ?? []).filter(({ plus }) => plus);
  const [chosen, setChosen] = useState('');
  const market = chosen === '' ? (markets[0]?.market ?? '') : chosen;
  const [checked, setChecked] = useState<Checked>();
  const [tooLarge, setTooLarge] = useState<string>();
  const template = useAct(() => calls.file('/uploads/template', { decimal: usualDecimal(navigator.language) }), {
    onDone: saveFile,
  });
  const check = useAct(
    async (file: File) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return calls.post<Checked>(`/uploads/check?market=${market}`, { file: toBase64(bytes) });
    },
    { onDone: setChecked },
  );
  const onFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    setChecked(undefined);
    if (file === undefined) return;
    const isTooLarge = file.size > MOST_FILE_BYTES;
    setTooLarge(isTooLarge ? 'This file is too large for 2,000 lines. Divide it.' : undefined);
    if (!isTooLarge) check.act(file);
    // The same file, once it is corrected, can be chosen again.
    target.value = '';
  };
  const trouble = tooLarge ?? check.refusal?.sentence;
  return (
    <Page
      title="Upload parcels"
      back={{ href: '/parcels', title: 'Parcels' }}
      about="A CSV file with up to 2,000 lines. Every line is checked first, and nothing is placed before you say so."
      actions={
        <Button kind="plain" busy={template.busy} onClick={() => template.act()}>
          Download the template
        </Button>
      }
    >
      <Panel title="The file">
        <div className="flex flex-wrap items-end gap-4">
          {markets.length > 1 ? (
            <Select
              label="Market"
              choices={markets.map(({ market: value, name: title }) => ({ value, title }))}
              value={market}
              onChoose={setChosen}
            />
          ) : undefined}
          <label className={`${buttonStyle('primary')} cursor-pointer focus-within:outline-2`}>
            {check.busy ? 'Checking …' : 'Choose a file'}
            <input
              type="file"
              accept=".csv,text/csv"
              className="sr-only"
              // While one is checked no other is taken: what comes back is of the file that was chosen last.
              aria-disabled={check.busy || undefined}
              onClick={(event) => {
                if (check.busy) event.preventDefault();
              }}
              onChange={onFile}
            />
          </label>
        </div>
        <p className="mt-3 text-sm text-quiet">
          UTF-8, with commas or semicolons. Times such as 2026-12-01 10:00 are by the clock of the market. An address
          without coordinates is looked up.
        </p>
        {trouble === undefined ? undefined : (
          <div className="mt-4">
            <Notice tone="bad">{trouble}</Notice>
          </div>
        )}
      </Panel>
      {checked === undefined ? undefined : (
        <CheckedFile key={JSON.stringify(checked)} market={market} checked={checked} />
      )}
    </Page>
  );
}

function CheckedFile({ market, checked }: { readonly market: string; readonly checked: Checked }) {
  const { lines, faults, placedBefore } = checked;
  const open = linesToPlace(lines, placedBefore);
  const { place, busy, results, refusal } = usePlacing(market, open);
  const known = lines.length - open.length;
  if (faults.length > 0)
    return (
      <Panel
        title={`${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in ${lines.length} lines`}
        about="Nothing was placed. Correct the file and choose it again."
        actions={
          <Button kind="plain" onClick={() => saveFaults(checked)}>
            Download the faults
          </Button>
        }
      >
        <Faults faults={faults} />
      </Panel>
    );
  return (
    <Panel
      title={results.length === 0 ? `${lines.length} lines, no faults` : `${results.length} of ${open.length} done`}
      about={known === 0 ? undefined : `${known} of them are placed already, and are left as they are.`}
      actions={
        open.length === 0 || results.length === open.length ? undefined : (
          <Button busy={busy} onClick={place}>
            {results.length === 0 ? `Place ${open.length} ${open.length === 1 ? 'parcel' : 'parcels'}` : 'Go on'}
          </Button>
        )
      }
    >
      {refusal === undefined ? undefined : (
        <Notice tone="bad">{refusal.sentence} What is placed stays placed; go on when it is better.</Notice>
      )}
      {results.length === 0 ? undefined : <Results results={results} />}
      {results.length > 0 && results.length === open.length ? (
        <p className="mt-4">
          <Link href="/parcels" className={buttonStyle('plain')}>
            See the parcels
          </Link>
        </p>
      ) : undefined}
    </Panel>
  );
}

function saveFaults({ lines, faults }: Checked) {
  const text = faultsCsv(lines, faults, usualDecimal(navigator.language));
  saveFile(new File([text], 'parcels-faults.csv', { type: 'text/csv' }));
}

/** Some lines at a time; what was placed before a call failed is not placed again. */
function usePlacing(market: string, lines: readonly Line[]) {
  const calls = useCalls();
  const refresh = useRefresh();
  const [results, setResults] = useState<readonly Result[]>([]);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const place = async () => {
    setBusy(true);
    setRefusal(undefined);
    try {
      for (const some of chunksOf(lines.slice(results.length), LINES_AT_ONCE)) {
        const placed = await calls.post<readonly Result[]>(`/uploads/place?market=${market}`, { lines: some });
        setResults((before) => [...before, ...placed]);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefusal(error);
    } finally {
      setBusy(false);
      await refresh(['/parcels']);
    }
  };
  return { place, busy, results, refusal };
}

const FAULT_COLUMNS: readonly Column<Fault>[] = [
  { title: 'Row', cell: ({ line }) => line },
  { title: 'Column', cell: ({ column }) => <code className="font-mono text-sm">{column}</code> },
  { title: 'What is wrong', cell: ({ sentence }) => sentence },
];

function Faults({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <Table
      label="Faults"
      columns={FAULT_COLUMNS}
      rows={faults}
      rowKey={({ line, column, sentence }) => `${line} ${column} ${sentence}`}
      empty=""
    />
  );
}

const RESULT_COLUMNS: readonly Column<Result>[] = [
  { title: 'Row', cell: ({ line }) => line },
  { title: 'Reference', cell: ({ reference }) => reference },
  {
    title: 'Outcome',
    cell: (result) =>
      result.outcome === 'REFUSED' ? (
        <>
          <Badge tone="bad">Refused</Badge>
          <span className="block text-sm">{result.faults.map(({ sentence }) => sentence).join(' ')}</span>
        </>
      ) : (
        <Badge tone="good">{result.outcome === 'PLACED' ? 'Placed' : 'Placed before'}</Badge>
      ),
  },
  {
    title: 'Order',
    cell: (result) =>
      result.outcome === 'REFUSED' ? (
        ''
      ) : (
        <Link href={`/parcels/${result.orderId}`} className="font-mono text-sm text-accent underline">
          {result.orderId}
        </Link>
      ),
  },
];

function Results({ results }: { readonly results: readonly Result[] }) {
  return <Table label="Results" columns={RESULT_COLUMNS} rows={results} rowKey={({ line }) => String(line)} empty="" />;
}
