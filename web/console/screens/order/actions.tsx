import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { Badge } from '../../../shared/desk/badge.tsx';
import { faultAt, faultBeside } from '../../../shared/desk/calls.ts';
import { CheckBox } from '../../../shared/desk/check-box.tsx';
import { useCalls, useMay } from '../../../shared/desk/desk.tsx';
import { Dialog, DialogActions } from '../../../shared/desk/dialog.tsx';
import { ReasonDialog } from '../../../shared/desk/reason-dialog.tsx';
import { SearchBox } from '../../../shared/desk/search-box.tsx';
import { TextArea } from '../../../shared/desk/text-area.tsx';
import { useAct, useData } from '../../../shared/desk/use-data.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Skeleton } from '../../../shared/ui/card.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { AmountField } from '../../parts/amount-field.tsx';
import type { AskedDriver, OrderMoney, OrderRecord } from '../../types.ts';

type Verb = 'assign' | 'takeOff' | 'edit' | 'cancel' | 'replace' | 'refund';
type Props = { readonly order: OrderRecord; readonly onClose: () => void };

const TITLES: Readonly<Record<Verb, string>> = {
  assign: 'Assign a driver',
  takeOff: 'Take the driver off',
  edit: 'Edit the drop-offs',
  replace: 'Replace',
  refund: 'Refund',
  cancel: 'Cancel the order',
};
const DIALOGS: Readonly<Record<Verb, (props: Props) => React.ReactNode>> = {
  assign: Assign,
  takeOff: TakeOff,
  edit: Edit,
  replace: Replace,
  refund: Refund,
  cancel: Cancel,
};

