import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonStyle } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { settle } from '../../shared/ui/settle.ts';
import type { DriverOrder, Stop } from '../api/types.ts';
import { useAct } from '../day/use-act.ts';
import { chosenStop } from '../device/kept-text.ts';
import { ActionBar } from '../parts/action-bar.tsx';
import { CallAndNavigate } from '../parts/call-and-navigate.tsx';
import { ChangedStops } from '../parts/changed-stops.tsx';
import { OrderDetails } from '../parts/order-details.tsx';
import { StopFacts } from '../parts/stop-facts.tsx';
import { StopPoint } from '../parts/stop-point.tsx';
import { StopSteps } from '../parts/stop-steps.tsx';
import { WayMap } from '../parts/way-map.tsx';
import { type NextStep, nextStep } from '../rules/next-step.ts';
import { useWords } from '../words/words.ts';

/** The order under way: what to do now, large, and under the thumb the button that says it is done. */
export function OrderScreen({ order }: { readonly order: DriverOrder }) {
  const t = useWords();
  const [chosen, setChosen] = useState(chosenStop.read);
  const next = nextStep(order, chosen);
  // Each step begins at the top of the screen.
  const step = `${next?.kind} ${next?.stopId}`;
  useEffect(() => {
    if (step !== '') scrollTo(0, 0);
  }, [step]);
  const stop = order.stops.find(({ stopId }) => stopId === next?.stopId);
  if (next === undefined || stop === undefined) return undefined;

  function goFirstTo(stopId: string) {
    setChosen(stopId);
    chosenStop.keep(stopId);
  }
  return (
    <>
      <WayMap
        about="order.map"
        path={`/orders/${order.orderId}/way`}
        stops={order.stops}
        isPickedUp={next.kind === 'dropOff'}
        className="h-52 border-b border-line"
      />
      <div className="flex flex-col gap-4 p-4">
        <ChangedStops order={order} />
        <Target order={order} next={next} stop={stop} />
        {order.stops.length > 2 || next.kind !== 'dropOff' ? (
          <Card>
            <h2 className="mb-3 font-bold">{t('order.stops')}</h2>
            <ol className="flex flex-col gap-4">
              {order.stops.map((one, index) => (
                <StopPoint
                  key={one.stopId}
                  number={index}
                  address={one.address}
                  closed={index === 0 && next.kind === 'dropOff' ? { outcome: 'DELIVERED', at: '' } : one.closed}
                >
                  {next.kind === 'dropOff' && index > 0 && one.closed === undefined && one.stopId !== stop.stopId ? (
                    <Button kind="plain" className="mt-2 w-full" onClick={() => goFirstTo(one.stopId)}>
                      {t('order.goHereFirst')}
                    </Button>
                  ) : undefined}
                </StopPoint>
              ))}
            </ol>
          </Card>
        ) : undefined}
        <OrderDetails order={order} />
      </div>
      <ActionBar>
        <NextButton order={order} next={next} stop={stop} />
      </ActionBar>
    </>
  );
}

type Now = { readonly order: DriverOrder; readonly next: NextStep; readonly stop: Stop };

function Target({ order, next, stop }: Now) {
  const t = useWords();
  const isPickUp = next.kind !== 'dropOff';
  const place = isPickUp && order.handOver !== undefined ? order.handOver : stop.coordinates;
  return (
    <section className="flex flex-col gap-3">
      <div>
        {/* The button that was pressed is the next one at once, and says nothing of it by itself. */}
        <p role="status" className="font-semibold text-accent">
          {t(`order.${next.kind}Title`)}
        </p>
        <h1 translate="no" className="text-2xl font-bold">
          {stop.address}
        </h1>
      </div>
      {isPickUp && order.handOver !== undefined ? <Notice>{t('order.handOver')}</Notice> : undefined}
      <StopFacts stop={stop} />
      <StopSteps order={order} stopId={stop.stopId} />
      <CallAndNavigate place={place} label={stop.address} name={stop.name} phone={stop.phone} />
    </section>
  );
}

function NextButton({ order: { orderId }, next, stop }: Now) {
  const t = useWords();
  const { act, busy, fault } = useAct();
  const { kind } = next;
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (kind !== 'dropOff') settle(bar.current);
  }, [kind]);
  if (kind === 'dropOff')
    return (
      <Link href={`/stop/${stop.stopId}`} className={buttonStyle('primary', 'big')}>
        {t('order.dropOff')}
      </Link>
    );
  return (
    <div ref={bar}>
      {fault === undefined ? undefined : <Notice tone="bad">{fault}</Notice>}
      <Button size="big" busy={busy} onClick={() => act({ kind, orderId })}>
        {t(`order.${kind}`)}
      </Button>
    </div>
  );
}
