import { Notice } from '../../ui/notice.tsx';
import { CopyButton } from '../copy.tsx';
import type { SentLink } from '../types.ts';

type Props = { readonly sent: SentLink; readonly email: string };

/** A one-time link: on its way, or here to be handed over. */
export function ShownLink({ sent: { link, wasSent }, email }: Props) {
  return (
    <div className="flex flex-col gap-3">
      {wasSent ? <Notice tone="good">A link is on its way to {email}.</Notice> : undefined}
      {link === undefined ? undefined : (
        <>
          <p className="text-quiet">
            {wasSent ? 'Or hand it over yourself.' : 'It could not be sent from here: hand this link over yourself.'} It
            works once, and it is shown only now. Whoever has it can set the password.
          </p>
          <div className="flex flex-wrap items-center gap-3 rounded-control border border-line bg-paper p-3">
            <code className="min-w-0 flex-1 font-mono text-fine wrap-anywhere">{link}</code>
            <CopyButton text={link} label="Copy the link" />
          </div>
        </>
      )}
    </div>
  );
}
