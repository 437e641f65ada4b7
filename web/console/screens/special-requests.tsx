import { useState } from 'react';
import type { RequestsWire } from '../../../src/console/markets-wire.ts';
import { inWords } from '../../../src/foundation/in-words.ts';
import { Badge } from '../../shared/desk/badge.tsx';
import { faultAt } from '../../shared/desk/calls.ts';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { MomentField } from '../../shared/desk/moment-field.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { fromLocalTime, toLocalTime } from '../../shared/desk/rules/local-time.ts';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { useSeen } from '../../shared/desk/use-seen.ts';
import { MarketChoice, useMarket } from '../parts/use-market.tsx';

type Request = RequestsWire['requests'][number];

const STATES = {
  on: { tone: 'good', title: 'On' },
  announced: { tone: 'info', title: 'Announced' },
  gone: { tone: 'bad', title: 'Gone' },
  unused: { tone: 'plain', title: 'Not offered' },
} as const;

/** What can be asked for beside a delivery, and from when until when. */
export function SpecialRequests() {
  const { markets, market, choose } = useMarket();
  const mayChange = useMay('rates');
  const path = market === undefined ? undefined : `/markets/${market.market}/special-requests`;
  const { data, refusal } = useData<RequestsWire>(path);
  const [open, setOpen] = useState<Request>();
  return (
    <Page
      title="Special requests"
      about="When a request can be used. Before it comes, partners are told that it will; from the moment it goes, nobody can choose it."
    >
      <Filters>
        <MarketChoice markets={markets} market={market} onChoose={choose} />
      </Filters>
      <Table
        label="Special requests"
        rows={data?.requests}
        refusal={refusal}
        rowKey={({ name }) => name}
        {...(mayChange ? { onOpen: setOpen } : {})}
        empty="This market has no special requests."
        columns={[
          { title: 'Request', cell: ({ description }) => description },
          { title: 'State', cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].title}</Badge> },
          { title: 'Comes', cell: ({ onlineFrom }) => <Moment at={onlineFrom} none="Always there" /> },
          { title: 'Goes', cell: ({ offlineFrom }) => <Moment at={offlineFrom} none="Stays" /> },
          { title: 'Services', wideOnly: true, cell: ({ services }) => services.map(inWords).join(', ') || '–' },
          { title: 'Name', wideOnly: true, cell: ({ name }) => <code className="text-fine">{name}</code> },
        ]}
      />
      {open === undefined || data === undefined || path === undefined ? undefined : (
        <Times request={open} version={data.version} path={path} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  );
}

function Moment({ at, none }: { readonly at: string | null; readonly none: string }) {
  return at === null ? <span className="text-quiet">{none}</span> : <Time at={at} />;
}

type TimesProps = {
  readonly request: Request;
  readonly version: number;
  readonly path: string;
  readonly onClose: () => void;
};

function Times({ request, version, path, onClose }: TimesProps) {
  const calls = useCalls();
  const seen = useSeen(version);
  const [comes, setComes] = useState(toLocalTime(request.onlineFrom));
  const [goes, setGoes] = useState(toLocalTime(request.offlineFrom));
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.put(`${path}/${request.name}`, {
        onlineFrom: fromLocalTime(comes, request.onlineFrom),
        offlineFrom: fromLocalTime(goes, request.offlineFrom),
        seen,
        reason,
      }),
    { refresh: ['/markets'], done: 'The times are set.', onDone: onClose },
  );
  return (
    <ReasonDialog
      title={request.description}
      action="Set the times"
      busy={busy}
      refusal={refusal}
      fields={['onlineFrom', 'offlineFrom']}
      onAct={act}
      onClose={onClose}
    >
      <MomentField
        label="Comes, in your time"
        type="datetime-local"
        hint="Empty: it has always been there."
        fault={faultAt(refusal, 'onlineFrom')}
        value={comes}
        onChange={({ target }) => setComes(target.value)}
      />
      <MomentField
        label="Goes, in your time"
        type="datetime-local"
        hint="Empty: it stays."
        fault={faultAt(refusal, 'offlineFrom')}
        value={goes}
        onChange={({ target }) => setGoes(target.value)}
      />
    </ReasonDialog>
  );
}
