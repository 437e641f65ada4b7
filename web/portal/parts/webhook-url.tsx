import { useState } from 'react';
import { faultAt } from '../../shared/desk/calls.ts';
import { Confirm } from '../../shared/desk/confirm.tsx';
import { useCalls } from '../../shared/desk/desk.tsx';
import { FormDialog } from '../../shared/desk/form-dialog.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { useSeen } from '../../shared/desk/use-seen.ts';
import { Field } from '../../shared/ui/field.tsx';
import type { Webhook } from '../integration-types.ts';

type Props = { readonly webhook: Webhook; readonly onClose: () => void };

export function SetUrl({ webhook, onClose }: Props) {
  const calls = useCalls();
  const seen = useSeen(webhook.revision);
  const [url, setUrl] = useState(webhook.url ?? '');
  const { act, busy, refusal } = useAct(() => calls.put('/webhook', { url: url.trim(), seen }), {
    refresh: ['/webhook', '/events'],
    done: 'The webhook URL is set.',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={webhook.url === null ? 'Set a webhook URL' : 'Change the webhook URL'}
      action="Try it and save"
      disabled={url.trim() === ''}
      fields={['url']}
      {...{ busy, refusal, onClose }}
      onAct={() => act()}
    >
      <Field
        label="URL"
        type="url"
        placeholder="https://example.com/webhooks"
        hint="It gets an empty POST now and must answer 200 within 5 seconds. Whatever waits is sent to it at once, from the first undelivered event."
        fault={faultAt(refusal, 'url')}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
    </FormDialog>
  );
}

export function RemoveUrl({ webhook, onClose }: Props) {
  const calls = useCalls();
  const seen = useSeen(webhook.revision);
  const { act, busy, refusal } = useAct(() => calls.put('/webhook', { url: '', seen }), {
    refresh: ['/webhook', '/events'],
    done: 'The webhook URL is taken away.',
    onDone: onClose,
  });
  return (
    <Confirm
      title="Take the webhook URL away?"
      action="Take it away"
      danger
      busy={busy}
      refusal={refusal}
      onConfirm={() => act()}
      onClose={onClose}
    >
      Nothing is pushed any more. Events that happen meanwhile stay in the log for 30 days and are not sent by
      themselves later.
    </Confirm>
  );
}
