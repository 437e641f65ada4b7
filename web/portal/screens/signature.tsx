import { type FormEvent, useEffect, useState } from 'react';
import { Badge } from '../../shared/desk/badge.tsx';
import { faultAt, faultBeside } from '../../shared/desk/calls.ts';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { Page, Panel } from '../../shared/desk/page.tsx';
import { TextArea } from '../../shared/desk/text-area.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { useFilter } from '../../shared/desk/use-filter.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Report, RequestDetails } from '../integration-types.ts';

const EXAMPLE = 'POST /v3/quotations HTTP/1.1\nAuthorization: hmac pk_…\nMarket: HK\n\n{"data": …}';
const MARKS = { good: 'right', bad: 'wrong', note: 'note' } as const;

/** Takes a request apart as the front door would. */
export function Signature() {
  const calls = useCalls();
  const [logged] = useFilter('request');
  const { data: call } = useData<RequestDetails>(logged === '' ? undefined : `/requests/${logged}`);
  const [pasted, setPasted] = useState('');
  const [report, setReport] = useState<Report>();
  const shown = call?.shown ?? undefined;
  useEffect(() => {
    if (shown !== undefined) setPasted(shown);
  }, [shown]);
  const { act, busy, refusal } = useAct(() => calls.post<Report>('/signature', { request: pasted }), {
    onDone: setReport,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act();
  };
  const beside = faultBeside(refusal, ['request']);
  return (
    <Page
      title="Signature doctor"
      about="Paste a request as curl, as raw HTTP or as your client logs it. It is looked at, not carried out, and nothing of it is kept."
    >
      {shown === undefined || call?.request.bytes === 0 ? undefined : (
        <Notice>
          Phone numbers and secrets in a logged body are masked, so its signature may not fit. Paste the body as you
          sent it.
        </Notice>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <form onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-3">
          <TextArea
            label="The request"
            mono
            rows={16}
            spellCheck={false}
            placeholder={EXAMPLE}
            fault={faultAt(refusal, 'request')}
            value={pasted}
            onChange={({ target }) => setPasted(target.value)}
          />
          {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
          <div>
            <Button type="submit" busy={busy} disabled={pasted.trim() === ''}>
              Take it apart
            </Button>
          </div>
        </form>
        {report === undefined || refusal !== undefined ? undefined : <Findings report={report} />}
      </div>
    </Page>
  );
}

function Findings({ report: { verdict, findings, text } }: { readonly report: Report }) {
  return (
    <div className="grid min-w-0 gap-5">
      <Notice tone={verdict.tone === 'plain' ? 'note' : verdict.tone}>
        <h2 className="text-lg">{verdict.headline}</h2>
        <p className="font-normal wrap-anywhere">{verdict.sentence}</p>
      </Notice>
      <Panel title="Part by part">
        <Facts
          facts={findings.map(({ name, value, tone, remark }) => [
            name,
            <div key={name}>
              <code className="wrap-anywhere">{value}</code>{' '}
              {tone === 'plain' ? undefined : <Badge tone={tone}>{MARKS[tone]}</Badge>}
              {remark === null ? undefined : <p className="text-sm text-quiet wrap-anywhere">{remark}</p>}
            </div>,
          ])}
        />
      </Panel>
      <Panel
        title="What must be signed"
        about="These bytes, with the secret of the key, by HMAC-SHA256 in hexadecimal."
      >
        <SignedText text={text} />
      </Panel>
    </div>
  );
}

/** Line ends can be seen: they are what goes wrong most often. */
function SignedText({ text }: { readonly text: string }) {
  const lines = text.split('\r\n');
  return (
    <pre className="rounded-control border border-line bg-paper p-3 font-mono text-fine whitespace-pre-wrap wrap-anywhere">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text stay where they are
        <span key={index}>
          {line}
          {index === lines.length - 1 ? undefined : (
            <>
              <span className="ml-1 rounded border border-current px-1 text-tiny font-semibold text-accent select-none">
                CR LF
              </span>
              {'\n'}
            </>
          )}
        </span>
      ))}
    </pre>
  );
}
