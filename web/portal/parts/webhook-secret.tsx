import { useState } from 'react';
import { Confirm } from '../../shared/desk/confirm.tsx';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Panel } from '../../shared/desk/page.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { WebhookSecret as Secret } from '../integration-types.ts';
import { Shown } from './secret-once.tsx';

type Props = { readonly mayBuild: boolean; readonly rotatedAt: string | null };

/** What the headers of each push are verified with. It is asked for only when somebody wants to see it. */
export function WebhookSecret({ mayBuild, rotatedAt }: Props) {
  const calls = useCalls();
  const [secret, setSecret] = useState<string>();
  const [isRotating, setRotating] = useState(false);
  const show = useAct(() => calls.post<Secret>('/webhook/secret'), {
    onDone: ({ webhookSecret }) => setSecret(webhookSecret),
  });
  const rotate = useAct(() => calls.post<Secret>('/webhook/secret/rotate'), {
    refresh: ['/webhook'],
    done: 'There is a new secret.',
    onDone: ({ webhookSecret }) => {
      setSecret(webhookSecret);
      setRotating(false);
    },
  });
  return (
    <Panel
      title="Secret"
      about="Verifies the Standard Webhooks headers (webhook-id, webhook-timestamp, webhook-signature) of each push."
    >
      {rotatedAt === null ? undefined : (
        <div className="mb-4">
          <Notice>
            Made anew <Time at={rotatedAt} ago />. For 24 hours the secret before signs beside it.
          </Notice>
        </div>
      )}
      {secret === undefined ? undefined : <Shown label="Webhook secret" text={secret} />}
      {show.refusal === undefined ? undefined : <Notice tone="bad">{show.refusal.sentence}</Notice>}
      {mayBuild ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {secret === undefined ? (
            <Button size="small" kind="plain" busy={show.busy} onClick={() => show.act()}>
              Show the secret
            </Button>
          ) : (
            <Button size="small" kind="plain" onClick={() => setSecret(undefined)}>
              Hide it
            </Button>
          )}
          <Button size="small" kind="plain" onClick={() => setRotating(true)}>
            Make a new one
          </Button>
        </div>
      ) : (
        <p className="text-quiet">Developers and admins can see it.</p>
      )}
      {isRotating ? (
        <Confirm
          title="Make a new secret?"
          action="Make a new one"
          busy={rotate.busy}
          refusal={rotate.refusal}
          onConfirm={() => rotate.act()}
          onClose={() => setRotating(false)}
        >
          Both secrets sign every push for the next 24 hours, so your verifier can be changed in peace. After that only
          the new one does.
        </Confirm>
      ) : undefined}
    </Panel>
  );
}
