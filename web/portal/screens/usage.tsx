import { Badge } from '../../shared/desk/badge.tsx';
import { BarChart } from '../../shared/desk/charts.tsx';
import { Filters } from '../../shared/desk/filters.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useData } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { Empty } from '../../shared/ui/card.tsx';
import type { Usage as ApiUsage, Keys } from '../integration-types.ts';
import { allowedWords, byUse, clockTime, lastUsed } from '../rules/usage.ts';

const LOOK_MS = 10_000;

/** How near the partner's calls come to their limits. */
export function Usage() {
  const [chosen, choose] = useFilter('key');
  const [span, setSpan] = useFilter('span');
  const { data: keys, refusal } = useData<Keys>('/keys');
  const living = keys?.keys.filter(({ status }) => status !== 'revoked') ?? [];
  const key = chosen === '' ? lastUsed(living)?.apiKey : chosen;
  const usage = useData<readonly ApiUsage[]>(key === undefined ? undefined : '/usage', { key }, { everyMs: LOOK_MS });
  if (keys === undefined && refusal !== undefined) return <Refused refusal={refusal} />;
  const { used, unused } = byUse(usage.data ?? []);
  return (
    <Page
      title="Usage"
      about="Calls a minute against the limit of each kind of call. What is beyond it is answered with 429 and not counted."
    >
      <Filters>
        <Select
          label="Key"
          choices={living.map(({ apiKey }) => ({ value: apiKey, title: `…${apiKey.slice(-6)}` }))}
          value={key ?? ''}
          onChoose={choose}
        />
        <Select
          label="Span"
          choices={[
            { value: '', title: 'Last 60 minutes' },
            { value: 'day', title: 'Last 24 hours' },
          ]}
          value={span}
          onChoose={setSpan}
        />
      </Filters>
      {keys !== undefined && key === undefined ? (
        <Empty title="No living key">Make one under API keys; its calls are counted here.</Empty>
      ) : undefined}
      {usage.refusal === undefined ? undefined : <Refused refusal={usage.refusal} />}
      {usage.data !== undefined && used.length === 0 ? (
        <Empty title="No calls in the last 24 hours">Calls with this key are counted here.</Empty>
      ) : undefined}
      <div className="grid gap-5 2xl:grid-cols-2">
        {used.map((each) => (
          <OneApi key={each.api} usage={each} isDay={span === 'day'} />
        ))}
      </div>
      {unused.length === 0 || used.length === 0 ? undefined : (
        <p className="text-quiet">
          Without a call in 24 hours: {unused.map((each) => `${each.api} (${allowedWords(each)})`).join(', ')}.
        </p>
      )}
    </Page>
  );
}

function OneApi({ usage, isDay }: { readonly usage: ApiUsage; readonly isDay: boolean }) {
  const { api, allowed, busiest, refused, minutes, hours } = usage;
  const stretches = isDay ? hours : minutes;
  return (
    <Panel
      title={api}
      actions={refused === 0 ? undefined : <Badge tone="bad">{refused.toLocaleString('en')} answered with 429</Badge>}
    >
      <p className="mb-3 text-quiet">
        {allowedWords(usage)}.
        {busiest === null ? undefined : (
          <>
            {' '}
            The busiest minute of the day, at <Time at={busiest.at} />, had {busiest.calls.toLocaleString('en')}.
          </>
        )}
      </p>
      <BarChart
        label={`${api}, ${isDay ? 'the busiest minute of each of the last 24 hours' : 'each of the last 60 minutes'}`}
        labels={stretches.map(({ at }) => clockTime(at))}
        stacked
        height={180}
        limit={{ value: allowed, name: 'Limit' }}
        series={[
          {
            name: isDay ? 'Busiest minute' : 'Calls',
            values: isDay ? hours.map((hour) => hour.busiest) : minutes.map(({ calls }) => calls),
          },
          { name: 'Refused (429)', values: stretches.map((each) => each.refused) },
        ]}
      />
    </Panel>
  );
}
