import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { PartnerRow } from '../../../src/console/partners-wire.ts';
import { Badge } from '../../shared/desk/badge.tsx';
import { faultAt } from '../../shared/desk/calls.ts';
import { CheckBox } from '../../shared/desk/check-box.tsx';
import { Choices } from '../../shared/desk/choices.tsx';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { SearchBox } from '../../shared/desk/search-box.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, usePages } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { type NewSecrets, Secrets } from '../parts/secrets.tsx';
import { useMarkets } from '../parts/use-market.tsx';

/** Everybody who sends deliveries through this deployment. */
export function Partners() {
  const mayCreate = useMay('partners');
  const [search, setSearch] = useFilter('search');
  const { rows, refusal, more } = usePages<PartnerRow>('/partners', { search });
  const [isCreating, setCreating] = useState(false);
  return (
    <Page
      title="Partners"
      about="Everybody who sends deliveries through this deployment, with their keys and their money."
      actions={mayCreate ? <Button onClick={() => setCreating(true)}>Create a partner</Button> : undefined}
    >
      <Filters>
        <SearchBox
          label="Search partners"
          placeholder="A part of the name, an id or a key"
          value={search}
          onSearch={setSearch}
        />
      </Filters>
      <Table
        label="Partners"
        rows={rows}
        refusal={refusal}
        more={more}
        rowKey={({ partnerId }) => partnerId}
        hrefOf={({ partnerId }) => `/partners/${partnerId}`}
        empty={search === '' ? 'No partners yet. Create the first one.' : 'No partner has this name, id or key.'}
        columns={[
          { title: 'Name', cell: ({ name }) => name },
          { title: 'Markets', cell: ({ markets }) => markets.join(', ') || '–' },
          {
            title: 'Platforms',
            wideOnly: true,
            cell: ({ platforms }) =>
              platforms.map((name) => (name === 'PLUS' ? 'Plus' : 'On demand')).join(', ') || '–',
          },
          {
            title: 'Keys',
            cell: ({ keys, isSuspended }) =>
              keys === 0 ? <Badge tone="note">No key</Badge> : isSuspended ? <Badge tone="bad">Suspended</Badge> : keys,
          },
          { title: 'Since', wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
      {isCreating ? <NewPartner onClose={() => setCreating(false)} /> : undefined}
    </Page>
  );
}

function NewPartner({ onClose }: { readonly onClose: () => void }) {
  const calls = useCalls();
  const [, go] = useLocation();
  const { data: markets = [] } = useMarkets();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isPlus, setPlus] = useState(false);
  const [credit, setCredit] = useState('');
  const [made, setMade] = useState<NewSecrets & { readonly partnerId: string }>();
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.post<NewSecrets & { readonly partnerId: string }>('/partners', {
        name,
        markets: chosen,
        platforms: isPlus ? ['ON_DEMAND', 'PLUS'] : ['ON_DEMAND'],
        ...(credit.trim() === '' ? {} : { credit: credit.trim() }),
        reason,
      }),
    { refresh: ['/partners'], onDone: setMade },
  );
  const noMarket = useMemo(
    () => (faultAt(refusal, 'markets') === undefined ? undefined : { sentence: 'Choose at least one.' }),
    [refusal],
  );
  if (made !== undefined)
    return (
      <Secrets
        title={`${name.trim()} is here`}
        secrets={made}
        onClose={() => {
          onClose();
          go(`/partners/${made.partnerId}`);
        }}
      />
    );
  const turn = (code: string) => (on: boolean) =>
    setChosen(on ? [...chosen, code].sort() : chosen.filter((one) => one !== code));
  return (
    <ReasonDialog
      title="Create a partner"
      action="Create the partner"
      busy={busy}
      refusal={refusal}
      fields={['name', 'markets', 'credit']}
      onAct={act}
      onClose={onClose}
    >
      <Field
        label="Name"
        fault={faultAt(refusal, 'name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Choices
        legend="Markets of the first key"
        fault={noMarket}
        value={chosen}
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-3"
      >
        {markets.map(({ market, name: title }) => (
          <CheckBox key={market} label={title} checked={chosen.includes(market)} onTurn={turn(market)} />
        ))}
      </Choices>
      <CheckBox label="Also scheduled parcels (Plus)" checked={isPlus} onTurn={setPlus} />
      <Field
        label="Credit"
        hint="Put into the wallet of each market at once. Leave it empty for none."
        inputMode="decimal"
        fault={faultAt(refusal, 'credit')}
        value={credit}
        onChange={({ target }) => setCredit(target.value)}
      />
    </ReasonDialog>
  );
}
