import { useState } from 'react';
import { faultAt } from '../../../shared/desk/calls.ts';
import { useCalls } from '../../../shared/desk/desk.tsx';
import { ReasonDialog } from '../../../shared/desk/reason-dialog.tsx';
import { noteToSend } from '../../../shared/desk/rules/note.ts';
import { placeHint } from '../../../shared/desk/rules/place-hint.ts';
import { TextArea } from '../../../shared/desk/text-area.tsx';
import { useAct } from '../../../shared/desk/use-data.ts';
import { useSeen } from '../../../shared/desk/use-seen.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { type ActingProps, refreshOf } from './acting.ts';

type EditedStop = {
  readonly key: string;
  address: string;
  lat: string;
  lng: string;
  /** The address that lies there. */
  addressThere: string;
  name: string;
  phone: string;
  remarks: string;
};

const isPlace = (field: keyof EditedStop) => field === 'lat' || field === 'lng';

export function EditDropOffs({ order, onClose }: ActingProps) {
  const calls = useCalls();
  const seen = useSeen(order.revision);
  const [stops, setStops] = useState<readonly EditedStop[]>(() =>
    order.stops.map(({ stopId, address, lat, lng, name, phone, remarks }) => ({
      key: stopId,
      address,
      lat,
      lng,
      addressThere: address,
      name,
      phone,
      remarks,
    })),
  );
  const [sentKeys, setSentKeys] = useState<readonly string[]>([]);
  const { act, busy, refusal } = useAct(
    (reason: string) => {
      setSentKeys(stops.map(({ key }) => key));
      return calls.patch(`/orders/${order.orderId}`, {
        reason,
        seen,
        stops: stops.map(({ address, lat, lng, name, phone, remarks }) => ({
          coordinates: { lat: lat.trim(), lng: lng.trim() },
          address: address.trim(),
          name,
          phone,
          remarks: noteToSend(remarks),
        })),
      });
    },
    { refresh: refreshOf(order), done: 'The drop-offs are changed.', onDone: onClose },
  );
  const change = (key: string, changes: Partial<EditedStop>) =>
    setStops((before) => before.map((stop) => (stop.key === key ? { ...stop, ...changes } : stop)));
  const fieldOf = (key: string, field: string) => `stops/${sentKeys.indexOf(key)}/${field}`;
  const add = () =>
    setStops((before) => [
      ...before,
      { key: crypto.randomUUID(), address: '', lat: '', lng: '', addressThere: '', name: '', phone: '', remarks: '' },
    ]);
  const fields = sentKeys.flatMap((key) =>
    ['address', 'name', 'phone', 'remarks', 'coordinates/lat', 'coordinates/lng'].map((field) => fieldOf(key, field)),
  );
  return (
    <ReasonDialog
      title="Edit the drop-offs"
      action="Save the drop-offs"
      fields={fields}
      {...{ busy, refusal, onClose }}
      onAct={act}
    >
      <p className="text-quiet">
        The price is made anew by the rates of the placement. The pick-up stays as it is, and the partner keeps the one
        edit that is theirs.
      </p>
      {stops.slice(1).map((stop, index) => (
        <fieldset key={stop.key} className="rounded-card border border-line p-4">
          <legend className="px-1 font-semibold">Drop-off {index + 1}</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {(
              [
                ['address', 'Address', 'address'],
                ['name', 'Name', 'name'],
                ['phone', 'Phone', 'phone'],
                ['lat', 'Latitude', 'coordinates/lat'],
                ['lng', 'Longitude', 'coordinates/lng'],
              ] as const
            ).map(([field, label, pointer]) => (
              <Field
                key={field}
                label={label}
                className={field === 'address' ? 'sm:col-span-2' : ''}
                value={stop[field]}
                fault={faultAt(refusal, fieldOf(stop.key, pointer))}
                hint={field === 'address' ? placeHint(stop.address, stop.addressThere) : undefined}
                onChange={({ target }) =>
                  change(stop.key, { [field]: target.value, ...(isPlace(field) ? { addressThere: stop.address } : {}) })
                }
              />
            ))}
            <TextArea
              label="Note to the driver"
              className="sm:col-span-2"
              rows={2}
              value={stop.remarks}
              fault={faultAt(refusal, fieldOf(stop.key, 'remarks'))}
              onChange={({ target }) => change(stop.key, { remarks: target.value })}
            />
          </div>
          {stops.length > 2 ? (
            <Button
              kind="quietDanger"
              className="mt-2"
              onClick={() => setStops(stops.filter(({ key }) => key !== stop.key))}
            >
              Remove this drop-off
            </Button>
          ) : undefined}
        </fieldset>
      ))}
      <div>
        <Button kind="plain" onClick={add}>
          Add a drop-off
        </Button>
      </div>
    </ReasonDialog>
  );
}