/** What can be done with the order as it stands, by whoever may. */
export function OrderActions({ order }: { readonly order: OrderRecord }) {
  const mayDispatch = useMay('dispatch');
  const mayMoney = useMay('money');
  const [open, setOpen] = useState<Verb>();
  const verbs = (Object.keys(TITLES) as Verb[]).filter(
    (verb) => order.actions[verb] && (verb === 'refund' ? mayMoney : mayDispatch),
  );
  const Shown = open === undefined ? undefined : DIALOGS[open];
  return (
    <>
      {verbs.map((verb) => (
        <Button
          key={verb}
          kind={verb === 'assign' ? 'primary' : verb === 'cancel' ? 'quietDanger' : 'plain'}
          onClick={() => setOpen(verb)}
        >
          {TITLES[verb]}
        </Button>
      ))}
      {Shown === undefined ? undefined : <Shown order={order} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** What the order is about to be asked for anew, here and in the lists. */
const refreshOf = ({ orderId }: OrderRecord) => [`/orders/${orderId}`, '/orders', '/queue', '/cities', '/acts'];

/** What the person saw when the dialog was opened: whatever happens meanwhile, that is what they decide about. */
function useSeen({ revision }: OrderRecord): number {
  const [seen] = useState(revision);
  return seen;
}

function Assign({ order, onClose }: Props) {
  const calls = useCalls();
  const seen = useSeen(order);
  const [search, setSearch] = useState('');
  const [driverId, setDriverId] = useState<string>();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const { data } = useData<readonly AskedDriver[]>(`/orders/${order.orderId}/drivers`, { search });
  const { act, busy, refusal } = useAct(
    (chosen: string) =>
      calls.post(`/orders/${order.orderId}/assign`, { driverId: chosen, reason: reason.trim(), seen }),
    { refresh: refreshOf(order), done: 'The driver has the order.', onDone: onClose },
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    const missing =
      driverId === undefined ? 'Choose a driver.' : reason.trim() === '' ? 'Say why, in a few words.' : undefined;
    setFault(missing);
    if (driverId !== undefined && missing === undefined) act(driverId);
  }
  return (
    <Dialog title="Assign a driver" wide onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-quiet">Nobody is asked: the driver gets the order at once and is told by the app.</p>
        <SearchBox
          label="Search drivers of the city"
          placeholder="Name, phone, plate or number; also of those who are offline"
          value={search}
          onSearch={setSearch}
        />
        {data === undefined ? (
          <Skeleton className="h-56" />
        ) : data.length === 0 ? (
          <p className="rounded-card border border-line px-4 py-8 text-center text-quiet">
            {search === ''
              ? 'Nobody is online in the city. Search for a driver who is not.'
              : 'No driver of this city fits.'}
          </p>
        ) : (
          <fieldset className="max-h-72 overflow-y-auto rounded-card border border-line">
            <legend className="sr-only">Drivers</legend>
            {data.map((driver) => (
              <DriverChoice
                key={driver.driverId}
                driver={driver}
                isChosen={driverId === driver.driverId}
                onChoose={() => setDriverId(driver.driverId)}
              />
            ))}
          </fieldset>
        )}
        <TextArea
          label="Reason"
          hint="It stands in the audit log with your name."
          maxLength={500}
          value={reason}
          fault={faultAt(refusal, 'reason')}
          onChange={({ target }) => setReason(target.value)}
        />
        {(fault ?? faultBeside(refusal, ['reason'])) === undefined ? undefined : (
          <Notice tone="bad">{fault ?? faultBeside(refusal, ['reason'])}</Notice>
        )}
        <DialogActions>
          <Button kind="plain" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" busy={busy}>
            Assign
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function DriverChoice({
  driver,
  isChosen,
  onChoose,
}: {
  readonly driver: AskedDriver;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const { name, plate, service, meters, hindrance, doubts } = driver;
  return (
    <label
      className={`flex items-center gap-3 border-line px-4 py-2.5 not-last:border-b has-checked:bg-accent-soft ${hindrance === null ? 'cursor-pointer hover:bg-line/25' : 'opacity-60'}`}
    >
      <input
        type="radio"
        name="driver"
        disabled={hindrance !== null}
        checked={isChosen}
        onChange={onChoose}
        className="size-4.5 accent-(--accent)"
      />
      <span className="min-w-0 flex-1">
        <span className="font-medium">{name}</span>{' '}
        <span className="text-quiet">
          {service}, {plate}
        </span>
      </span>
      {hindrance === null ? (
        doubts.map((doubt) => (
          <Badge key={doubt} tone="note">
            {doubt}
          </Badge>
        ))
      ) : (
        <Badge>{hindrance}</Badge>
      )}
      {hindrance === null && doubts.length === 0 ? <Badge tone="good">free</Badge> : undefined}
      <span className="w-16 text-right text-quiet tabular-nums">{meters === null ? '' : distance(meters)}</span>
    </label>
  );
}

function distance(meters: number): string {
  return meters < 1_000 ? `${meters} m` : `${(meters / 1_000).toFixed(1)} km`;
}

function TakeOff({ order, onClose }: Props) {
  const calls = useCalls();
  const seen = useSeen(order);
  const [isBlamed, setBlamed] = useState(false);
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.post(`/orders/${order.orderId}/take-off`, { reason, seen, isBlamed }),
    { refresh: refreshOf(order), done: 'The order looks for another driver.', onDone: onClose },
  );
  return (
    <ReasonDialog title="Take the driver off" action="Take off" danger {...{ busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">
        The order looks for another driver at once, and {order.driver?.name ?? 'this driver'} does not get it again.
        {order.status === 'PICKED_UP' ? ' The goods are collected where the driver is.' : ''}
      </p>
      <CheckBox
        label="The driver let the order down"
        hint="It counts as given back, as if the driver had said so. Too many of these end the order."
        checked={isBlamed}
        onTurn={setBlamed}
      />
    </ReasonDialog>
  );
}

function Cancel({ order, onClose }: Props) {
  const calls = useCalls();
  const seen = useSeen(order);
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.post(`/orders/${order.orderId}/cancel`, { reason, seen }),
    { refresh: refreshOf(order), done: 'The order is cancelled.', onDone: onClose },
  );
  return (
    <ReasonDialog title="Cancel the order" action="Cancel the order" danger {...{ busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">
        The partner and the driver are told, with your reason, and what was held in the wallet is free again. It cannot
        be taken back.
      </p>
    </ReasonDialog>
  );
}

function Replace({ order, onClose }: Props) {
  const calls = useCalls();
  const [, go] = useLocation();
  const seen = useSeen(order);
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.post<{ readonly orderId: string }>(`/orders/${order.orderId}/replace`, { reason, seen }),
    {
      refresh: refreshOf(order),
      done: 'Another order stands in its place.',
      onDone: ({ orderId }) => {
        onClose();
        go(`/orders/${orderId}`);
      },
    },
  );
  return (
    <ReasonDialog title="Replace the order" action="Replace" {...{ busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">
        This order ends, and another one with another number takes its place: same stops, same driver, same money. The
        partner is told of both.
      </p>
    </ReasonDialog>
  );
}

function Refund({ order, onClose }: Props) {
  const calls = useCalls();
  const { data: money } = useData<OrderMoney>(`/orders/${order.orderId}/money`);
  const [amount, setAmount] = useState('');
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.post(`/orders/${order.orderId}/refund`, { amount: amount.trim(), reason }),
    { refresh: refreshOf(order), done: 'The money is in the partner’s wallet.', onDone: onClose },
  );
  return (
    <ReasonDialog title="Refund" action="Give back" fields={['amount']} {...{ busy, refusal, onClose }} onAct={act}>
      <AmountField
        currency={order.currency}
        hint={money === undefined ? undefined : `At most ${money.refundable}. The driver keeps what was earned.`}
        {...{ amount, refusal }}
        onAmount={setAmount}
      />
    </ReasonDialog>
  );
}

type EditedStop = {
  readonly key: string;
  address: string;
  lat: string;
  lng: string;
  name: string;
  phone: string;
  remarks: string;
};

function Edit({ order, onClose }: Props) {
  const calls = useCalls();
  const seen = useSeen(order);
  const [stops, setStops] = useState<readonly EditedStop[]>(() =>
    order.stops.map(({ stopId, address, lat, lng, name, phone, remarks }) => ({
      key: stopId,
      address,
      lat,
      lng,
      name,
      phone,
      remarks,
    })),
  );
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.patch(`/orders/${order.orderId}`, {
        reason,
        seen,
        stops: stops.map(({ address, lat, lng, name, phone, remarks }) => ({
          coordinates: { lat: lat.trim(), lng: lng.trim() },
          address: address.trim(),
          name,
          phone,
          remarks,
        })),
      }),
    { refresh: refreshOf(order), done: 'The drop-offs are changed.', onDone: onClose },
  );
  const change = (key: string, changes: Partial<EditedStop>) =>
    setStops((before) => before.map((stop) => (stop.key === key ? { ...stop, ...changes } : stop)));
  const add = () =>
    setStops((before) => [
      ...before,
      { key: crypto.randomUUID(), address: '', lat: '', lng: '', name: '', phone: '', remarks: '' },
    ]);
  const fields = stops.flatMap((_, index) =>
    ['address', 'name', 'phone', 'remarks', 'coordinates/lat', 'coordinates/lng'].map(
      (field) => `stops/${index}/${field}`,
    ),
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
                ['remarks', 'Note to the driver', 'remarks'],
              ] as const
            ).map(([field, label, pointer]) => (
              <Field
                key={field}
                label={label}
                className={field === 'address' ? 'sm:col-span-2' : ''}
                value={stop[field]}
                fault={faultAt(refusal, `stops/${index + 1}/${pointer}`)}
                onChange={({ target }) => change(stop.key, { [field]: target.value })}
              />
            ))}
          </div>
          {stops.length > 2 ? (
            <Button
              kind="quietDanger"
              className="mt-2"
              onClick={() => setStops((before) => before.filter(({ key }) => key !== stop.key))}
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
