import { Link } from 'wouter';
import { Card } from '../../shared/ui/card.tsx';
import { useWords } from '../words/words.ts';
import { Icon } from './icon.tsx';

export function TodayCard() {
  const t = useWords();
  return (
    <Card className="mt-auto">
      <Link href="/earnings" className="flex min-h-12 items-center justify-between gap-3">
        {t('home.today')}
        <Icon name="forward" className="size-5 text-quiet" />
      </Link>
    </Card>
  );
}
