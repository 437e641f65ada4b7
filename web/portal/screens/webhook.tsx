import { useState } from 'react';
import { Link } from 'wouter';
import { useMay } from '../../shared/desk/desk.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { Page, Panel, Refused } from '../../shared/desk/page.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Webhook as Receiver } from '../integration-types.ts';
import { EventChoices } from '../parts/event-choices.tsx';
import { RecoverEvents } from '../parts/recover-events.tsx';
import { canSend } from '../parts/use-can-send.ts';
import { WebhookSecret } from '../parts/webhook-secret.tsx';
import { WebhookState } from '../parts/webhook-state.tsx';
import { WebhookTest } from '../parts/webhook-test.tsx';
import { RemoveUrl, SetUrl } from '../parts/webhook-url.tsx';

const LOOK_MS = 5_000;

/** Where events are pushed to, and how that is going. */
export function Webhook() {
  const mayBuild = useMay('build');
  const { data: webhook, refusal } = useData<Receiver>('/webhook', undefined, { everyMs: LOOK_MS });
  if (webhook === undefined && refusal !== undefined) return <Refused refusal={refusal} />;
  return (
    <Page title="Webhook" about="Every event is sent to your URL by a signed POST, until it answers 200.">
      {webhook === undefined ? undefined : (
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <Receiving webhook={webhook} mayBuild={mayBuild} />
          <Health webhook={webhook} mayBuild={mayBuild} />
          <EventChoices webhook={webhook} mayBuild={mayBuild} />
          <div className="grid gap-5">
            {mayBuild ? <WebhookTest hasUrl={webhook.url !== null} /> : undefined}
            <WebhookSecret mayBuild={mayBuild} rotatedAt={webhook.secretRotatedAt} />
          </div>
        </div>
      )}
    </Page>
  );
}

type Props = { readonly webhook: Receiver; readonly mayBuild: boolean };

function Receiving({ webhook, mayBuild }: Props) {
  const [doing, setDoing] = useState<'set' | 'remove'>();
  const close = () => setDoing(undefined);
  const actions = mayBuild ? (
    <>
      {webhook.url === null ? undefined : (
        <Button size="small" kind="quietDanger" onClick={() => setDoing('remove')}>
          Take away
        </Button>
      )}
      <Button size="small" kind={webhook.url === null ? 'primary' : 'plain'} onClick={() => setDoing('set')}>
        {webhook.url === null ? 'Set a URL' : 'Change'}
      </Button>
    </>
  ) : undefined;
  return (
    <Panel title="Receiver" actions={actions}>
      <Facts
        facts={[
          [
            'URL',
            webhook.url === null ? (
              <span key="none" className="text-quiet">
                None. Events stay in the log, and nothing is pushed.
              </span>
            ) : (
              <code key="url" className="wrap-anywhere">
                {webhook.url}
              </code>
            ),
          ],
          ['Version', webhook.version],
          ['State', <WebhookState key="state" {...webhook} />],
        ]}
      />
      {doing === 'set' ? <SetUrl webhook={webhook} onClose={close} /> : undefined}
      {doing === 'remove' ? <RemoveUrl webhook={webhook} onClose={close} /> : undefined}
    </Panel>
  );
}

function Health({ webhook, mayBuild }: Props) {
  const [isRecovering, setRecovering] = useState(false);
  const { disabledReason, silentSince, nextTryAt, lastDay, waiting } = webhook;
  const tried = waiting.find(({ parkedReason }) => parkedReason === null);
  const parked = waiting.filter(({ parkedReason }) => parkedReason !== null);
  const actions =
    mayBuild && canSend(webhook) ? (
      <Button size="small" kind="plain" onClick={() => setRecovering(true)}>
        Recover events
      </Button>
    ) : undefined;
  return (
    <Panel title="Deliveries" actions={actions}>
      {disabledReason === null ? undefined : (
        <div className="mb-4">
          <Notice tone="bad">
            Nothing is sent any more. {disabledReason} Set the URL again when your receiver is back.
          </Notice>
        </div>
      )}
      {disabledReason === null && silentSince !== null ? (
        <div className="mb-4">
          <Notice>
            Nothing has got through since <Time at={silentSince} />.
            {nextTryAt === null ? undefined : (
              <>
                {' '}
                The next try is <Time at={nextTryAt} ago />.
              </>
            )}
          </Notice>
        </div>
      ) : undefined}
      <Facts
        facts={[
          [
            'Delivered in 24 hours',
            `${eventCount({ count: lastDay.delivered, isAtLeast: lastDay.isAtLeast })}, ${lastDay.attempts.toLocaleString('en')} attempts`,
          ],
          [
            'Waiting',
            tried === undefined ? (
              'None'
            ) : (
              <Link
                key="waiting"
                href="/events?status=waiting"
                className="font-medium text-accent underline underline-offset-4"
              >
                {eventCount(tried)}
              </Link>
            ),
          ],
          [
            'Oldest waiting',
            tried === undefined ? undefined : (
              <span key="oldest">
                <Time at={tried.oldestAt} ago />
                {orBefore(tried)}
              </span>
            ),
          ],
          ...parked.map(
            (events) =>
              [
                `Parked: ${eventCount(events)}`,
                <span key={events.parkedReason}>
                  {events.parkedReason} The oldest is of <Time at={events.oldestAt} />
                  {orBefore(events)}.{' '}
                  <Link href="/events?status=parked" className="font-medium text-accent underline underline-offset-4">
                    Look at them
                  </Link>
                </span>,
              ] as const,
          ),
        ]}
      />
      {isRecovering ? <RecoverEvents onClose={() => setRecovering(false)} /> : undefined}
    </Panel>
  );
}

type Counted = { readonly count: number; readonly isAtLeast: boolean };

function eventCount({ count, isAtLeast }: Counted): string {
  return `${isAtLeast ? 'at least ' : ''}${count.toLocaleString('en')} ${count === 1 ? 'event' : 'events'}`;
}

/** Those that were not counted may be older. */
function orBefore({ isAtLeast }: Counted): string {
  return isAtLeast ? ' or before' : '';
}
