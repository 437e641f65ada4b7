import { useState } from 'react';
import type { AreaPreviewWire, CityAreaWire } from '../../../src/console/markets-wire.ts';
import { CheckBox } from '../../shared/desk/check-box.tsx';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { useSeen } from '../../shared/desk/use-seen.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { AreaCorners } from '../parts/area-corners.tsx';
import { AreaMap } from '../parts/area-map.tsx';
import { CityChoice, useMarketCity } from '../parts/use-market.tsx';
import { type Area, type CornerAt, crossingIn, insertCorner } from '../rules/area-edit.ts';
import { isSameCity, placesThatChangeSides } from '../rules/places.ts';

/** Where a city is served, drawn on the map. */
export function Areas() {
  const { cities, city, choose } = useMarketCity();
  const path = city === undefined ? undefined : `/markets/${city.market.market}/areas/${encodeURIComponent(city.city)}`;
  const { data, refusal } = useData<CityAreaWire>(path);
  return (
    <Page
      title="Service areas"
      about="All stops of an order lie in the area of one city. Drag a corner, or take the small dot between two corners to add one."
    >
      <Filters>
        <CityChoice cities={cities} city={city} onChoose={choose} />
      </Filters>
      {data === undefined || city === undefined || path === undefined ? (
        refusal === undefined ? undefined : (
          <Refused refusal={refusal} />
        )
      ) : (
        <Editor key={path} latest={data} market={city.market.market} path={path} />
      )}
    </Page>
  );
}

type EditorProps = { readonly latest: CityAreaWire; readonly market: string; readonly path: string };

/** What is being drawn stays, and is about the version in which it was begun, whatever others change in the market. */
function Editor({ latest, market, path }: EditorProps) {
  const calls = useCalls();
  const mayEdit = useMay('rates');
  const [known, setKnown] = useState(latest);
  const [steps, setSteps] = useState<readonly [Area, ...Area[]]>([known.area]);
  const [dragged, setDragged] = useState<Area>();
  const [chosen, setChosen] = useState<CornerAt>();
  const [preview, setPreview] = useState<AreaPreviewWire>();
  const [asking, setAsking] = useState<'save' | 'reset'>();
  const kept = steps.at(-1) as Area;
  const area = dragged ?? kept;
  const crossing = crossingIn(area);
  const isChanged = steps.length > 1;
  const startFrom = (now: CityAreaWire) => {
    setKnown(now);
    setSteps([now.area]);
    setChosen(undefined);
    setPreview(undefined);
  };
  const isOld = latest.version !== known.version;
  if (isOld && !isChanged && dragged === undefined) startFrom(latest);
  const take = (next: Area) => {
    setPreview(undefined);
    if (next !== kept) setSteps([...steps, next]);
  };
  const {
    act: tryIt,
    busy,
    refusal,
  } = useAct(() => calls.post<AreaPreviewWire>(`${path}/preview`, { area: kept }), { onDone: setPreview });
  return (
    <>
      {crossing === undefined ? undefined : (
        <Notice tone="bad">
          The area crosses itself: the lines after corners {crossing.lines[0] + 1} and {crossing.lines[1] + 1} meet.
        </Notice>
      )}
      {isOld && isChanged ? (
        <ChangedMeanwhile
          isElsewhere={isSameCity(known, latest)}
          onKeep={() => setKnown(latest)}
          onDrop={() => startFrom(latest)}
        />
      ) : undefined}
      <div className="grid items-start gap-5 xl:grid-cols-[1fr_24rem]">
        <AreaMap
          market={market}
          name={known.name}
          shown={{
            area,
            isCrossing: crossing !== undefined,
            mayEdit,
            chosen,
            outside: preview?.outside ?? [],
            onMove: (next, isDone) => {
              setDragged(isDone ? undefined : next);
              if (isDone) take(next);
            },
            onInsert: (at) => {
              take(insertCorner(kept, at));
              setChosen({ ...at, corner: at.corner + 1 });
            },
            onChoose: setChosen,
          }}
        />
        <div className="flex flex-col gap-5">
          <Panel title={known.version === 0 ? 'As shipped' : `Version ${known.version} of the market`}>
            <div className="flex flex-wrap gap-2">
              <Button kind="plain" size="small" busy={busy} disabled={crossing !== undefined} onClick={() => tryIt()}>
                Try it on past quotations
              </Button>
              {mayEdit ? (
                <>
                  <Button
                    kind="plain"
                    size="small"
                    disabled={!isChanged}
                    onClick={() => {
                      setPreview(undefined);
                      setSteps(steps.slice(0, -1) as unknown as readonly [Area, ...Area[]]);
                    }}
                  >
                    Undo
                  </Button>
                  <Button
                    size="small"
                    disabled={!isChanged || crossing !== undefined}
                    onClick={() => setAsking('save')}
                  >
                    Save the area
                  </Button>
                  {known.version === 0 || !known.isShipped ? undefined : (
                    <Button kind="quietDanger" size="small" onClick={() => setAsking('reset')}>
                      Back to what was shipped
                    </Button>
                  )}
                </>
              ) : undefined}
            </div>
            {refusal === undefined ? undefined : (
              <div className="mt-3">
                <Notice tone="bad">{refusal.sentence}</Notice>
              </div>
            )}
            {preview === undefined ? undefined : <Tried preview={preview} />}
          </Panel>
          <AreaCorners area={kept} mayEdit={mayEdit} chosen={chosen} onChoose={setChosen} onChange={take} />
        </div>
      </div>
      {asking === 'save' ? (
        <Save
          known={known}
          area={kept}
          path={path}
          onSaved={() => setSteps([kept])}
          onClose={() => setAsking(undefined)}
        />
      ) : asking === 'reset' ? (
        <Reset known={known} market={market} onClose={() => setAsking(undefined)} />
      ) : undefined}
    </>
  );
}

