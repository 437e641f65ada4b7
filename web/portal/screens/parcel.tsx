import { useState } from 'react';
import type { ParcelHistory } from '../../../src/portal/parcels-wire.ts';
import { faultAt } from '../../shared/desk/calls.ts';
import { Confirm } from '../../shared/desk/confirm.tsx';
import { Copyable } from '../../shared/desk/copy.tsx';
import { useCalls, useMay, useMe } from '../../shared/desk/desk.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { FormDialog } from '../../shared/desk/form-dialog.tsx';
import { JsonView } from '../../shared/desk/json-view.tsx';
import { MomentField } from '../../shared/desk/moment-field.tsx';
import { LiveStatus, ParcelStatus } from '../../shared/desk/order-status.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { fromLocalTime, toLocalTime } from '../../shared/desk/rules/local-time.ts';
import { whoseClock } from '../../shared/desk/rules/moment.ts';
import { noteToSend } from '../../shared/desk/rules/note.ts';
import { kilometers } from '../../shared/desk/rules/price-words.ts';
import { TextArea } from '../../shared/desk/text-area.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { Timeline } from '../../shared/desk/timeline.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { useSeen } from '../../shared/desk/use-seen.ts';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';
import { Skeleton } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { SandboxActions } from '../parts/sandbox-actions.tsx';
import { StopContact, StopList } from '../parts/stop-list.tsx';
import { logWords } from '../rules/parcel-words.ts';

type Stop = {
  readonly stopId: string;
  readonly address: string;
  readonly coordinates: { readonly lat: string; readonly lng: string };
  readonly name: string;
  readonly phone: string;
  readonly remarks?: string;
};
export type ParcelPage = {
  readonly orderId: string;
  readonly clientRef: string;
  readonly status: string;
  readonly scheduleAt: string;
  readonly deliveryBy: string;
  readonly driverId: string;
  readonly shareLink: string;
  readonly distance: { readonly value: string };
  readonly item?: unknown;
  readonly metadata?: unknown;
  readonly stops: readonly Stop[];
  readonly deliveryLogs: readonly { readonly status: string; readonly updatedAt: string }[];
  readonly label: { readonly url: string | null; readonly status: string } | null;
};

const LOOK_AGAIN_MS = 10_000;

export function Parcel({ params }: { readonly params: Readonly<Record<string, string>> }) {
  const path = `/parcels/${params.orderId}`;
  const { data: parcel, refusal } = useData<ParcelPage>(path, undefined, { everyMs: LOOK_AGAIN_MS });
  const { data: history, refusal: historyRefusal } = useData<ParcelHistory>(`${path}/history`, undefined, {
    everyMs: LOOK_AGAIN_MS,
  });
  const back = { href: '/parcels', title: 'Parcels' };
  if (parcel === undefined || (history === undefined && historyRefusal === undefined))
    return (
      <Page title="Parcel" back={back}>
        {refusal === undefined ? <Skeleton className="h-96" /> : <Refused refusal={refusal} />}
      </Page>
    );
  return <Whole parcel={parcel} history={history ?? {}} />;
}

type Props = { readonly parcel: ParcelPage };

