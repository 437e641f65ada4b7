import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Empty, Skeleton } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Parcel as OneParcel } from '../api/types.ts';
import type { Action } from '../day/action.ts';
import { useCalledOff } from '../day/called-off.ts';
import { useAct } from '../day/use-act.ts';
import { useWork } from '../day/work.ts';
import { now } from '../device/clock.ts';
import { ActionBar } from '../parts/action-bar.tsx';
import { CallAndNavigate } from '../parts/call-and-navigate.tsx';
import { CalledOffCard } from '../parts/called-off-card.tsx';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { StopWords } from '../parts/stop-words.tsx';
import { goodsOf } from '../rules/goods.ts';
import { type ParcelStep, stepsOfParcel } from '../rules/parcel-steps.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';
import { ParcelSheet } from './parcel-sheet.tsx';

export function Parcel({ orderId }: { readonly orderId: string }) {
  const t = useWords();
  const { parcels: work } = useWork();
  const parcel = work?.parcels.find((one) => one.orderId === orderId);
  const calledOff = useCalledOff().find((one) => one.orderId === orderId);
  if (parcel !== undefined) return <Shown parcel={parcel} />;
  return (
    <>
      <ScreenTitle back="/parcels">{t('parcels.title')}</ScreenTitle>
      {calledOff !== undefined ? (
        <div className="p-4">
          <CalledOffCard parcel={calledOff} />
        </div>
      ) : work === undefined ? (
        <Skeleton className="m-4 h-72" />
      ) : (
        <Empty title={t('parcel.gone')}>{t('parcel.goneMore')}</Empty>
      )}
    </>
  );
}

function Shown({ parcel }: { readonly parcel: OneParcel }) {
  const t = useWords();
  const format = useFormat();
  const [, go] = useLocation();
  const [asked, setAsked] = useState<ParcelStep>();
  const { act, fault } = useAct();
  const [step, ...others] = stepsOfParcel(parcel.status);

  /** Undefined once it is safe on the phone, or what to tell the driver. */
  async function keep(action: Action): Promise<string | undefined> {
    const trouble = await act(action);
    if (trouble !== undefined) return trouble;
    setAsked(undefined);
    if (action.kind === 'parcelDeliver' || action.kind === 'parcelDropOut') go('/parcels', { replace: true });
    return undefined;
  }
  const take = (wanted: ParcelStep) =>
    wanted === 'retry' ? keep({ kind: 'parcelRetry', orderId: parcel.orderId }) : setAsked(wanted);

  const isWithDriver = parcel.status === 'DELIVERING';
  const pickUp = (
    <Place
      key="pickUp"
      title={t('parcel.pickUpAt')}
      time={t('parcel.from', { time: format.moment(parcel.scheduleAt, now()) })}
      stop={parcel.pickUp}
    />
  );
  const dropOff = (
    <Place
      key="dropOff"
      title={t('parcel.dropOffAt')}
      time={t('parcel.by', { time: format.moment(parcel.deliveryBy, now()) })}
      stop={parcel.dropOff}
    />
  );
  return (
    <>
      <ScreenTitle back="/parcels">{parcel.clientRef}</ScreenTitle>
      <div className="flex flex-col gap-4 p-4">
        <p className="font-semibold text-accent">{t(`parcel.${parcel.status}`)}</p>
        {parcel.failure === undefined ? undefined : (
          <Notice>{t('parcel.failedBecause', { reason: parcel.failure })}</Notice>
        )}
        {fault === undefined || asked !== undefined ? undefined : <Notice tone="bad">{fault}</Notice>}
        {isWithDriver ? [dropOff, pickUp] : [pickUp, dropOff]}
        <Goods parcel={parcel} />
        {others.length === 0 ? undefined : (
          <section>
            <h2 className="mb-2 font-semibold text-quiet">{t('parcel.otherwise')}</h2>
            <div className="flex flex-col gap-2">
              {others.map((other) => (
                <Button key={other} kind="plain" onClick={() => take(other)}>
                  {t(`parcel.step.${other}`)}
                </Button>
              ))}
            </div>
          </section>
        )}
      </div>
      {step === undefined ? undefined : (
        <ActionBar>
          <Button size="big" onClick={() => take(step)}>
            {t(`parcel.step.${step}`)}
          </Button>
        </ActionBar>
      )}
      {asked === undefined ? undefined : (
        <ParcelSheet parcel={parcel} step={asked} fault={fault} onAct={keep} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

type PlaceProps = { readonly title: string; readonly time: string; readonly stop: OneParcel['pickUp'] };

function Place({ title, time, stop }: PlaceProps) {
  const { name = '', phone, address, coordinates } = stop;
  return (
    <Card className="flex flex-col gap-2">
      <p className="flex justify-between gap-3 text-quiet">
        <span>{title}</span>
        <span className="shrink-0 tabular-nums">{time}</span>
      </p>
      <div>
        {name === '' ? undefined : (
          <p translate="no" className="text-lg font-bold">
            {name}
          </p>
        )}
        <p translate="no">{address}</p>
      </div>
      <StopWords stop={stop} />
      <CallAndNavigate phone={phone} name={name} place={coordinates} label={address} />
    </Card>
  );
}

function Goods({ parcel }: { readonly parcel: OneParcel }) {
  const t = useWords();
  const { quantity, weight, handling } = goodsOf(parcel.item);
  return (
    <Card>
      <h2 className="font-semibold text-quiet">{t('parcel.goods')}</h2>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact name={t('order.quantity')}>{quantity}</Fact>
        <Fact name={t('order.weight')}>{weight}</Fact>
        <Fact name={t('parcel.reference')}>{parcel.orderId}</Fact>
      </dl>
      {handling.length === 0 ? undefined : <p className="mt-2 font-semibold">{handling.join(' · ')}</p>}
    </Card>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === undefined) return undefined;
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
