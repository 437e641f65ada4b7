import { Card } from '../../shared/ui/card.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { DriverOrder, Step } from '../api/types.ts';
import { useWork } from '../day/work.ts';
import { readSpecialRequest } from '../rules/special-request.ts';
import { useWords } from '../words/words.ts';
import { PaidTime } from './paid-time.tsx';

/** What the special requests ask for at this stop, and on the way from it. */
export function StopSteps({ order, stopId }: { readonly order: DriverOrder; readonly stopId: string }) {
  const isPickUp = order.stops[0]?.stopId === stopId;
  const here = order.steps.filter(
    (step) => !step.done && (step.stopId === stopId || (step.kind === 'PAY_TOLL' && !isPickUp)),
  );
  const shown = here.filter(({ kind }) => OWN_WORDS.includes(kind));
  if (shown.length === 0) return undefined;
  return (
    <Card className="flex flex-col gap-3">
      {shown.map((step) => (
        <OneStep key={`${step.kind} ${step.request}`} step={step} order={order} />
      ))}
    </Card>
  );
}

/** The others are what the button and the heading say. */
const OWN_WORDS: readonly Step['kind'][] = ['BUY_AND_ENTER_RECEIPT', 'QUEUE', 'WAIT', 'PAY_TOLL', 'COLLECT_CASH'];

function OneStep({ step, order }: { readonly step: Step; readonly order: DriverOrder }) {
  const t = useWords();
  const { me } = useWork();
  switch (step.kind) {
    case 'QUEUE':
    case 'WAIT':
      return <PaidTime kind={step.kind} allowedMinutes={step.allowedMinutes ?? 0} since={order.arrivedAt} />;
    case 'COLLECT_CASH':
      return (
        <Fact icon="cash">
          {step.amount === undefined
            ? t('order.collectCash')
            : t('order.collectAmount', { amount: `${step.amount} ${order.earning.currency}` })}
        </Fact>
      );
    case 'PAY_TOLL': {
      const request = readSpecialRequest(step.request ?? '', me?.specialRequests ?? {});
      return <Fact icon="cash">{request.kind === 'other' ? request.name : t('order.payToll')}</Fact>;
    }
    default:
      return <Fact icon="cash">{t('order.buy')}</Fact>;
  }
}

function Fact({ icon, children }: { readonly icon: 'cash'; readonly children: string }) {
  return (
    <p className="flex items-center gap-3 text-lg font-semibold">
      <Icon name={icon} />
      {children}
    </p>
  );
}
