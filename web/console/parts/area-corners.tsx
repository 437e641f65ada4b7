import { useState } from 'react';
import { Panel } from '../../shared/desk/page.tsx';
import { ScrollBox } from '../../shared/desk/scroll-box.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import {
  type Area,
  type CornerAt,
  cornersOf,
  insertCorner,
  moveCorner,
  removeCorner,
  ringAt,
} from '../rules/area-edit.ts';

type Props = {
  readonly area: Area;
  readonly mayEdit: boolean;
  readonly chosen: CornerAt | undefined;
  readonly onChoose: (at: CornerAt) => void;
  readonly onChange: (area: Area) => void;
};

/** The same by numbers, for whoever has no pointer or wants it exact. */
export function AreaCorners({ area, mayEdit, chosen, onChoose, onChange }: Props) {
  const rings = area.flatMap((polygon, p) => polygon.map((_, r) => ({ polygon: p, ring: r })));
  const open = chosen ?? { polygon: 0, ring: 0, corner: 0 };
  const corners = cornersOf(ringAt(area, open));
  const at = { ...open, corner: Math.min(open.corner, Math.max(0, corners.length - 1)) };
  const corner = corners[at.corner];
  return (
    <Panel
      title="Corners"
      about={`${corners.length} of them${rings.length > 1 ? ' in this part' : ''}, in the order in which they are drawn.`}
    >
      <div className="flex flex-col gap-3">
        {rings.length === 1 ? undefined : (
          <Select
            label="Part of the area"
            choices={rings.map(({ polygon, ring }, index) => ({
              value: String(index),
              title: ring === 0 ? `Part ${polygon + 1}` : `Hole ${ring} in part ${polygon + 1}`,
            }))}
            value={String(rings.findIndex(({ polygon, ring }) => polygon === at.polygon && ring === at.ring))}
            onChoose={(index) => {
              const part = rings[Number(index)];
              if (part !== undefined) onChoose({ ...part, corner: 0 });
            }}
          />
        )}
        {corner === undefined || !mayEdit ? undefined : (
          <CornerForm
            key={`${at.polygon} ${at.ring} ${at.corner} ${corner.join()}`}
            number={at.corner + 1}
            lng={corner[0]}
            lat={corner[1]}
            onMove={(lng, lat) => onChange(moveCorner(area, at, [lng, lat]))}
            onInsert={() => {
              onChange(insertCorner(area, at));
              onChoose({ ...at, corner: at.corner + 1 });
            }}
            {...(corners.length > 3 ? { onRemove: () => onChange(removeCorner(area, at)) } : {})}
          />
        )}
        <ScrollBox label="Corners of the area" className="max-h-72 rounded-control border border-line">
          <ol className="text-sm tabular-nums">
            {corners.map(([lng, lat], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a corner is known by its place alone
              <li key={index} className="border-line not-last:border-b">
                <button
                  type="button"
                  aria-current={index === at.corner}
                  onClick={() => onChoose({ ...at, corner: index })}
                  className="flex w-full justify-between gap-3 px-3 py-1.5 text-left hover:bg-line/25 aria-[current=true]:bg-accent-soft aria-[current=true]:text-accent forced-colors:aria-[current=true]:underline"
                >
                  <span>{index + 1}</span>
                  <span>
                    {lat.toFixed(5)}, {lng.toFixed(5)}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </ScrollBox>
      </div>
    </Panel>
  );
}

type FormProps = {
  readonly number: number;
  readonly lng: number;
  readonly lat: number;
  readonly onMove: (lng: number, lat: number) => void;
  readonly onInsert: () => void;
  readonly onRemove?: () => void;
};

function CornerForm({ number, lng, lat, onMove, onInsert, onRemove }: FormProps) {
  const [north, setNorth] = useState(String(lat));
  const [east, setEast] = useState(String(lng));
  const isPlace = isDegrees(north, 90) && isDegrees(east, 180);
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPlace) onMove(Number(east), Number(north));
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={`Latitude of corner ${number}`}
          inputMode="decimal"
          fault={isDegrees(north, 90) ? undefined : 'From −90 to 90.'}
          value={north}
          onChange={({ target }) => setNorth(target.value)}
        />
        <Field
          label={`Longitude of corner ${number}`}
          inputMode="decimal"
          fault={isDegrees(east, 180) ? undefined : 'From −180 to 180.'}
          value={east}
          onChange={({ target }) => setEast(target.value)}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="plain" size="small">
          Move it there
        </Button>
        <Button kind="plain" size="small" onClick={onInsert}>
          Add one after it
        </Button>
        {onRemove === undefined ? undefined : (
          <Button kind="quietDanger" size="small" onClick={onRemove}>
            Remove it
          </Button>
        )}
      </div>
    </form>
  );
}

function isDegrees(text: string, most: number): boolean {
  return text.trim() !== '' && Math.abs(Number(text)) <= most;
}
