import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { FieldFault } from '../../ui/labelled.tsx';
import { Badge } from '../badge.tsx';
import { faultAt } from '../calls.ts';
import { CopyButton } from '../copy.tsx';
import { useCalls, useMe } from '../desk.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { Panel } from '../page.tsx';
import type { NewSecondFactor } from '../types.ts';
import { useAct } from '../use-data.ts';
import { CodeField } from './code-field.tsx';

/** A code from an app beside the password. */
export function SecondFactor() {
  const { hasSecondFactor } = useMe();
  const [turning, setTurning] = useState<'on' | 'off'>();
  const close = () => setTurning(undefined);
  return (
    <Panel
      title="Second factor"
      actions={hasSecondFactor ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
      about={
        hasSecondFactor
          ? 'Whoever signs in as you needs your password and a code from your authenticator app.'
          : 'With a code from an authenticator app on your phone, a stolen password alone opens nothing.'
      }
    >
      {hasSecondFactor ? (
        <Button kind="plain" onClick={() => setTurning('off')}>
          Turn it off
        </Button>
      ) : (
        <Button onClick={() => setTurning('on')}>Turn it on</Button>
      )}
      {turning === 'on' ? <TurnOn onClose={close} /> : undefined}
      {turning === 'off' ? <TurnOff onClose={close} /> : undefined}
    </Panel>
  );
}

type DialogProps = { readonly onClose: () => void };

/** Whoever found an open browser has no password, and shall not lock its owner out. */
function TurnOn({ onClose }: DialogProps) {
  const calls = useCalls();
  const [factor, setFactor] = useState<NewSecondFactor>();
  const [password, setPassword] = useState('');
  const { act, busy, refusal } = useAct(() => calls.post<NewSecondFactor>('/second-factor', { password }), {
    onDone: setFactor,
  });
  if (factor !== undefined) return <Confirm factor={factor} onClose={onClose} />;
  return (
    <FormDialog
      title="Turn on the second factor"
      action="Go on"
      fields={['password']}
      {...{ busy, refusal, onClose }}
      onAct={() => act()}
    >
      <p className="text-quiet">Then you are shown what your authenticator app needs.</p>
      <OwnPassword value={password} onChange={setPassword} fault={faultAt(refusal, 'password')} />
    </FormDialog>
  );
}

function Confirm({ factor, onClose }: DialogProps & { readonly factor: NewSecondFactor }) {
  const calls = useCalls();
  const [code, setCode] = useState('');
  const { act, busy, refusal } = useAct(() => calls.put('/second-factor', { code }), {
    refresh: ['/me'],
    done: 'The second factor is on.',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Turn on the second factor"
      action="Turn it on"
      fields={['code']}
      {...{ busy, refusal, onClose }}
      onAct={() => act()}
    >
      <p className="text-quiet">
        Scan this with an authenticator app, or type the secret into it. Then enter the code that it shows.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(factor.qrSvg)}`}
          alt="QR code for the authenticator app"
          className="size-44 rounded-control bg-[#fff] p-2"
        />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-quiet">The secret</p>
          <p className="mb-2 font-mono wrap-anywhere">{factor.secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
          <CopyButton text={factor.secret} label="Copy the secret" />
        </div>
      </div>
      <CodeField value={code} onChange={setCode} fault={faultAt(refusal, 'code')} />
    </FormDialog>
  );
}

function TurnOff({ onClose }: DialogProps) {
  const calls = useCalls();
  const [password, setPassword] = useState('');
  const { act, busy, refusal } = useAct(() => calls.del('/second-factor', { password }), {
    refresh: ['/me'],
    done: 'The second factor is off.',
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Turn off the second factor?"
      action="Turn it off"
      danger
      fields={['password']}
      {...{ busy, refusal, onClose }}
      onAct={() => act()}
    >
      <p className="text-quiet">Afterwards your password alone opens this desk.</p>
      <OwnPassword value={password} onChange={setPassword} fault={faultAt(refusal, 'password')} />
    </FormDialog>
  );
}

type OwnPasswordProps = {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly fault: FieldFault | undefined;
};

function OwnPassword({ value, onChange, fault }: OwnPasswordProps) {
  return (
    <Field
      label="Your password"
      type="password"
      name="password"
      autoComplete="current-password"
      {...{ fault, value }}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
