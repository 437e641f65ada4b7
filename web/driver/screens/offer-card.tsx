import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { settle } from '../../shared/ui/settle.ts';
import { attempt } from '../api/attempt.ts';
import { call } from '../api/call.ts';
import type { DriverOrder, Offer } from '../api/types.ts';
import { orderTaken } from '../day/answered.ts';
import { asking } from '../day/known.ts';
import { useNow } from '../day/use-now.ts';
import { CountdownRing } from '../parts/countdown-ring.tsx';
import { SpecialRequests } from '../parts/special-requests.tsx';
import { StopPoint } from '../parts/stop-point.tsx';
import { WayMap } from '../parts/way-map.tsx';
import type { ShownOffer } from '../rules/shown-offers.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';

export function OfferCard({ shown: { offer, gone } }: { readonly shown: ShownOffer }) {
  const t = useWords();
  const format = useFormat();
  const stops = useMemo(() => [offer.pickUp, ...offer.dropOffs], [offer]);
  const { amount, currency } = offer.earning;
  const money = format.money(amount, currency);
  if (gone !== undefined)
    return (
      <Card>
        <p className="text-2xl font-bold text-quiet line-through">{money}</p>
        <div className="mt-2">
          <Notice>{t(`offer.${gone.why}`)}</Notice>
        </div>
      </Card>
    );
  return (
    <Card className="flex flex-col gap-4 shadow-lifted">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex-1">
          <h2 className="text-4xl font-bold tracking-tight wrap-break-word">{money}</h2>
          <Way offer={offer} />
        </div>
        <CountdownRing expiresAt={offer.expiresAt} />
      </div>
      <WayMap
        about="offer.map"
        path={`/offers/${offer.offerId}/way`}
        stops={stops}
        className="h-44 overflow-hidden rounded-control border border-line"
      />
      <ol className="flex flex-col gap-2">
        <StopPoint number={0} address={offer.pickUp.address} />
        {offer.dropOffs.map(({ stopId, address }, index) => (
          <StopPoint key={stopId} number={index + 1} address={address} />
        ))}
      </ol>
      {offer.pickUp.handOver === undefined ? undefined : <Notice>{t('offer.handOver')}</Notice>}
      <SpecialRequests keys={offer.specialRequests} />
    </Card>
  );
}

const SOON_MS = 10 * 60_000;

function Way({ offer: { scheduleAt, distance, distanceToPickUp } }: { readonly offer: Offer }) {
  const t = useWords();
  const format = useFormat();
  const time = useNow(10_000);
  return (
    <>
      {distanceToPickUp === undefined ? undefined : (
        <p>{t('offer.toPickUp', { distance: format.distance(Number(distanceToPickUp.value)) })}</p>
      )}
      <p className="text-quiet">{t('offer.route', { distance: format.distance(Number(distance.value)) })}</p>
      {Date.parse(scheduleAt) - time > SOON_MS ? (
        <p className="font-semibold">{t('offer.pickUpAt', { time: format.moment(scheduleAt, time) })}</p>
      ) : undefined}
    </>
  );
}

type AnswersProps = { readonly offer: Offer; readonly onAnswered: () => void };

export function OfferAnswers({ offer, onAnswered }: AnswersProps) {
  const t = useWords();
  // Pressed again because the answer was lost, it is the same call.
  const [requestId] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState<'accept' | 'decline'>();
  const [fault, setFault] = useState<string>();
  const answers = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => settle(answers.current), []);

  async function answer(kind: 'accept' | 'decline') {
    setBusy(kind);
    const path = `/offers/${offer.offerId}/${kind}`;
    const isNewest = asking('work');
    const given = await attempt(t, call<DriverOrder>('POST', path, { data: {}, requestId }));
    setBusy(undefined);
    // Gone: the list says so in a moment, and the card with it.
    if ('fault' in given) setFault(given.refusal?.code === 'ERR_OFFER_GONE' ? t('offer.taken') : given.fault);
    else {
      onAnswered();
      if (kind === 'accept') orderTaken(given.data, isNewest());
    }
  }

  return (
    <div ref={answers} className="flex flex-col gap-3">
      {fault === undefined ? undefined : <Notice tone="bad">{fault}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button
          kind="plain"
          className="min-h-16 shrink-0"
          busy={busy === 'decline'}
          disabled={busy === 'accept'}
          onClick={() => answer('decline')}
        >
          {t('offer.decline')}
        </Button>
        <Button
          size="big"
          className="flex-1"
          busy={busy === 'accept'}
          disabled={busy === 'decline'}
          onClick={() => answer('accept')}
        >
          {t('offer.accept')}
        </Button>
      </div>
    </div>
  );
}
