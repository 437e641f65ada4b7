import { useState } from 'react';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { Panel } from '../../shared/desk/page.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { SentTest } from '../integration-types.ts';
import { AnswerStatus } from './answer-status.tsx';
import { AnswerText } from './answer-text.tsx';

/** A real push that nothing has caused, and what came of it. */
export function WebhookTest({ hasUrl }: { readonly hasUrl: boolean }) {
  const calls = useCalls();
  const [sent, setSent] = useState<SentTest>();
  const { act, busy, refusal } = useAct(() => calls.post<SentTest>('/webhook/test'), { onDone: setSent });
  return (
    <Panel
      title="Send a test"
      about="An event of type WEBHOOK_TEST, signed like any other, is sent to your URL now. It is in no log, and real events are left alone."
      actions={
        <Button size="small" busy={busy} disabled={!hasUrl} onClick={() => act()}>
          Send a test
        </Button>
      }
    >
      {refusal === undefined ? undefined : <Notice tone="bad">{refusal.sentence}</Notice>}
      {sent === undefined ? (
        <p className="text-quiet">{hasUrl ? 'Nothing was sent yet.' : 'Set a URL first.'}</p>
      ) : (
        <>
          <Notice tone={sent.error === null ? 'good' : 'bad'}>
            {sent.error ?? 'Your receiver took it: it answered 200.'}
          </Notice>
          <div className="mt-3">
            <Facts
              facts={[
                ['Answer', <AnswerStatus key="status" status={sent.status} />],
                ['Took', `${sent.durationMs} ms`],
                ['Event', <code key="id">{sent.eventId}</code>],
                ['Body', sent.status === null ? undefined : <AnswerText key="body" text={sent.answer} />],
              ]}
            />
          </div>
        </>
      )}
    </Panel>
  );
}
