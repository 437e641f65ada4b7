import type { CardRow } from '../../../src/console/rates-wire.ts';
import { inWords } from '../../../src/foundation/in-words.ts';
import { Badge } from '../../shared/desk/badge.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useData } from '../../shared/desk/use-data.ts';
import { MarketChoice, useMarket } from '../parts/use-market.tsx';

/** What every service costs in every city of a market. */
export function Rates() {
  const { markets, market, choose } = useMarket();
  const { data, refusal } = useData<readonly CardRow[]>(
    market === undefined ? undefined : '/rates',
    market === undefined ? undefined : { market: market.market },
  );
  return (
    <Page
      title="Rate cards"
      about="What every service costs. A change is drafted, tried on past quotations, and holds from the time at which it is published."
    >
      <Filters>
        <MarketChoice markets={markets} market={market} onChoose={choose} />
      </Filters>
      <Table
        label="Rate cards"
        rows={data}
        refusal={refusal}
        rowKey={({ city, service }) => `${city} ${service}`}
        hrefOf={({ city, service }) => `/rates/${encodeURIComponent(city)}/${service}`}
        empty="This market has no services."
        columns={[
          { title: 'Service', cell: ({ service }) => inWords(service) },
          { title: 'City', cell: ({ cityName }) => cityName },
          {
            title: 'Priced by',
            cell: ({ state, isPriced }) =>
              isPriced ? (
                state.holds === 0 ? (
                  'As shipped'
                ) : (
                  `Version ${state.holds}`
                )
              ) : (
                <Badge tone="bad">No price yet</Badge>
              ),
          },
          {
            title: 'Since',
            wideOnly: true,
            cell: ({ heldSince }) =>
              heldSince === null ? <span className="text-quiet">–</span> : <Time at={heldSince} />,
          },
          {
            title: 'Ahead',
            cell: ({ state, drafts }) => (
              <span className="flex flex-wrap gap-1">
                {state.ahead.length === 0 ? undefined : <Badge tone="info">{state.ahead.length} planned</Badge>}
                {drafts === 0 ? undefined : <Badge>{drafts === 1 ? '1 draft' : `${drafts} drafts`}</Badge>}
              </span>
            ),
          },
        ]}
      />
    </Page>
  );
}
