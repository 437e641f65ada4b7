import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Panel } from '../../shared/desk/page.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { Keys, Webhook } from '../integration-types.ts';

type Props = { readonly keys: Keys['keys']; readonly webhook: Webhook };

/** What a new partner does first; nothing once all of it is done. */
export function FirstSteps({ keys, webhook }: Props) {
  const hasKey = keys.some(({ status }) => status !== 'revoked');
  const hasCalled = keys.some(({ lastUsedAt }) => lastUsedAt !== null);
  const hasWebhook = webhook.url !== null;
  if (hasKey && hasCalled && hasWebhook) return undefined;
  return (
    <Panel title="First steps">
      <ol className="grid gap-4 md:grid-cols-3">
        <Step isDone={hasKey} href="/keys" title="Make an API key">
          Your systems sign their calls with its secret.
        </Step>
        <Step isDone={hasCalled} href="/signature" title="Make a signed call">
          The signature doctor says what is wrong with one that is refused.
        </Step>
        <Step isDone={hasWebhook} href="/webhook" title="Set a webhook URL">
          Whatever happens to an order is sent there.
        </Step>
      </ol>
    </Panel>
  );
}

type StepProps = {
  readonly isDone: boolean;
  readonly href: string;
  readonly title: string;
  readonly children: ReactNode;
};

function Step({ isDone, href, title, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full forced-color-adjust-none ${isDone ? 'bg-accent text-on-accent' : 'border border-quiet'}`}
      >
        {isDone ? <Icon name="done" className="size-3.5" /> : undefined}
      </span>
      <div>
        <Link href={href} className="font-medium text-accent underline underline-offset-4">
          {title}
        </Link>
        {isDone ? <span className="text-quiet"> Done</span> : undefined}
        <p className="text-sm text-quiet">{children}</p>
      </div>
    </li>
  );
}
