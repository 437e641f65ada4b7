import { Card, Empty, Skeleton } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Earnings as AllEarnings } from '../api/types.ts';
import { daysOf, type Entry } from '../rules/earnings-days.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';
import { useRead } from '../work/use-read.ts';

type OfCurrency = AllEarnings[number];

/** What the driver has earned: in all, and by day. */
export function Earnings() {
  const t = useWords();
  const read = useRead<AllEarnings>('/earnings');
  return (
    <div className="flex flex-col gap-4 p-4">
      <h1 className="text-2xl font-bold">{t('earnings.title')}</h1>
      {read.state === 'reading' ? (
        <>
          <Skeleton className="h-28" />
          <Skeleton className="h-60" />
        </>
      ) : undefined}
      {read.state === 'noSignal' ? <Notice>{t('common.noSignal')}</Notice> : undefined}
      {read.state === 'refused' ? <Notice tone="bad">{read.refusal.sentence}</Notice> : undefined}
      {read.state === 'there' ? <Shown earnings={read.data} /> : undefined}
    </div>
  );
}

function Shown({ earnings }: { readonly earnings: AllEarnings }) {
  const t = useWords();
  if (earnings.every(({ entries }) => entries.length === 0))
    return <Empty title={t('earnings.none')}>{t('earnings.noneMore')}</Empty>;
  return earnings.map((one) => <InCurrency key={one.currency} earnings={one} />);
}

function InCurrency({ earnings: { currency, due, entries } }: { readonly earnings: OfCurrency }) {
  const t = useWords();
  const format = useFormat();
  return (
    <>
      <Card>
        <p className="text-quiet">{t('earnings.due')}</p>
        <p className="text-3xl font-bold tabular-nums">{format.money(due, currency)}</p>
      </Card>
      {daysOf(entries, undefined).map(({ day, entries: ofDay }) => (
        <section key={day}>
          <h2 className="mb-1 font-semibold">{format.calendarDay(day)}</h2>
          <ul className="rounded-card border border-line bg-card px-4">
            {ofDay.map((entry) => (
              <Row key={entry.entryId} entry={entry} currency={currency} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Row({
  entry: { type, orderId, amount, createdAt },
  currency,
}: {
  readonly entry: Entry;
  readonly currency: string;
}) {
  const t = useWords();
  const format = useFormat();
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-1 last:border-0">
      <span className="min-w-0">
        <span className="block">{t(`earnings.${type}`)}</span>
        <span className="block text-sm text-quiet tabular-nums">
          {format.time(createdAt)}
          {orderId === undefined ? '' : ` · ${orderId}`}
        </span>
      </span>
      <span className="shrink-0 font-semibold tabular-nums">{format.money(amount, currency)}</span>
    </li>
  );
}
