import { useEffect } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Ended } from '../day/use-order-end.ts';
import { ActionBar } from '../parts/action-bar.tsx';
import { CallAndNavigate } from '../parts/call-and-navigate.tsx';
import { isBroughtBack } from '../rules/order-end.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';

const BUZZ_MS = [300, 150, 300];

/** How the order ended, until the driver has read it. */
export function OrderEnded({ ended: { order, end }, onRead }: { readonly ended: Ended; readonly onRead: () => void }) {
  const t = useWords();
  const format = useFormat();
  const [pickUp] = order.stops;
  const isPartly = end === 'delivered' && order.stops.some(({ closed }) => closed?.outcome === 'FAILED');
  const isBad = end === 'canceled' || end === 'takenAway';
  useEffect(() => {
    if (isBad) navigator.vibrate?.(BUZZ_MS);
  }, [isBad]);
  const { amount, currency } = order.earning;
  return (
    <>
      <div className="flex flex-1 flex-col justify-center gap-4 p-6 text-center">
        <span
          aria-hidden="true"
          className={`mx-auto grid size-20 place-items-center rounded-full ${isBad ? 'bg-bad-soft text-bad' : 'bg-accent-soft text-accent'}`}
        >
          <Icon name={isBad ? 'cross' : 'done'} className="size-10" />
        </span>
        <h1 className="text-3xl font-bold">{t(isPartly ? 'order.ended.failed' : `order.ended.${end}`)}</h1>
        {end === 'delivered' ? (
          <p className="text-xl">{t('order.earned', { money: format.money(amount, currency) })}</p>
        ) : (
          <Notice tone={isBad ? 'bad' : 'note'}>{t(`order.endedMeans.${end}`)}</Notice>
        )}
        {isBroughtBack(order, end) && pickUp !== undefined ? (
          <section className="text-left">
            <p className="font-semibold">{t('order.bringBack')}</p>
            <p translate="no">{pickUp.address}</p>
            <CallAndNavigate
              place={pickUp.coordinates}
              label={pickUp.address}
              phone={pickUp.phone}
              name={pickUp.name}
            />
          </section>
        ) : undefined}
      </div>
      <ActionBar>
        <Button size="big" onClick={onRead}>
          {t('order.goOn')}
        </Button>
      </ActionBar>
    </>
  );
}
