import { useMemo, useRef, useState } from 'react';
import { useCalls } from '../../shared/desk/desk.tsx';
import { DeliveryMap } from '../../shared/map/delivery-map.tsx';
import type { MapPoint, MapWords } from '../../shared/map/view.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { FieldFault } from '../../shared/ui/labelled.tsx';
import {
  type DraftStop,
  MOST_STOPS,
  moved,
  pointFrom,
  withName,
  without,
  withPlace,
  withPoint,
} from '../rules/draft-order.ts';

type Props = {
  readonly market: string;
  readonly corners: readonly MapPoint[];
  readonly stops: readonly DraftStop[];
  readonly faultOf: (key: string) => FieldFault | undefined;
  readonly onChange: (change: (stops: readonly DraftStop[]) => readonly DraftStop[]) => void;
};
type Place = { readonly address: string; readonly coordinates: { readonly lat: string; readonly lng: string } };

const WORDS: MapWords = {
  map: 'Map on which stops are placed',
  driver: 'Driver',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  sources: 'Sources of the map',
};
let made = 0;
export const newKey = () => `stop-${++made}`;

/** Stops by pressing on the map or by writing where they are; carried, put in another order and taken away. */
export function StopEditor({ market, corners, stops, faultOf, onChange }: Props) {
  const find = useFindPlace(market);
  const [added, setAdded] = useState<string>();
  const update = (key: string, fields: Partial<DraftStop>) =>
    onChange((all) => all.map((stop) => (stop.key === key ? { ...stop, ...fields } : stop)));
  const view = useMemo(() => {
    const points = stops.flatMap(({ point, address }, index) =>
      point === undefined ? [] : [{ ...point, ...kindOf(index), label: `${nameOf(index)}: ${address}`, closed: false }],
    );
    return { market, stops: points, route: points, frame: corners };
  }, [market, corners, stops]);
  const placed = stops.filter(({ point }) => point !== undefined);
  const giveName = async (point: MapPoint) => {
    const place = await find.byPoint(point);
    if (place !== undefined) onChange((all) => withName(all, point, place.address));
  };
  const press = (point: MapPoint) => {
    const key = newKey();
    onChange((all) => withPlace(all, { address: printed(point), point }, key));
    return giveName(point);
  };
  const carry = (index: number, point: MapPoint) => {
    update(placed[index]?.key ?? '', { point, address: printed(point) });
    return giveName(point);
  };
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="flex flex-col gap-3 lg:order-1">
        <DeliveryMap
          view={view}
          words={WORDS}
          hand={{ press, carry }}
          className="h-80 overflow-hidden rounded-card border border-line lg:h-full lg:min-h-96"
        />
        <p className="text-sm text-quiet">Press on the map to place a stop, and carry it to where it should be.</p>
      </div>
      <div className="flex flex-col gap-3">
        <ol className="flex flex-col gap-3">
          {stops.map((stop, index) => (
            <StopRow
              key={stop.key}
              stop={stop}
              index={index}
              isAdded={stop.key === added}
              count={stops.length}
              fault={find.faults[stop.key] ?? faultOf(stop.key)}
              onWrite={(address) => update(stop.key, { address, point: undefined })}
              onFind={async () => {
                if (stop.address.trim() === '' || stop.point !== undefined) return;
                const written = pointFrom(stop.address);
                if (written !== undefined) {
                  onChange((all) => withPoint(all, stop, written));
                  return giveName(written);
                }
                const place = await find.byAddress(stop.key, stop.address.trim());
                if (place === undefined) return;
                const point = { lat: Number(place.coordinates.lat), lng: Number(place.coordinates.lng) };
                onChange((all) => withPoint(all, stop, point));
              }}
              onMove={(by) => onChange((all) => moved(all, index, by))}
              onRemove={() => onChange((all) => without(all, stop.key, newKey()))}
            />
          ))}
        </ol>
        {stops.length < MOST_STOPS ? (
          <div>
            <Button
              kind="plain"
              size="small"
              onClick={() => {
                const key = newKey();
                setAdded(key);
                onChange((all) => [...all, { key, address: '', point: undefined }]);
              }}
            >
              Add a drop-off
            </Button>
          </div>
        ) : undefined}
      </div>
    </div>
  );
}

function kindOf(index: number): { readonly kind: 'pickUp' | 'dropOff' } {
  return { kind: index === 0 ? 'pickUp' : 'dropOff' };
}

function nameOf(index: number): string {
  return index === 0 ? 'Pick-up' : `Drop-off ${index}`;
}

function printed({ lat, lng }: MapPoint): string {
  return `${lat}, ${lng}`;
}

/** By the same geocoder as the API. A place without a name keeps its coordinates as its address. */
function useFindPlace(market: string) {
  const calls = useCalls();
  const [faults, setFaults] = useState<Readonly<Record<string, FieldFault>>>({});
  const latest = useRef(faults);
  latest.current = faults;
  const ask = (data: object) => calls.post<Place>(`/places?market=${market}`, data);
  return {
    faults,
    byPoint: (coordinates: MapPoint) => ask({ coordinates }).catch(() => undefined),
    byAddress: async (key: string, address: string) => {
      try {
        const place = await ask({ address });
        const { [key]: _, ...others } = latest.current;
        setFaults(others);
        return place;
      } catch {
        setFaults({ ...latest.current, [key]: { sentence: 'This address is not known. Place the stop on the map.' } });
        return undefined;
      }
    },
  };
}

type RowProps = {
  readonly stop: DraftStop;
  readonly index: number;
  readonly count: number;
  /** By hand, to be written at once. */
  readonly isAdded: boolean;
  readonly fault: FieldFault | undefined;
  readonly onWrite: (address: string) => void;
  readonly onFind: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
};

function StopRow({ stop, index, count, isAdded, fault, onWrite, onFind, onMove, onRemove }: RowProps) {
  return (
    <li className="rounded-card border border-line p-3">
      <Field
        label={nameOf(index)}
        placeholder="Address, or latitude and longitude"
        autoFocus={isAdded}
        value={stop.address}
        fault={stop.point === undefined ? fault : undefined}
        hint={stop.point === undefined ? undefined : `On the map at ${printed(stop.point)}`}
        onChange={({ target }) => onWrite(target.value)}
        onBlur={onFind}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onFind();
        }}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          kind="quiet"
          size="small"
          disabled={index === 0}
          onClick={() => onMove(-1)}
          aria-label={`Move ${nameOf(index)} up`}
        >
          Up
        </Button>
        <Button
          kind="quiet"
          size="small"
          disabled={index === count - 1}
          onClick={() => onMove(1)}
          aria-label={`Move ${nameOf(index)} down`}
        >
          Down
        </Button>
        <Button kind="quietDanger" size="small" onClick={onRemove} aria-label={`Remove ${nameOf(index)}`}>
          Remove
        </Button>
      </div>
    </li>
  );
}
