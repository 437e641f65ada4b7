import { CopyButton } from '../../shared/desk/copy.tsx';
import { Dialog, DialogActions } from '../../shared/desk/dialog.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';

export type NewSecrets = { readonly apiKey: string; readonly apiSecret: string; readonly webhookSecret?: string };

type Props = { readonly title: string; readonly secrets: NewSecrets; readonly onClose: () => void };

/** The only moment at which a secret can be read. */
export function Secrets({ title, secrets: { apiKey, apiSecret, webhookSecret }, onClose }: Props) {
  const shown = [
    ['API key', apiKey],
    ['API secret', apiSecret],
    ...(webhookSecret === undefined ? [] : [['Webhook secret', webhookSecret] as const]),
  ] as const;
  return (
    <Dialog title={title} onClose={onClose}>
      <Notice>The secret is shown this once. Hand it over in a safe way, or keep it now.</Notice>
      <dl className="mt-4 flex flex-col gap-3">
        {shown.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-quiet">{name}</dt>
            <dd className="flex items-center justify-between gap-3">
              <code className="min-w-0 font-mono text-sm wrap-anywhere">{value}</code>
              <CopyButton text={value} label={`Copy ${name}`} />
            </dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button onClick={onClose}>I have kept it</Button>
      </DialogActions>
    </Dialog>
  );
}
