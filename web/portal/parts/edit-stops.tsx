import { useState } from 'react';
import type { OrderPage } from '../../../src/portal/orders-wire.ts';
import { faultAt } from '../../shared/desk/calls.ts';
import { useCalls } from '../../shared/desk/desk.tsx';
import { FormDialog } from '../../shared/desk/form-dialog.tsx';
import { noteToSend } from '../../shared/desk/rules/note.ts';
import { placeHint } from '../../shared/desk/rules/place-hint.ts';
import { TextArea } from '../../shared/desk/text-area.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { useSeen } from '../../shared/desk/use-seen.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { type FieldFault, useStillWrong } from '../../shared/ui/labelled.tsx';

type Props = { readonly order: OrderPage; readonly onClose: () => void };
type Drop = {
  readonly key: string;
  readonly address: string;
  readonly lat: string;
  readonly lng: string;
  /** The address that lies there. */
  readonly addressThere: string;
  readonly name: string;
  readonly phone: string;
  readonly remarks: string;
};
const FIELDS = ['address', 'coordinates', 'coordinates/lat', 'coordinates/lng', 'name', 'phone', 'remarks'];

/** The drop-offs of an order under way, all of them sent anew; the price follows. */
export function EditStops({ order, onClose }: Props) {
  const calls = useCalls();
  const [pickUp, ...others] = order.stops;
  const [drops, setDrops] = useState<readonly Drop[]>(() =>
    others.map(({ stopId, address, coordinates, name, phone, remarks = '' }) => ({
      key: stopId,
      address,
      ...coordinates,
      addressThere: address,
      name,
      phone,
      remarks,
    })),
  );
  const seen = useSeen(order.revision);
  const [sentKeys, setSentKeys] = useState<readonly string[]>([]);
  const { act, busy, refusal } = useAct(
    (revision: number) => {
      setSentKeys([pickUp?.stopId ?? '', ...drops.map(({ key }) => key)]);
      return calls.patch(`/orders/${order.orderId}?market=${order.market}&seen=${revision}`, {
        stops: wireOf(pickUp, drops),
      });
    },
    { refresh: [`/orders/${order.orderId}`, '/wallets'], done: 'The drop-offs are changed.', onDone: onClose },
  );
  /** Whoever was told what has happened meanwhile, and does it all the same, has seen it. */
  const isTold = refusal?.status === 409;
  const change = (key: string, fields: Partial<Drop>) =>
    setDrops((all) => all.map((drop) => (drop.key === key ? { ...drop, ...fields } : drop)));
  const fieldOf = (key: string, field: string) => `stops/${sentKeys.indexOf(key)}/${field}`;
  return (
    <FormDialog
      title="Edit the drop-offs"
      action="Change the drop-offs"
      wide
      fields={sentKeys.slice(1).flatMap((key) => FIELDS.map((field) => fieldOf(key, field)))}
      {...{ busy, refusal, onClose }}
      onAct={() => act(isTold ? order.revision : seen)}
    >
      <p className="text-quiet">
        This can be done once. The pick-up stays, {pickUp?.address}. The way is measured and priced anew.
      </p>
      {drops.map((drop, index) => (
        <DropFields
          key={drop.key}
          drop={drop}
          number={index + 1}
          market={order.market}
          faultOf={(field) => faultAt(refusal, fieldOf(drop.key, field))}
          onChange={(fields) => change(drop.key, fields)}
          {...(drops.length > 1 ? { onRemove: () => setDrops(drops.filter(({ key }) => key !== drop.key)) } : {})}
        />
      ))}
      {drops.length < 15 ? (
        <div>
          <Button kind="plain" size="small" onClick={() => setDrops([...drops, EMPTY(drops.length)])}>
            Add a drop-off
          </Button>
        </div>
      ) : undefined}
      {isTold ? (
        <p>
          The order goes to {others.map(({ address }) => address).join('; ')} now. Change the drop-offs again to put
          yours in place of that.
        </p>
      ) : undefined}
    </FormDialog>
  );
}

const EMPTY = (count: number): Drop => ({
  key: `new-${count}-${Math.random()}`,
  address: '',
  lat: '',
  lng: '',
  addressThere: '',
  name: '',
  phone: '',
  remarks: '',
});

function wireOf(pickUp: OrderPage['stops'][number] | undefined, drops: readonly Drop[]) {
  return [
    // A note that is not sent again is gone.
    { coordinates: pickUp?.coordinates, address: pickUp?.address, remarks: pickUp?.remarks },
    ...drops.map(({ address, lat, lng, name, phone, remarks }) => ({
      address,
      coordinates: { lat, lng },
      name,
      phone,
      ...(remarks === '' ? {} : { remarks: noteToSend(remarks) }),
    })),
  ];
}

const isPlace = (name: keyof Drop) => name === 'lat' || name === 'lng';

type DropProps = {
  readonly drop: Drop;
  readonly number: number;
  readonly market: string;
  readonly faultOf: (field: string) => FieldFault | undefined;
  readonly onChange: (fields: Partial<Drop>) => void;
  readonly onRemove?: () => void;
};

function DropFields({ drop, number, market, faultOf, onChange, onRemove }: DropProps) {
  const calls = useCalls();
  const { address, addressThere } = drop;
  const placeFault = useStillWrong(faultOf('coordinates'), `${drop.lat} ${drop.lng}`);
  const find = useAct(
    async (addressThere: string) => {
      const data = { address: addressThere };
      const place = await calls.post<{ coordinates: { lat: string; lng: string } }>(`/places?market=${market}`, data);
      return { ...place.coordinates, addressThere };
    },
    { onDone: onChange },
  );
  const field = (name: keyof Drop, label: string, fault: string, further: object = {}) => (
    <Field
      label={label}
      value={drop[name]}
      fault={faultOf(fault)}
      onChange={({ target }) => onChange({ [name]: target.value, ...(isPlace(name) ? { addressThere: address } : {}) })}
      {...further}
    />
  );
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-4 sm:grid-cols-2">
      <legend className="px-1 font-semibold">Drop-off {number}</legend>
      {field('address', 'Address', 'address', {
        className: 'sm:col-span-2',
        hint: placeHint(address, addressThere),
      })}
      {field('lat', 'Latitude', 'coordinates/lat', { inputMode: 'decimal' })}
      {field('lng', 'Longitude', 'coordinates/lng', { inputMode: 'decimal' })}
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <Button kind="plain" size="small" busy={find.busy} onClick={() => find.act(address)}>
          Find the address on the map
        </Button>
        {find.refusal === undefined ? undefined : <span className="text-sm text-bad">{find.refusal.sentence}</span>}
        {placeFault === undefined ? undefined : <span className="text-sm text-bad">{placeFault}</span>}
      </div>
      {field('name', 'Recipient', 'name')}
      {field('phone', 'Phone', 'phone', { inputMode: 'tel' })}
      <TextArea
        label="Note to the driver"
        className="sm:col-span-2"
        rows={2}
        value={drop.remarks}
        fault={faultOf('remarks')}
        onChange={({ target }) => onChange({ remarks: target.value })}
      />
      {onRemove === undefined ? undefined : (
        <div className="sm:col-span-2">
          <Button kind="quietDanger" size="small" onClick={onRemove}>
            Remove this drop-off
          </Button>
        </div>
      )}
    </fieldset>
  );
}