/** Without its history a parcel is shown all the same, by the clock of whoever looks. */
function Whole({ parcel, history }: Props & { readonly history: Partial<ParcelHistory> }) {
  const mayBuild = useMay('build');
  const { environment } = useMe();
  const isOpen = parcel.status === 'IN_PROGRESS';
  const last = parcel.deliveryLogs.at(-1)?.status ?? '';
  const { city, timeZone: zone, entries } = history;
  const timeline = parcel.deliveryLogs
    .map(({ status, updatedAt }, index) => ({
      key: String(index),
      at: updatedAt,
      title: logWords(status),
      detail: entries?.[index]?.reason,
    }))
    .toReversed();
  return (
    <Page
      title={`Parcel ${parcel.clientRef}`}
      about={city === undefined || zone === undefined ? undefined : whoseClock(parcel.scheduleAt, city, zone)}
      back={{ href: '/parcels', title: 'Parcels' }}
      actions={
        <>
          <LiveStatus>
            <ParcelStatus status={last.replace('AWAITS_', 'AWAIT_')} />
          </LiveStatus>
          {parcel.label?.url === null || parcel.label?.url === undefined ? undefined : (
            <a href={parcel.label.url} className={buttonStyle('plain')} download>
              Download the label
            </a>
          )}
          {mayBuild && isOpen ? <Changes parcel={parcel} /> : undefined}
        </>
      }
    >
      <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <Panel title="Stops">
            <StopList
              stops={parcel.stops.map((stop) => ({
                key: stop.stopId,
                address: stop.address,
                detail: <StopContact {...stop} />,
              }))}
            />
          </Panel>
          <Panel title="Details">
            <Facts
              facts={[
                ['Order', <Copyable key="id" text={parcel.orderId} label="the order id" />],
                ['Pick-up', <Time key="from" at={parcel.scheduleAt} zone={zone} />],
                ['Deliver by', <Time key="by" at={parcel.deliveryBy} zone={zone} />],
                ['Distance', kilometers(Number(parcel.distance.value))],
                ['Driver', parcel.driverId === '' ? undefined : parcel.driverId],
                ['Label', parcel.label === null ? 'Not asked for' : parcel.label.url === null ? 'Being made' : 'Ready'],
                [
                  'Share link',
                  <a
                    key="share"
                    href={parcel.shareLink}
                    target="_blank"
                    rel="noreferrer"
                    className="text-accent underline"
                  >
                    Open the tracking page
                  </a>,
                ],
              ]}
            />
          </Panel>
          {parcel.item === undefined ? undefined : (
            <Panel title="What is sent">
              <JsonView label="Item" value={parcel.item} />
            </Panel>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {environment === 'sandbox' && mayBuild ? (
            <SandboxActions
              orderId={parcel.orderId}
              kind="parcels"
              deadlines={[parcel.scheduleAt, parcel.deliveryBy]}
              zone={zone}
              everyMs={LOOK_AGAIN_MS}
            />
          ) : undefined}
          <Panel title="What happened">
            <Timeline entries={timeline} zone={zone} />
          </Panel>
        </div>
      </div>
    </Page>
  );
}

function Changes({ parcel }: Props) {
  const [open, setOpen] = useState<'edit' | 'cancel'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button kind="plain" onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button kind="danger" onClick={() => setOpen('cancel')}>
        Cancel the parcel
      </Button>
      {open === 'edit' ? <EditDialog parcel={parcel} onClose={close} /> : undefined}
      {open === 'cancel' ? <CancelDialog parcel={parcel} onClose={close} /> : undefined}
    </>
  );
}

type DialogProps = Props & { readonly onClose: () => void };

function CancelDialog({ parcel, onClose }: DialogProps) {
  const calls = useCalls();
  const { act, busy, refusal } = useAct(() => calls.del(`/parcels/${parcel.orderId}`), {
    refresh: [`/parcels/${parcel.orderId}`, '/parcels'],
    done: 'The parcel is cancelled.',
    onDone: onClose,
  });
  return (
    <Confirm
      title="Cancel this parcel?"
      action="Cancel the parcel"
      danger
      {...{ busy, refusal, onClose }}
      onConfirm={() => act()}
    >
      It is not picked up any more. Its reference stays taken.
    </Confirm>
  );
}

function EditDialog({ parcel, onClose }: DialogProps) {
  const calls = useCalls();
  const before = useSeen(parcel);
  const [scheduleAt, setScheduleAt] = useState(toLocalTime(before.scheduleAt));
  const [deliveryBy, setDeliveryBy] = useState(toLocalTime(before.deliveryBy));
  const [stops, setStops] = useState(before.stops);
  const { act, busy, refusal } = useAct(
    () =>
      calls.patch(`/parcels/${parcel.orderId}`, {
        scheduleAt: fromLocalTime(scheduleAt, before.scheduleAt) ?? '',
        deliveryBy: fromLocalTime(deliveryBy, before.deliveryBy) ?? '',
        stops: stops.map(({ address, coordinates, name, phone, remarks }, index) => ({
          address,
          // A new address is looked up; the old one is where it was.
          ...(address === before.stops[index]?.address ? { coordinates } : {}),
          name,
          phone,
          ...(remarks === undefined || remarks === '' ? {} : { remarks: noteToSend(remarks) }),
        })),
      }),
    { refresh: [`/parcels/${parcel.orderId}`, '/parcels'], done: 'The parcel is changed.', onDone: onClose },
  );
  const change = (index: number, fields: Partial<Stop>) =>
    setStops(stops.map((stop, each) => (each === index ? { ...stop, ...fields } : stop)));
  const shown = [
    'scheduleAt',
    'deliveryBy',
    ...[0, 1].flatMap((index) => ['address', 'name', 'phone'].map((field) => `stops/${index}/${field}`)),
  ];
  return (
    <FormDialog
      title="Edit the parcel"
      action="Change the parcel"
      wide
      fields={shown}
      {...{ busy, refusal, onClose }}
      onAct={() => act()}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <MomentField
          label="Pick-up"
          type="datetime-local"
          hint="By your own clock."
          value={scheduleAt}
          fault={faultAt(refusal, 'scheduleAt')}
          onChange={({ target }) => setScheduleAt(target.value)}
        />
        <MomentField
          label="Deliver by"
          type="datetime-local"
          hint="By your own clock."
          value={deliveryBy}
          fault={faultAt(refusal, 'deliveryBy')}
          onChange={({ target }) => setDeliveryBy(target.value)}
        />
      </div>
      {stops.map((stop, index) => (
        <fieldset key={stop.stopId} className="grid gap-3 rounded-card border border-line p-4 sm:grid-cols-2">
          <legend className="px-1 font-semibold">{index === 0 ? 'Pick-up' : 'Drop-off'}</legend>
          <Field
            label="Address"
            className="sm:col-span-2"
            value={stop.address}
            fault={faultAt(refusal, `stops/${index}/address`)}
            onChange={({ target }) => change(index, { address: target.value })}
          />
          <Field
            label={index === 0 ? 'Sender' : 'Recipient'}
            value={stop.name}
            fault={faultAt(refusal, `stops/${index}/name`)}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <Field
            label="Phone"
            inputMode="tel"
            value={stop.phone}
            fault={faultAt(refusal, `stops/${index}/phone`)}
            onChange={({ target }) => change(index, { phone: target.value })}
          />
          <TextArea
            label="Note to the driver"
            className="sm:col-span-2"
            rows={2}
            value={stop.remarks ?? ''}
            onChange={({ target }) => change(index, { remarks: target.value })}
          />
        </fieldset>
      ))}
    </FormDialog>
  );
}
