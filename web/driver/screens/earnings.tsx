import type { ReactNode } from 'react';
import { Card, Empty, Skeleton } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Earnings as AllEarnings } from '../api/types.ts';
import { useRead } from '../day/use-read.ts';
import { now } from '../device/clock.ts';
import { useFormat } from '../words/use-format.ts';
import { useWords } from '../words/words.ts';

type OfCurrency = AllEarnings[number];
type Day = OfCurrency['today'];
type Entry = OfCurrency['entries'][number];

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

function InCurrency({ earnings: { currency, due, today, days, entries } }: { readonly earnings: OfCurrency }) {
  const t = useWords();
  const format = useFormat();
  return (
    <>
      <Card>
        <p className="text-quiet">{t('earnings.today')}</p>
        <p className="text-4xl font-bold tabular-nums">{format.money(today.amount, currency)}</p>
        <p className="text-quiet">{t('earnings.orders', { count: today.orders })}</p>
        <p className="mt-3 flex justify-between gap-3 border-t border-line pt-3">
          <span>{t('earnings.due')}</span>
          <span className="font-semibold tabular-nums">{format.money(due, currency)}</span>
        </p>
      </Card>
      <List title={t('earnings.days')}>
        {days.map((day) => (
          <DayRow key={day.date} day={day} currency={currency} />
        ))}
      </List>
      <List title={t('earnings.entries')}>
        {entries.map((entry) => (
          <EntryRow key={entry.entryId} entry={entry} currency={currency} />
        ))}
      </List>
    </>
  );
}

function List({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return undefined;
  return (
    <section>
      <h2 className="mb-1 text-lg font-bold">{title}</h2>
      <ul className="rounded-card border border-line bg-card px-4">{children}</ul>
    </section>
  );
}

function DayRow({ day, currency }: { readonly day: Day; readonly currency: string }) {
  const t = useWords();
  const format = useFormat();
  return (
    <Row
      title={format.calendarDay(day.date)}
      about={t('earnings.orders', { count: day.orders })}
      amount={format.money(day.amount, currency)}
    />
  );
}

function EntryRow({ entry, currency }: { readonly entry: Entry; readonly currency: string }) {
  const t = useWords();
  const format = useFormat();
  const { type, orderId, amount, createdAt } = entry;
  const at = format.moment(createdAt, now());
  return (
    <Row
      title={t(`earnings.${type}`)}
      about={orderId === undefined ? at : `${at} · ${orderId}`}
      amount={format.money(amount, currency)}
    />
  );
}

type RowProps = { readonly title: string; readonly about: string; readonly amount: string };

function Row({ title, about, amount }: RowProps) {
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-1 last:border-0">
      <span className="min-w-0">
        <span className="block">{title}</span>
        <span className="block text-sm text-quiet tabular-nums">{about}</span>
      </span>
      <span className="shrink-0 font-semibold tabular-nums">{amount}</span>
    </li>
  );
}
