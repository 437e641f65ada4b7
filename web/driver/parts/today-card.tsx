import { Link } from 'wouter';
import { Card } from '../../shared/ui/card.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { Earnings } from '../api/types.ts';
import { useRead } from '../day/use-read.ts';
import { useWork } from '../day/work.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';

/** What today has brought; as high while it is read. */
export function TodayCard() {
  const t = useWords();
  const format = useFormat();
  const { me } = useWork();
  const read = useRead<Earnings>('/earnings');
  const mine = read.state === 'there' ? read.data.find(({ currency }) => currency === me?.currency) : undefined;
  return (
    <Card>
      <Link href="/earnings" className="flex items-center justify-between gap-3">
        <span>
          <span className="block text-quiet">{t('home.today')}</span>
          <span className="block min-h-9 text-2xl font-bold">
            {read.state !== 'there' || me?.currency === undefined
              ? undefined
              : format.money(mine?.today.amount ?? '0', me.currency)}
          </span>
        </span>
        <Icon name="forward" className="size-5 text-quiet" />
      </Link>
    </Card>
  );
}
