import { type FormEvent, useEffect, useState } from 'react';
import { Link as LinkTo, useLocation } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { faultAt, faultBeside, Refusal } from '../calls.ts';
import { useCalls, useDoorway } from '../desk.tsx';
import { Door } from '../door.tsx';
import type { Link } from '../types.ts';
import { useAct } from '../use-data.ts';
import { CodeField } from './code-field.tsx';
import { NewPassword } from './new-password.tsx';

/** Behind a link that was sent or handed over: the part after # never leaves the browser but for the two calls. */
export function Welcome() {
  const calls = useCalls();
  const [token] = useState(() => location.hash.slice(1));
  const [link, setLink] = useState<Link | Refusal>();
  useEffect(() => {
    let isHere = true;
    const show = (found: Link | Refusal) => {
      if (isHere) setLink(found);
    };
    calls.post<Link>('/links/look', { token }).then(show, (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      show(error);
    });
    return () => {
      isHere = false;
    };
  }, [calls, token]);
  if (link === undefined)
    return (
      <Door title="One moment">
        <Skeleton className="h-40" />
      </Door>
    );
  return link instanceof Refusal ? <NoLink refusal={link} /> : <PasswordForm link={link} token={token} />;
}

function NoLink({ refusal }: { readonly refusal: Refusal }) {
  const isOver = refusal.status === 404 || refusal.status === 422;
  return (
    <Door title={isOver ? 'This link does not work any more' : 'This did not work'}>
      <p className="text-quiet">
        {isOver
          ? 'It was used already, or it is too old. Ask whoever invited you for a new one, or have one sent to you.'
          : refusal.sentence}
      </p>
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <LinkTo href="/forgot" className="font-medium text-accent underline-offset-4 hover:underline">
          Send me a link
        </LinkTo>
        <LinkTo href="/" className="font-medium text-accent underline-offset-4 hover:underline">
          Sign in
        </LinkTo>
      </p>
    </Door>
  );
}

type FormProps = { readonly link: Link; readonly token: string };

function PasswordForm({ link, token }: FormProps) {
  const calls = useCalls();
  const { ask } = useDoorway();
  const [, go] = useLocation();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const { act, busy, refusal } = useAct(
    () => calls.post('/links/use', { token, password, ...(code === undefined ? {} : { code }) }),
    {
      onDone: () => {
        // The link has no place among the pages one goes back to.
        void ask().then(() => go('/', { replace: true }));
      },
    },
  );
  // Whoever was not asked for a code yet did nothing wrong.
  const [firstAsk, setFirstAsk] = useState<Refusal>();
  if (refusal?.pointer === '/data/code' && code === undefined) {
    setCode('');
    setFirstAsk(refusal);
  }
  const isFirstAsk = refusal !== undefined && refusal === firstAsk;
  const beside = isFirstAsk ? undefined : faultBeside(refusal, ['password', 'code']);
  function submit(event: FormEvent) {
    event.preventDefault();
    act();
  }
  return (
    <Door title={link.purpose === 'invitation' ? `Welcome, ${link.name}` : 'Choose a new password'}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="text-quiet">
          You sign in with <strong className="font-semibold text-ink">{link.email}</strong> and the password that you
          choose here.
        </p>
        <input type="hidden" name="username" autoComplete="username" value={link.email} />
        <NewPassword value={password} onChange={setPassword} email={link.email} fault={faultAt(refusal, 'password')} />
        {code === undefined ? undefined : (
          <CodeField
            value={code}
            onChange={setCode}
            autoFocus
            fault={isFirstAsk ? undefined : faultAt(refusal, 'code')}
          />
        )}
        {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
        <Button type="submit" busy={busy} className="w-full">
          Save and sign in
        </Button>
      </form>
    </Door>
  );
}