type ChangedProps = { readonly isElsewhere: boolean; readonly onKeep: () => void; readonly onDrop: () => void };

function ChangedMeanwhile({ isElsewhere, onKeep, onDrop }: ChangedProps) {
  return (
    <Notice tone="bad">
      <p>
        {isElsewhere
          ? 'Somebody changed the market since you began to draw, but not this city.'
          : 'Somebody changed this city since you began to draw.'}
      </p>
      <p className="mt-2">
        {isElsewhere ? (
          <Button kind="plain" size="small" onClick={onKeep}>
            Go on with my drawing
          </Button>
        ) : (
          <Button kind="plain" size="small" onClick={onDrop}>
            Drop my drawing and show theirs
          </Button>
        )}
      </p>
    </Notice>
  );
}

function Tried({ preview: { quotations, leftOut, partners, isCut } }: { readonly preview: AreaPreviewWire }) {
  return (
    <div className="mt-4 flex flex-col gap-3" role="status">
      <p>
        {quotations === 0
          ? 'Nobody has asked for a price here in the last 14 days.'
          : leftOut === 0
            ? `All ${quotations} quotations of the last 14 days lie inside.`
            : `${leftOut} of ${quotations} quotations of the last 14 days would be refused.`}
        {isCut ? ' Only the latest were tried.' : ''}
      </p>
      {partners.length === 0 ? undefined : (
        <Table
          label="Whose quotations would be refused"
          rows={partners}
          rowKey={({ partnerId }) => partnerId}
          empty=""
          columns={[
            { title: 'Partner', cell: ({ name }) => name },
            { title: 'Refused', right: true, cell: (row) => row.leftOut },
          ]}
        />
      )}
    </div>
  );
}

type SaveProps = {
  readonly known: CityAreaWire;
  readonly area: Area;
  readonly path: string;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};

function Save({ known, area, path, onSaved, onClose }: SaveProps) {
  const calls = useCalls();
  const moving = placesThatChangeSides(known, area);
  const [meant, setMeant] = useState<readonly string[]>([]);
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.put(path, { area, placesThatMove: meant, seen: known.version, reason }),
    {
      refresh: ['/markets'],
      done: 'The area holds from now on.',
      onDone: () => {
        onSaved();
        onClose();
      },
    },
  );
  return (
    <ReasonDialog
      title={`Save the area of ${known.name}?`}
      action="Save the area"
      busy={busy}
      refusal={refusal}
      onAct={act}
      onClose={onClose}
    >
      <p className="text-quiet">It holds for every quotation from now on. Orders that were placed go on.</p>
      {moving.length === 0 ? undefined : (
        <fieldset className="flex flex-col gap-1.5">
          <legend className="mb-1 font-medium">These places change sides. Is that meant?</legend>
          {moving.map(({ name, isInside }) => (
            <CheckBox
              key={name}
              label={isInside ? `${name} lies inside now` : `${name} lies outside now`}
              checked={meant.includes(name)}
              onTurn={(on) => setMeant(on ? [...meant, name] : meant.filter((one) => one !== name))}
            />
          ))}
        </fieldset>
      )}
    </ReasonDialog>
  );
}

function Reset({
  known,
  market,
  onClose,
}: {
  readonly known: CityAreaWire;
  readonly market: string;
  readonly onClose: () => void;
}) {
  const calls = useCalls();
  const seen = useSeen(known.version);
  const { act, busy, refusal } = useAct((reason: string) => calls.post(`/markets/${market}/reset`, { seen, reason }), {
    refresh: ['/markets'],
    done: 'What was shipped is in use again.',
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={`Back to what was shipped in ${market}?`}
      action="Go back"
      danger
      busy={busy}
      refusal={refusal}
      onAct={act}
      onClose={onClose}
    >
      <p className="text-quiet">
        All areas and special requests of the market are as they came with the product, not this city’s alone.
      </p>
    </ReasonDialog>
  );
}
