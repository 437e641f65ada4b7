import { Link } from 'wouter';
import { Copyable } from '../../shared/desk/copy.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { JsonView } from '../../shared/desk/json-view.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useData } from '../../shared/desk/use-data.ts';
import { buttonStyle } from '../../shared/ui/button.tsx';
import type { RequestDetails } from '../integration-types.ts';
import { AnswerStatus } from '../parts/answer-status.tsx';
import { readableBody } from '../rules/readable-body.ts';

/** One call with both bodies. */
export function Request({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const { data: request, refusal } = useData<RequestDetails>(`/requests/${encodeURIComponent(id)}`);
  const back = { href: '/requests', title: 'Requests' };
  if (request === undefined)
    return (
      <Page title="Request" back={back}>
        {refusal === undefined ? undefined : <Refused refusal={refusal} />}
      </Page>
    );
  return (
    <Page
      title={`${request.method} ${request.path.split('?')[0]}`}
      back={back}
      actions={
        request.shown === null ? undefined : (
          <Link href={`/signature?request=${request.id}`} className={buttonStyle('plain')}>
            Take this signature apart
          </Link>
        )
      }
    >
      <Panel title="About">
        <Facts
          facts={[
            ['Answer', <Answer key="answer" {...request} />],
            ['When', <Time key="at" at={request.at} seconds />],
            ['Took', `${request.durationMs} ms`],
            [
              'Path',
              <code key="path" className="wrap-anywhere">
                {request.path}
              </code>,
            ],
            ['Market', request.market ?? undefined],
            ['Platform', request.platform ?? undefined],
            ['Counted as', request.api],
            ['Request-ID', <Copyable key="id" text={request.requestId} label="the Request-ID" />],
            ['Key', <Copyable key="key" text={request.apiKey} label="the key" />],
            ['From', request.address],
          ]}
        />
      </Panel>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Body title="Request body" body={request.request} />
        <Body title="Answer body" body={request.answer} />
      </div>
    </Page>
  );
}

function Answer({ status, code }: Pick<RequestDetails, 'status' | 'code'>) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <AnswerStatus status={status} />
      {code === null ? undefined : (
        <a href={`/docs/errors#${code}`} className="text-accent underline underline-offset-4">
          <code>{code}</code>
        </a>
      )}
    </span>
  );
}

type BodyProps = { readonly title: string; readonly body: RequestDetails['request'] };

function Body({ title, body }: BodyProps) {
  const about = body.isCut
    ? `${body.bytes.toLocaleString('en')} bytes, of which the beginning is kept.`
    : `${body.bytes.toLocaleString('en')} bytes`;
  return (
    <Panel title={title} about={body.bytes === 0 ? undefined : about} className="min-w-0">
      {body.bytes === 0 ? (
        <p className="text-quiet">Empty</p>
      ) : (
        <JsonView label={title} value={readableBody(body.text)} />
      )}
    </Panel>
  );
}
