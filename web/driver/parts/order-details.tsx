import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import type { DriverOrder } from '../api/types.ts';
import { goodsOf } from '../rules/goods.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';
import { GiveBackSheet } from './give-back-sheet.tsx';
import { SpecialRequests } from './special-requests.tsx';

export function OrderDetails({ order }: { readonly order: DriverOrder }) {
  const t = useWords();
  const format = useFormat();
  const [isGivingBack, setGivingBack] = useState(false);
  const { amount, currency } = order.earning;
  const { quantity, weight, handling } = goodsOf(order.item);
  const returns = order.steps.some(({ kind }) => kind === 'RETURN');
  return (
    <>
      <Card className="flex flex-col gap-3">
        <h2 className="font-bold">{t('order.details')}</h2>
        <SpecialRequests keys={order.specialRequests} />
        {returns ? <p>{t('order.returnAfter', { address: order.stops[0]?.address ?? '' })}</p> : undefined}
        {handling.length === 0 ? undefined : <p className="font-semibold">{handling.join(' · ')}</p>}
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 [&>dt]:text-quiet">
          <dt>{t('order.earning')}</dt>
          <dd className="font-semibold">{format.money(amount, currency)}</dd>
          <dt>{t('order.route')}</dt>
          <dd>{format.distance(Number(order.distance.value))}</dd>
          {quantity === undefined ? undefined : (
            <>
              <dt>{t('order.quantity')}</dt>
              <dd>{quantity}</dd>
            </>
          )}
          {weight === undefined ? undefined : (
            <>
              <dt>{t('order.weight')}</dt>
              <dd>{weight}</dd>
            </>
          )}
          <dt>{t('order.number')}</dt>
          <dd className="font-mono text-sm">{order.orderId}</dd>
        </dl>
      </Card>
      <Button kind="quietDanger" onClick={() => setGivingBack(true)}>
        {t('order.giveBack')}
      </Button>
      {isGivingBack ? <GiveBackSheet order={order} onClose={() => setGivingBack(false)} /> : undefined}
    </>
  );
}
