import type { NumbersWire } from '../../../src/console/numbers-wire.ts';
import { BarChart } from '../../shared/desk/charts.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { dayOf, lengthOf } from '../../shared/desk/rules/moment.ts';
import { useData } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { moneyText } from '../../shared/money-text.ts';
import { Field } from '../../shared/ui/field.tsx';
import { CityChoice, useMarketCity } from '../parts/use-market.tsx';
import { against, shareOf } from '../rules/numbers.ts';

const EVERY_MS = 60_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
type Day = NumbersWire['day'];

/** A city's day against the same weekday a week before; today until the same time of day. */
export function Numbers() {
  const { cities, city, choose } = useMarketCity();
  const [day, setDay] = useFilter('day');
  const { data, refusal } = useData<NumbersWire>(
    city === undefined ? undefined : '/numbers',
    { city: city?.city, day },
    { everyMs: EVERY_MS },
  );
  return (
    <Page title="Numbers of the day" about="By the city’s own calendar, beside the same weekday a week before.">
      <Filters>
        <CityChoice cities={cities} city={city} onChoose={choose} />
        <Field
          label="Day"
          type="date"
          value={day || (data?.day.date ?? '')}
          onChange={({ target }) => setDay(target.value)}
        />
      </Filters>
      {data === undefined ? (
        refusal === undefined ? undefined : (
          <Refused refusal={refusal} />
        )
      ) : (
        <Shown numbers={data} />
      )}
    </Page>
  );
}

function Shown({ numbers: { day, weekBefore, until, currency } }: { readonly numbers: NumbersWire }) {
  const money = (amount: string) => moneyText(amount, currency, 'en');
  const completion = (one: Day) => shareOf(one.completed, one.placed - one.open);
  const percent = (share: number | undefined) => (share === undefined ? '–' : `${Math.round(share * 100)} %`);
  const wait = (seconds: number | undefined) => (seconds === undefined ? '–' : lengthOf(seconds));
  const soFar = until === null ? '' : `, until ${until}`;
  const series = (of: (one: Day) => readonly (number | null)[], isWhole = false) => [
    { name: dayOf(day.date), values: of(day) },
    { name: `${dayOf(weekBefore.date)}${isWhole ? '' : soFar}`, values: of(weekBefore) },
  ];
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Figure
          name="Orders"
          value={String(day.placed)}
          before={weekBefore.placed}
          now={day.placed}
          shown={String(weekBefore.placed)}
          soFar={soFar}
        />
        <Figure
          name="Completed, of finished orders"
          value={percent(completion(day))}
          now={completion(day)}
          before={completion(weekBefore)}
          shown={percent(completion(weekBefore))}
          soFar={soFar}
        />
        <Figure
          name="Median wait for a driver"
          value={wait(day.waitSeconds?.median)}
          now={day.waitSeconds?.median}
          before={weekBefore.waitSeconds?.median}
          shown={wait(weekBefore.waitSeconds?.median)}
          soFar={soFar}
          about={`Nine of ten within ${wait(day.waitSeconds?.ninetieth)}`}
        />
        <Figure
          name="Revenue of completed orders"
          value={money(day.revenue)}
          now={Number(day.revenue)}
          before={Number(weekBefore.revenue)}
          shown={money(weekBefore.revenue)}
          soFar={soFar}
          about={`Margin ${money(day.margin)}`}
        />
      </dl>
      <div className="grid gap-5 xl:grid-cols-2">
        <Panel title="Orders by the hour">
          <BarChart label="Orders placed in each hour" labels={HOURS} series={series(({ byHour }) => byHour, true)} />
        </Panel>
        <Panel
          title="How they ended"
          about="Completed; cancelled by the partner or by us; given back by drivers too often; without a driver in time; still open."
        >
          <BarChart
            label="How orders ended"
            labels={['Completed', 'By partner', 'By us', 'Rejected', 'Expired', 'Open']}
            series={series((one) => [
              one.completed,
              one.cancelledByPartner,
              one.cancelledBySupport,
              one.rejected,
              one.expired,
              one.open,
            ])}
          />
        </Panel>
        <Panel title="Waiting until matched" about="Of orders to be picked up at once, in seconds.">
          {day.waitSeconds === null && weekBefore.waitSeconds === null ? (
            <p className="text-quiet">No such order was matched.</p>
          ) : (
            <BarChart
              label="Seconds until matched"
              labels={['Median', 'Nine of ten']}
              format={lengthOf}
              series={series(({ waitSeconds }) => [waitSeconds?.median ?? null, waitSeconds?.ninetieth ?? null])}
            />
          )}
        </Panel>
        <Panel
          title="What drivers earn an hour"
          about={
            day.earnings === null
              ? 'Nobody was online for half an hour yet.'
              : `${day.earnings.drivers} drivers; their earnings lie ${Math.round(day.earnings.spread * 100)} % around the mean.`
          }
        >
          {day.earnings === null && weekBefore.earnings === null ? undefined : (
            <BarChart
              label={`Earnings an hour online in ${currency}`}
              labels={['The lowest tenth', 'The median', 'The highest tenth']}
              series={series(({ earnings }) =>
                [earnings?.tenth, earnings?.median, earnings?.ninetieth].map((amount) =>
                  amount === undefined ? null : Number(amount),
                ),
              )}
            />
          )}
        </Panel>
      </div>
    </>
  );
}

type FigureProps = {
  readonly name: string;
  readonly value: string;
  readonly now: number | undefined;
  readonly before: number | undefined;
  readonly shown: string;
  readonly soFar: string;
  readonly about?: string;
};

function Figure({ name, value, now, before, shown, soFar, about }: FigureProps) {
  const change = against(now, before);
  return (
    <div className="rounded-card border border-line bg-card p-4">
      <dt className="text-sm text-quiet">{name}</dt>
      <dd>
        <p className="text-2xl font-bold tabular-nums">{value}</p>
        <p className="text-sm text-quiet">
          {change === undefined
            ? `A week before${soFar}: ${shown}`
            : `${change} against ${shown} a week before${soFar}`}
        </p>
        {about === undefined ? undefined : <p className="mt-1 text-sm text-quiet">{about}</p>}
      </dd>
    </div>
  );
}
