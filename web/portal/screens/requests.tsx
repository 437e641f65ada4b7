import { Filters } from '../../shared/desk/filters.tsx';
import { Page } from '../../shared/desk/page.tsx';
import { fromLocalTime } from '../../shared/desk/rules/local-time.ts';
import { SearchBox } from '../../shared/desk/search-box.tsx';
import { Select } from '../../shared/desk/select.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useData, usePages } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { Field } from '../../shared/ui/field.tsx';
import type { Keys, RequestLine } from '../integration-types.ts';
import { AnswerStatus } from '../parts/answer-status.tsx';

const LOOK_MS = 5_000;
const ANSWERS = [
  { value: '', title: 'Any answer' },
  { value: '2', title: 'Done (2xx)' },
  { value: 'failed', title: 'Not done' },
  { value: '4', title: 'Refused (4xx)' },
  { value: '5', title: 'Failed (5xx)' },
];

/** What the partner's systems asked, and what they were told. */
export function Requests() {
  const [answered, setAnswered] = useFilter('answered');
  const [key, setKey] = useFilter('key');
  const [path, setPath] = useFilter('path');
  const [requestId, setRequestId] = useFilter('requestId');
  const [since, setSince] = useFilter('since');
  const [until, setUntil] = useFilter('until');
  const { data: keys } = useData<Keys>('/keys');
  const { rows, refusal, more } = usePages<RequestLine>(
    '/requests',
    {
      answered,
      key,
      path,
      requestId,
      since: fromLocalTime(since) ?? undefined,
      until: fromLocalTime(until) ?? undefined,
    },
    { everyMs: LOOK_MS },
  );
  const isFiltered = [answered, key, path, requestId, since, until].some((filter) => filter !== '');
  return (
    <Page
      title="Requests"
      about="The calls of your systems in the last days, newest first. Phone numbers and secrets are masked before they are kept. In a second with very many calls, some that succeeded are left out; all are counted under Usage."
    >
      <Filters>
        <Select label="Answer" choices={ANSWERS} value={answered} onChoose={setAnswered} />
        <Select
          label="Key"
          choices={[
            { value: '', title: 'Any key' },
            ...(keys?.keys ?? []).map(({ apiKey }) => ({ value: apiKey, title: `…${apiKey.slice(-6)}` })),
          ]}
          value={key}
          onChoose={setKey}
        />
        <Field label="From" type="datetime-local" value={since} onChange={({ target }) => setSince(target.value)} />
        <Field label="Until" type="datetime-local" value={until} onChange={({ target }) => setUntil(target.value)} />
        <SearchBox label="Path" placeholder="Part of the path" value={path} onSearch={setPath} />
        <SearchBox label="Request-ID" placeholder="A whole Request-ID" value={requestId} onSearch={setRequestId} />
      </Filters>
      <Table
        label="Requests"
        rows={rows}
        refusal={refusal}
        more={more}
        rowKey={({ id }) => id}
        hrefOf={({ id }) => `/requests/${id}`}
        empty={
          more !== undefined
            ? 'None among the last 20,000. Look further back with "Show more".'
            : isFiltered
              ? 'No call fits this.'
              : 'No calls yet. Sign the first one with one of your keys.'
        }
        columns={[
          {
            title: 'Call',
            cell: ({ method, path: called }) => (
              <code className="block min-w-44 text-fine wrap-anywhere">
                {method} {called}
              </code>
            ),
          },
          {
            title: 'Answer',
            cell: ({ status, code }) => (
              <span className="inline-flex flex-wrap items-center gap-2">
                <AnswerStatus status={status} />
                {code === null ? undefined : <code className="text-fine">{code}</code>}
              </span>
            ),
          },
          { title: 'When', cell: ({ at }) => <Time at={at} seconds /> },
          { title: 'Took', right: true, wideOnly: true, cell: ({ durationMs }) => `${durationMs} ms` },
          { title: 'Market', wideOnly: true, cell: ({ market }) => market ?? '' },
          {
            title: 'Key',
            wideOnly: true,
            cell: ({ apiKey }) => <code className="text-fine">…{apiKey.slice(-6)}</code>,
          },
        ]}
      />
    </Page>
  );
}
