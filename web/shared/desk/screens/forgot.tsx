import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { faultAt, faultBeside } from '../calls.ts';
import { useCalls } from '../desk.tsx';
import { Door } from '../door.tsx';
import { useAct } from '../use-data.ts';

/** The answer is the same whether or not there is such a person. */
export function Forgot() {
  const calls = useCalls();
  const [email, setEmail] = useState('');
  const [isSent, setSent] = useState(false);
  const { act, busy, refusal } = useAct(() => calls.post('/forgot', { email: email.trim() }), {
    onDone: () => setSent(true),
  });
  const beside = faultBeside(refusal, ['email']);
  function submit(event: FormEvent) {
    event.preventDefault();
    act();
  }
  return (
    <Door title="A new password">
      {isSent ? (
        <div className="flex flex-col gap-4">
          <Notice tone="good">If somebody with this address works here, a link is on its way.</Notice>
          <p className="text-quiet">It works once, for an hour. If none arrives, ask an admin of yours for one.</p>
        </div>
      ) : (
        <form onSubmit={submit} noValidate className="flex flex-col gap-4">
          <p className="text-quiet">You get a link by which you choose a new one.</p>
          <Field
            label="Email"
            type="email"
            name="email"
            autoComplete="username"
            autoFocus
            fault={faultAt(refusal, 'email')}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
          {beside === undefined ? undefined : <Notice tone="bad">{beside}</Notice>}
          <Button type="submit" busy={busy} className="w-full">
            Send me a link
          </Button>
        </form>
      )}
      <p className="mt-4 text-center text-sm">
        <Link href="/" className="font-medium text-accent underline-offset-4 hover:underline">
          Back to signing in
        </Link>
      </p>
    </Door>
  );
}
