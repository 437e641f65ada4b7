import { useState } from 'react';
import { inWords } from '../../../../src/foundation/in-words.ts';
import { Badge } from '../../../shared/desk/badge.tsx';
import { faultAt } from '../../../shared/desk/calls.ts';
import { useCalls } from '../../../shared/desk/desk.tsx';
import { FormDialog } from '../../../shared/desk/form-dialog.tsx';
import { SearchBox } from '../../../shared/desk/search-box.tsx';
import { TextArea } from '../../../shared/desk/text-area.tsx';
import { useAct, useData } from '../../../shared/desk/use-data.ts';
import { useSeen } from '../../../shared/desk/use-seen.ts';
import { Skeleton } from '../../../shared/ui/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import type { AskedDriver } from '../../types.ts';
import { type ActingProps, refreshOf } from './acting.ts';

export function Assign({ order, onClose }: ActingProps) {
  const calls = useCalls();
  const seen = useSeen(order.revision);
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
  function assign() {
    const missing =
      driverId === undefined ? 'Choose a driver.' : reason.trim() === '' ? 'Say why, in a few words.' : undefined;
    setFault(missing);
    if (driverId !== undefined && missing === undefined) act(driverId);
  }
  return (
    <FormDialog
      title="Assign a driver"
      action="Assign"
      wide
      fields={['reason']}
      {...{ busy, refusal, onClose }}
      onAct={assign}
    >
      <p className="text-quiet">Nobody is asked: the driver gets the order at once and is told by the app.</p>
      <SearchBox
        label="Search drivers of the city"
        placeholder="Name, phone, plate or number; also of those who are offline"
        value={search}
        onSearch={(text) => {
          setSearch(text);
          // Whoever is not shown any more is not meant any more.
          setDriverId(undefined);
        }}
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
      {fault === undefined ? undefined : <Notice tone="bad">{fault}</Notice>}
    </FormDialog>
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
          {inWords(service)}, {plate}
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
