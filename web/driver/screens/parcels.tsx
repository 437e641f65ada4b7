import { useState } from 'react';
import { Link } from 'wouter';
import { buttonStyle } from '../../shared/ui/button.tsx';
import { Card, Empty, Skeleton } from '../../shared/ui/card.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { Parcel, ParcelWork } from '../api/types.ts';
import { useCalledOff } from '../day/called-off.ts';
import { useWork } from '../day/work.ts';
import { now } from '../device/clock.ts';
import { CalledOffCard } from '../parts/called-off-card.tsx';
import { ParcelLink } from '../parts/parcel-link.tsx';
import { parcelsLike } from '../rules/find-parcels.ts';
import { type ParcelStop, parcelsWithoutVisit, placeOf, stopsOf } from '../rules/parcel-stops.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';

/** The parcels of the day, in the order of the way. */
export function Parcels() {
  const t = useWords();
  const { parcels: work } = useWork();
  const calledOff = useCalledOff();
  return (
    <div className="flex flex-col gap-4 p-4">
      <h1 className="text-2xl font-bold">{t('parcels.title')}</h1>
      {calledOff.map((parcel) => (
        <CalledOffCard key={parcel.orderId} parcel={parcel} />
      ))}
      {work === undefined ? (
        <>
          <Skeleton className="h-20" />
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
        </>
      ) : (
        <OnHand work={work} />
      )}
    </div>
  );
}

function OnHand({ work }: { readonly work: ParcelWork }) {
  const t = useWords();
  const [typed, setTyped] = useState('');
  const stops = stopsOf(work);
  const others = parcelsWithoutVisit(work);
  if (stops.length + others.length === 0) return <Empty title={t('parcels.none')}>{t('parcels.noneMore')}</Empty>;
  return (
    <>
      <div className="flex items-end gap-3">
        <Field
          className="min-w-0 flex-1"
          label={t('parcels.find')}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Link href="/parcels/scan" className={buttonStyle('primary')}>
          <Icon name="scan" />
          {t('parcels.scan')}
        </Link>
      </div>
      {typed.trim() === '' ? (
        <Way stops={stops} others={others} />
      ) : (
        <Found parcels={parcelsLike(work.parcels, typed)} />
      )}
    </>
  );
}

function Found({ parcels }: { readonly parcels: readonly Parcel[] }) {
  const t = useWords();
  return (
    <div role="status">
      {parcels.length === 0 ? <p className="py-6 text-center text-quiet">{t('parcels.notFound')}</p> : undefined}
      <ul className="flex flex-col gap-2">
        {parcels.map((parcel) => (
          <li key={parcel.orderId} className="rounded-card border border-line bg-card px-4">
            <ParcelLink parcel={parcel} about={t(`parcel.${parcel.status}`)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type WayProps = { readonly stops: readonly ParcelStop[]; readonly others: readonly Parcel[] };

function Way({ stops, others }: WayProps) {
  const t = useWords();
  return (
    <>
      {stops.length === 0 ? undefined : (
        <ol aria-label={t('parcels.way')} className="flex flex-col gap-3">
          {stops.map((stop, index) => (
            <li key={`${stop.kind} ${stop.parcels[0]?.orderId}`}>
              <StopCard stop={stop} place={index + 1} />
            </li>
          ))}
        </ol>
      )}
      {others.length === 0 ? undefined : (
        <section>
          <h2 className="mb-2 text-lg font-bold">{t('parcels.undecided')}</h2>
          <Found parcels={others} />
        </section>
      )}
    </>
  );
}

function StopCard({
  stop: { kind, address, plannedAt, parcels },
  place,
}: {
  readonly stop: ParcelStop;
  readonly place: number;
}) {
  const t = useWords();
  const format = useFormat();
  return (
    <Card className="pb-1">
      <div className="flex items-start gap-3">
        <span
          aria-hidden="true"
          className={`grid size-9 shrink-0 place-items-center rounded-full font-bold forced-color-adjust-none ${place === 1 ? 'bg-accent text-on-accent' : 'border border-line text-quiet'}`}
        >
          {place}
        </span>
        <div className="min-w-0 flex-1">
          <p className="flex justify-between gap-3">
            <span className="font-bold">{t(`parcels.${kind}`)}</span>
            {plannedAt === undefined ? undefined : (
              <time dateTime={plannedAt} className="shrink-0 font-bold tabular-nums">
                {format.moment(plannedAt, now())}
              </time>
            )}
          </p>
          <p translate="no" className="text-quiet">
            {address}
          </p>
        </div>
      </div>
      <ul className="mt-2 border-t border-line">
        {parcels.map((parcel) => (
          <li key={parcel.orderId} className="border-b border-line last:border-0">
            <ParcelLink parcel={parcel} about={placeOf(parcel, kind).name ?? ''} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
