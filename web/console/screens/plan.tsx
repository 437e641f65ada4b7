import { useState } from 'react';
import { Link } from 'wouter';
import type { PlanWire } from '../../../src/console/plus-wire.ts';
import { Badge } from '../../shared/desk/badge.tsx';
import { faultBeside } from '../../shared/desk/calls.ts';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { lengthOf } from '../../shared/desk/rules/moment.ts';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { PlanMap } from '../parts/plan-map.tsx';
import { CityChoice, useMarketCity } from '../parts/use-market.tsx';

const WHY: Readonly<Record<string, string>> = {
  NO_DRIVER: 'Nobody drives parcels, or not the one who holds it',
  OUTSIDE_HOURS: 'Nobody could bring it within their hours',
  NO_ROOM: 'Nobody who could has room for a parcel',
  ROUTES_FULL: 'Other parcels fill the hours or the room',
  TOO_MANY: 'More parcels than one plan can hold; it comes in when others are brought',
};

/** Who carries which parcels on a day, on the map and as a list. */
export function Plan() {
  const { cities, city, choose } = useMarketCity();
  const plus = cities.filter(({ market }) => market.plus);
  const open = city?.market.plus === true ? city : plus[0];
  const [day, setDay] = useFilter('day');
  const { data, refusal } = useData<PlanWire>(open === undefined ? undefined : '/plus/plan', { city: open?.city, day });
  const mayPlan = useMay('dispatch');
  const [isPlanning, setPlanning] = useState(false);
  return (
    <Page
      title="Plan of the day"
      about="Which driver carries which parcels, in which order. It is made anew by itself as parcels come."
      actions={mayPlan && open !== undefined ? <Button onClick={() => setPlanning(true)}>Plan anew</Button> : undefined}
    >
      <Filters>
        <CityChoice cities={plus} city={open} onChoose={choose} />
        <Field
          label="Day"
          type="date"
          value={day || (data?.date ?? '')}
          onChange={({ target }) => setDay(target.value)}
        />
      </Filters>
      {data === undefined || open === undefined ? (
        refusal === undefined ? undefined : (
          <Refused refusal={refusal} />
        )
      ) : (
        <Shown plan={data} market={open.market.market} zone={open.timeZone} />
      )}
      {isPlanning && open !== undefined ? (
        <PlanAnew city={open.city} day={data?.date} onClose={() => setPlanning(false)} />
      ) : undefined}
    </Page>
  );
}

function Shown({ plan, market, zone }: { readonly plan: PlanWire; readonly market: string; readonly zone: string }) {
  const { madeAt, routes, unplanned, totalMeters, kept, broken } = plan;
  if (madeAt === null)
    return (
      <Panel title="No plan yet">
        <p className="text-quiet">
          There is no plan for this day. It is made from an hour before drivers begin, once parcels are there.
        </p>
      </Panel>
    );
  const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
  return (
    <>
      <p className="text-quiet">
        {count(routes.length, 'route')}, {kilometers(totalMeters)} in all; deadlines kept: {kept}, broken: {broken}.
        Made <Time at={madeAt} ago />.
      </p>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <PlanMap market={market} routes={routes} />
        <div className="flex flex-col gap-5">
          {routes.map(({ driverId, driverName, meters, visits }, index) => (
            <Panel
              key={driverId}
              title={`${index + 1}. ${driverName}`}
              about={`${count(visits.length, 'visit')}, ${kilometers(meters)}`}
            >
              <ol className="text-dense">
                {visits.map((visit) => (
                  <li
                    key={`${visit.parcelId} ${visit.kind}`}
                    className="flex flex-wrap items-baseline gap-x-3 border-line py-1.5 not-last:border-b"
                  >
                    <Time at={visit.beginAt} zone={zone} />
                    <span className="text-quiet">{visit.kind === 'PICK_UP' ? 'Pick up' : 'Hand over'}</span>
                    <Link
                      href={`/parcels/${visit.parcelId}`}
                      className="font-medium underline-offset-4 hover:underline"
                    >
                      {visit.clientRef || visit.parcelId}
                    </Link>
                    {visit.lateSeconds === 0 ? undefined : <Badge tone="bad">{lengthOf(visit.lateSeconds)} late</Badge>}
                    <span className="w-full text-sm text-quiet">{visit.address}</span>
                  </li>
                ))}
              </ol>
            </Panel>
          ))}
          {routes.length === 0 ? <p className="text-quiet">Nobody has a route.</p> : undefined}
        </div>
      </div>
      <Table
        label="Parcels without a place in the plan"
        rows={unplanned}
        rowKey={({ parcelId }) => parcelId}
        hrefOf={({ parcelId }) => `/parcels/${parcelId}`}
        empty="Every parcel has a place in the plan."
        columns={[
          { title: 'Not planned', cell: ({ clientRef, parcelId }) => clientRef || parcelId },
          { title: 'Why', cell: ({ reason }) => WHY[reason] ?? reason },
        ]}
      />
    </>
  );
}

function kilometers(meters: number): string {
  return `${(meters / 1_000).toFixed(1)} km`;
}

function PlanAnew({
  city,
  day,
  onClose,
}: {
  readonly city: string;
  readonly day: string | undefined;
  readonly onClose: () => void;
}) {
  const calls = useCalls();
  const { act, busy, refusal } = useAct((reason: string) => calls.post('/plus/plan', { city, day, reason }), {
    refresh: ['/plus'],
    done: 'The day is planned anew.',
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title="Plan the day anew?"
      action="Plan anew"
      busy={busy}
      refusal={refusal}
      onAct={act}
      onClose={onClose}
    >
      <p className="text-quiet">
        Parcels without a driver are given to one. What a driver holds stays with that driver; the order of stops may
        change.
      </p>
      {faultBeside(refusal, []) === undefined && busy ? (
        <p className="text-quiet">A large city takes some seconds …</p>
      ) : undefined}
    </ReasonDialog>
  );
}
