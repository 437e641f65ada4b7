import { useState } from 'react';
import { Link } from 'wouter';
import type { Move, ParcelWire } from '../../../src/console/plus-wire.ts';
import { Copyable } from '../../shared/desk/copy.tsx';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { ParcelStatus, parcelTone } from '../../shared/desk/order-status.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { Timeline } from '../../shared/desk/timeline.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { useSeen } from '../../shared/desk/use-seen.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { parcelStory } from '../rules/parcel-story.ts';

type Params = { readonly params: Readonly<Record<string, string>> };

const MOVES: Readonly<
  Record<
    Move,
    { readonly title: string; readonly about: string; readonly from: readonly string[]; readonly danger?: true }
  >
> = {
  'take-off': { title: 'Take off its driver', about: 'It waits for another driver.', from: ['AWAIT_PICKUP'] },
  retry: { title: 'Try again', about: 'It is on its way again.', from: ['FAILED_PICKUP', 'FAILED'] },
  close: { title: 'Close it', about: 'It is over: nothing more is tried.', from: ['FAILED_PICKUP', 'RETURNED'] },
  cancel: {
    title: 'Cancel it',
    about: 'It is cancelled for its client.',
    from: ['AWAIT_DRIVER', 'AWAIT_PICKUP', 'FAILED_PICKUP'],
    danger: true,
  },
};

/** One parcel, and all that happened to it. */
export function Parcel({ params }: Params) {
  const path = `/plus/parcels/${params.parcelId}`;
  const { data: parcel, refusal } = useData<ParcelWire>(path);
  const mayMove = useMay('dispatch');
  const [move, setMove] = useState<Move | 'tag'>();
  const back = { href: '/parcels', title: 'Parcels' };
  if (parcel === undefined)
    return (
      <Page title="Parcel" back={back}>
        {refusal === undefined ? undefined : <Refused refusal={refusal} />}
      </Page>
    );
  const possible = (Object.keys(MOVES) as Move[]).filter((one) => MOVES[one].from.includes(parcel.status));
  return (
    <Page
      title={parcel.clientRef}
      back={back}
      actions={
        mayMove ? (
          <>
            {possible.map((one) => (
              <Button key={one} kind={MOVES[one].danger ? 'quietDanger' : 'plain'} onClick={() => setMove(one)}>
                {MOVES[one].title}
              </Button>
            ))}
            <Button kind="plain" onClick={() => setMove('tag')}>
              Tags
            </Button>
          </>
        ) : undefined
      }
    >
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Panel title="About">
          <Facts
            facts={[
              ['Status', <ParcelStatus key="status" status={parcel.status} />],
              ['Id', <Copyable key="id" text={parcel.parcelId} label="the id" />],
              [
                'Partner',
                <Link key="client" href={`/partners/${parcel.partnerId}`} className="underline underline-offset-4">
                  {parcel.partnerName}
                </Link>,
              ],
              ['Driver', parcel.driverId === null ? undefined : `${parcel.driverName ?? ''} (${parcel.driverId})`],
              ['Pick up from', <Time key="from" at={parcel.pickUpFrom} />],
              ['Deliver by', <Time key="by" at={parcel.deliverBy} />],
              ['Distance', `${(parcel.distanceMeters / 1_000).toFixed(1)} km`],
              ['Tags', parcel.tags.join(', ') || undefined],
            ]}
          />
        </Panel>
        <Panel title="What happened">
          <Timeline
            entries={parcel.history.toReversed().map((entry, index) => ({
              key: `${index} ${entry.at}`,
              at: entry.at,
              ...parcelStory(entry),
              tone: parcelTone(entry.status),
            }))}
          />
        </Panel>
        {parcel.stops.map(({ name, phone, address, remarks }, index) => (
          <Panel key={index === 0 ? 'pickUp' : 'dropOff'} title={index === 0 ? 'Pick-up' : 'Drop-off'}>
            <Facts
              facts={[
                ['Address', address],
                ['Name', name],
                ['Phone', phone],
                [
                  'Note to the driver',
                  remarks === '' ? undefined : (
                    <span key="remarks" className="whitespace-pre-line">
                      {remarks}
                    </span>
                  ),
                ],
              ]}
            />
          </Panel>
        ))}
      </div>
      {move === undefined ? undefined : move === 'tag' ? (
        <Tags parcel={parcel} path={path} onClose={() => setMove(undefined)} />
      ) : (
        <MoveIt parcel={parcel} path={path} move={move} onClose={() => setMove(undefined)} />
      )}
    </Page>
  );
}

type DialogProps = { readonly parcel: ParcelWire; readonly path: string; readonly onClose: () => void };

function MoveIt({ parcel, path, move, onClose }: DialogProps & { readonly move: Move }) {
  const calls = useCalls();
  const seen = useSeen(parcel.status);
  const { title, about, danger = false } = MOVES[move];
  const { act, busy, refusal } = useAct((reason: string) => calls.post(`${path}/moves`, { move, seen, reason }), {
    refresh: ['/plus'],
    done: 'It is done.',
    onDone: onClose,
  });
  return (
    <ReasonDialog title={`${title}?`} action={title} {...{ danger, busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">{about}</p>
    </ReasonDialog>
  );
}

function Tags({ parcel, path, onClose }: DialogProps) {
  const calls = useCalls();
  const [tags, setTags] = useState(parcel.tags.join(', '));
  const list = tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const { act, busy, refusal } = useAct((reason: string) => calls.put(`${path}/tags`, { tags: list, reason }), {
    refresh: ['/plus'],
    done: 'The tags are set.',
    onDone: onClose,
  });
  return (
    <ReasonDialog title="Tags of the parcel" action="Set the tags" {...{ busy, refusal, onClose }} onAct={act}>
      <Field
        label="Tags"
        hint="Separated by commas. The client sees them in the record of edits."
        value={tags}
        onChange={({ target }) => setTags(target.value)}
      />
    </ReasonDialog>
  );
}
