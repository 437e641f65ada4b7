import { useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { Button } from '../../shared/ui/button.tsx';
import type { DriverOrder, Stop } from '../api/types.ts';
import type { Proof } from '../day/action.ts';
import { useAct } from '../day/use-act.ts';
import { useWork } from '../day/work.ts';
import { CallAndNavigate } from '../parts/call-and-navigate.tsx';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { StopFacts } from '../parts/stop-facts.tsx';
import { StopSteps } from '../parts/stop-steps.tsx';
import { useWords } from '../words/words.ts';
import { FailureSheet } from './proof/failure-sheet.tsx';
import { GiveProof } from './proof/give-proof.tsx';

/** One drop-off is closed here; whatever is not open any more leads back to the order. */
export function DropOffScreen({ stopId }: { readonly stopId: string }) {
  const { me, order } = useWork();
  if (me === undefined) return undefined;
  const stop = order?.stops.find((one) => one.stopId === stopId);
  if (order?.status !== 'PICKED_UP' || stop === undefined || stop.closed !== undefined)
    return <Redirect to="/" replace />;
  return <DropOff order={order} stop={stop} />;
}

function DropOff({ order, stop }: { readonly order: DriverOrder; readonly stop: Stop }) {
  const t = useWords();
  const [, go] = useLocation();
  const { act } = useAct();
  const [isFailing, setFailing] = useState(false);
  const { orderId } = order;
  const { stopId, address, coordinates, name = '', phone } = stop;

  async function close(proof: Proof): Promise<string | undefined> {
    const trouble = await act({ kind: 'dropOff', orderId, stopId, proof });
    if (trouble === undefined) go('/', { replace: true });
    return trouble;
  }

  return (
    <>
      <ScreenTitle back="/">{t('dropOff.title')}</ScreenTitle>
      <div className="flex flex-1 flex-col gap-4 p-4">
        <section className="flex flex-col gap-3">
          <p translate="no" className="text-xl font-semibold">
            {address}
          </p>
          <StopFacts stop={stop} />
          <StopSteps order={order} stopId={stopId} />
          <CallAndNavigate place={coordinates} label={address} name={name} phone={phone} />
        </section>
        <div className="mt-auto flex flex-col gap-3 pb-[env(safe-area-inset-bottom)]">
          <GiveProof name={name} isRequired={order.proofRequired} onProof={close} />
          <Button kind="quietDanger" onClick={() => setFailing(true)}>
            {t('dropOff.couldNot')}
          </Button>
        </div>
      </div>
      {isFailing ? (
        <FailureSheet
          title={t('dropOff.whyNot')}
          at="dropOff"
          onFailed={(failure) => close({ kind: 'FAILED', ...failure })}
          onClose={() => setFailing(false)}
        />
      ) : undefined}
    </>
  );
}
