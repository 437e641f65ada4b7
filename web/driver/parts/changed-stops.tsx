import { useEffect, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { DriverOrder } from '../api/types.ts';
import { readStops } from '../device/kept-text.ts';
import { newsOfStops, printOf } from '../rules/changed-stops.ts';
import { useWords } from '../words/words.ts';

const BUZZ_MS = [300, 150, 300];

/** Stops never change in silence: until the driver has read it. */
export function ChangedStops({ order }: { readonly order: DriverOrder }) {
  const t = useWords();
  const [read, setRead] = useState(readStops.read);
  const news = newsOfStops(read, order);
  const print = printOf(order);
  useEffect(() => {
    if (news === 'CHANGED') navigator.vibrate?.(BUZZ_MS);
    if (news === 'NEW_ORDER') setRead(print);
  }, [news, print]);
  useEffect(() => {
    if (read !== undefined) readStops.keep(read);
  }, [read]);
  if (news !== 'CHANGED') return undefined;
  return (
    <div className="flex flex-col gap-2">
      <Notice>{t('order.stopsChanged')}</Notice>
      <Button kind="plain" onClick={() => setRead(print)}>
        {t('waiting.understood')}
      </Button>
    </div>
  );
}
