import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Sheet } from '../../shared/ui/sheet.tsx';
import type { DriverOrder } from '../api/types.ts';
import { useAct } from '../day/use-act.ts';
import { useWords } from '../words/words.ts';

const LONGEST_REASON = 300;

export function GiveBackSheet({ order, onClose }: { readonly order: DriverOrder; readonly onClose: () => void }) {
  const t = useWords();
  const { act, busy, fault } = useAct();
  const [reason, setReason] = useState('');
  return (
    <Sheet title={t('order.giveBackTitle')} onClose={onClose}>
      <p className="mt-2 text-quiet">
        {t(order.status === 'PICKED_UP' ? 'order.giveBackGoods' : 'order.giveBackMeans')}
      </p>
      <Field
        className="mt-4"
        label={t('order.giveBackReason')}
        maxLength={LONGEST_REASON}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {fault === undefined ? undefined : <Notice tone="bad">{fault}</Notice>}
      <Button
        kind="danger"
        size="big"
        className="mt-5"
        busy={busy}
        disabled={reason.trim() === ''}
        onClick={() => act({ kind: 'giveBack', orderId: order.orderId, reason: reason.trim() })}
      >
        {t('order.giveBackNow')}
      </Button>
      <Button kind="quiet" className="mt-2 w-full" onClick={onClose}>
        {t('order.keep')}
      </Button>
    </Sheet>
  );
}
