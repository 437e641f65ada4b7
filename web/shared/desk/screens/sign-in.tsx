import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { faultAt, faultBeside, Refusal } from '../calls.ts';
import { useCalls, useDoorway } from '../desk.tsx';
import { Door } from '../door.tsx';
import { CodeField } from './code-field.tsx';

const CODE = '/data/code';

export function SignIn() {
  const calls = useCalls();
  const { ask } = useDoorway();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string>();
  const [fault, setFault] = useState<Refusal>();
  const [waitSeconds, setWaitSeconds] = useCountdown();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || waitSeconds > 0) return;
    setBusy(true);
    setFault(undefined);
    try {
      await calls.post('/sign-in', { email: email.trim(), password, ...(code === undefined ? {} : { code }) });
      await ask();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused(error);
    } finally {
      setBusy(false);
    }
  }

  function refused(refusal: Refusal): void {
    if (refusal.status === 429) setWaitSeconds(refusal.retryAfterSeconds ?? 60);
    else if (refusal.pointer === CODE && code === undefined) setCode('');
    else setFault(refusal);
  }

  const beside = faultBeside(fault, ['code']);
  return (
    <Door title="Sign in">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Field
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        {code === undefined ? undefined : (
          <CodeField value={code} onChange={setCode} fault={faultAt(fault, 'code')} autoFocus />
        )}
        {waitSeconds > 0 ? (
          <Notice tone="bad">Too many attempts. Try again in {waitSeconds} s.</Notice>
        ) : beside === undefined ? undefined : (
          <Notice tone="bad">{beside}</Notice>
        )}
        <Button type="submit" busy={busy} disabled={waitSeconds > 0} className="w-full">
          Sign in
        </Button>
        <p className="text-center text-sm">
          <Link href="/forgot" className="font-medium text-accent underline-offset-4 hover:underline">
            I do not know my password
          </Link>
        </p>
      </form>
    </Door>
  );
}

function useCountdown(): readonly [number, (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  const isRunning = seconds > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return [seconds, setSeconds];
}
