import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { attempt } from '../api/attempt.ts';
import { readCode, readPhone } from '../rules/phone.ts';
import { requestCode, signIn } from '../session/session.ts';
import { useWords } from '../words/words.ts';

const SEND_AGAIN_AFTER_SECONDS = 30;

/** Where the code of a phone is: the driver has it already, it is on its way, or it stands in the log of a sandbox. */
type Sent = { readonly phone: string; readonly code: 'AT_HAND' | 'SENT' | 'IN_LOG' };

export function SignIn() {
  const t = useWords();
  const [sent, setSent] = useState<Sent>();
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-8 p-6">
      <div>
        <p className="font-semibold text-accent">Waybill</p>
        <h1 className="text-3xl font-bold">{t('signIn.title')}</h1>
      </div>
      {sent === undefined ? (
        <PhoneForm onSent={setSent} />
      ) : (
        <CodeForm {...sent} onOtherPhone={() => setSent(undefined)} />
      )}
    </main>
  );
}

/** A form of one field; `take` answers with what is wrong with what was typed. */
function useStep(take: (typed: string) => Promise<string | undefined>) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    const wrong = await take(typed);
    setBusy(false);
    if (wrong !== undefined) setFault(wrong);
  }
  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    setTyped(target.value);
    setFault(undefined);
  }
  return {
    typed,
    busy,
    setFault,
    field: { value: typed, fault, onChange },
    form: { onSubmit, noValidate: true, className: 'flex flex-col gap-5' },
  };
}

function PhoneForm({ onSent }: { readonly onSent: (sent: Sent) => void }) {
  const t = useWords();
  const { typed, field, busy, setFault, form } = useStep(async (given) => {
    const phone = readPhone(given);
    if (phone === undefined) return t('signIn.phoneWrong');
    const sent = await attempt(t, requestCode(phone));
    if ('fault' in sent) return sent.fault;
    onSent({ phone, code: sent.data.standsIn === 'LOG' ? 'IN_LOG' : 'SENT' });
    return undefined;
  });
  function goOn() {
    const phone = readPhone(typed);
    if (phone === undefined) setFault(t('signIn.phoneWrong'));
    else onSent({ phone, code: 'AT_HAND' });
  }

  return (
    <form {...form}>
      <Field
        {...field}
        label={t('signIn.phone')}
        hint={t('signIn.phoneHint')}
        type="tel"
        name="phone"
        autoComplete="tel"
        inputMode="tel"
      />
      <Button type="submit" size="big" busy={busy}>
        {t('signIn.sendCode')}
      </Button>
      <Button kind="quiet" onClick={goOn}>
        {t('signIn.haveCode')}
      </Button>
    </form>
  );
}

type CodeProps = Sent & { readonly onOtherPhone: () => void };

function CodeForm({ phone, code: where, onOtherPhone }: CodeProps) {
  const t = useWords();
  const { field, busy, setFault, form } = useStep(async (given) => {
    const code = readCode(given);
    if (code === undefined) return t('signIn.codeSixDigits');
    const signedIn = await attempt(t, signIn(phone, code));
    if (!('fault' in signedIn)) return undefined;
    return signedIn.refusal?.status === 401 ? t('signIn.codeWrong') : signedIn.fault;
  });

  return (
    <form {...form}>
      <p role="status">{t(where === 'AT_HAND' ? 'signIn.codeFor' : 'signIn.codeSent', { phone })}</p>
      {where === 'IN_LOG' ? <Notice>{t('signIn.inTheLog')}</Notice> : undefined}
      <Field
        {...field}
        label={t('signIn.code')}
        hint={t('signIn.codeHint')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
      />
      <Button type="submit" size="big" busy={busy}>
        {t('signIn.enter')}
      </Button>
      <SendAgain phone={phone} waits={where !== 'AT_HAND'} onFault={setFault} />
      <Button kind="quiet" onClick={onOtherPhone}>
        {t('signIn.otherPhone')}
      </Button>
    </form>
  );
}

type AgainProps = {
  readonly phone: string;
  /** One was sent just now. */
  readonly waits: boolean;
  readonly onFault: (fault: string) => void;
};

function SendAgain({ phone, waits, onFault }: AgainProps) {
  const t = useWords();
  const [seconds, setSeconds] = useState(waits ? SEND_AGAIN_AFTER_SECONDS : 0);
  const [isSent, setSent] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);

  async function again() {
    setSeconds(SEND_AGAIN_AFTER_SECONDS);
    const sent = await attempt(t, requestCode(phone));
    if ('fault' in sent) onFault(sent.fault);
    else setSent(true);
  }

  return (
    <>
      {isSent ? <Notice tone="good">{t('signIn.sentAgain')}</Notice> : undefined}
      <Button kind="plain" disabled={seconds > 0} onClick={again}>
        {seconds > 0 ? t('signIn.sendAgainIn', { seconds }) : t('signIn.sendAgain')}
      </Button>
    </>
  );
}
