import { useState } from 'react';
import { Confirm } from '../../shared/desk/confirm.tsx';
import { Copyable } from '../../shared/desk/copy.tsx';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { Facts } from '../../shared/desk/facts.tsx';
import { KeyStatus } from '../../shared/desk/key-status.tsx';
import { Page, Refused } from '../../shared/desk/page.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty } from '../../shared/ui/card.tsx';
import type { Keys as AllKeys, Key } from '../integration-types.ts';
import { ChangeKey } from '../parts/change-key.tsx';
import { NewKey } from '../parts/new-key.tsx';
import { RevokeKey } from '../parts/revoke-key.tsx';
import { RotateKey } from '../parts/rotate-key.tsx';
import { platformName } from '../rules/platform-name.ts';

const LOOK_MS = 15_000;

type Doing = { readonly what: 'rotate' | 'change' | 'suspend' | 'resume' | 'revoke'; readonly key: Key };

/** The keys that the partner's systems sign with. */
export function Keys() {
  const mayBuild = useMay('build');
  const { data, refusal } = useData<AllKeys>('/keys', undefined, { everyMs: LOOK_MS });
  const [isMaking, setMaking] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const living = data?.keys.filter(({ status }) => status !== 'revoked') ?? [];
  const revoked = data?.keys.filter(({ status }) => status === 'revoked') ?? [];
  const isFull = data !== undefined && living.length >= data.mostAlive;
  const close = () => setDoing(undefined);
  if (data === undefined && refusal !== undefined) return <Refused refusal={refusal} />;
  return (
    <Page
      title="API keys"
      about="Your systems sign their calls with these. Two can live at once, so that one can follow the other without a call being lost."
      actions={mayBuild && !isFull ? <Button onClick={() => setMaking(true)}>New key</Button> : undefined}
    >
      {data !== undefined && living.length === 0 ? (
        <Empty title="No living key">Make one, and your systems can call the API with it.</Empty>
      ) : undefined}
      <div className="grid gap-4 xl:grid-cols-2">
        {living.map((key) => (
          <KeyCard key={key.apiKey} apiKey={key} mayBuild={mayBuild} onDo={(what) => setDoing({ what, key })} />
        ))}
      </div>
      {revoked.length === 0 ? undefined : <RevokedKeys keys={revoked} />}
      {isMaking && data !== undefined ? <NewKey keys={data} onClose={() => setMaking(false)} /> : undefined}
      {doing?.what === 'rotate' ? (
        <RotateKey
          old={doing.key}
          successor={living.find(({ createdAt }) => createdAt > doing.key.createdAt)}
          onClose={close}
        />
      ) : undefined}
      {doing?.what === 'change' && data !== undefined ? (
        <ChangeKey apiKey={doing.key} reach={data.reach} onClose={close} />
      ) : undefined}
      {doing?.what === 'revoke' ? <RevokeKey apiKey={doing.key} onClose={close} /> : undefined}
      {doing?.what === 'suspend' || doing?.what === 'resume' ? (
        <Pause apiKey={doing.key} what={doing.what} onClose={close} />
      ) : undefined}
    </Page>
  );
}

type CardProps = {
  readonly apiKey: Key;
  readonly mayBuild: boolean;
  readonly onDo: (what: Doing['what']) => void;
};

function KeyCard({ apiKey: key, mayBuild, onDo }: CardProps) {
  const isClosed = key.suspendedBy === 'operator';
  return (
    <section aria-label={key.apiKey} className="rounded-card border border-line bg-card p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 text-base font-semibold">
          <Copyable text={key.apiKey} label="the key" />
        </h2>
        <KeyStatus {...key} />
      </div>
      <Facts
        facts={[
          ['Markets', key.markets.join(', ')],
          ['Services', key.platforms.map(platformName).join(', ')],
          ['Addresses', key.sourceAddresses.length === 0 ? 'Any' : key.sourceAddresses.join(', ')],
          ['Limits', key.limitFactor === 1 ? 'Standard' : `${key.limitFactor.toLocaleString('en')} times the standard`],
          ['Made', <Time key="made" at={key.createdAt} />],
          ['Last call', key.lastUsedAt === null ? 'Never' : <Time key="used" at={key.lastUsedAt} ago />],
        ]}
      />
      {mayBuild && !isClosed ? (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button size="small" onClick={() => onDo('rotate')}>
            Rotate
          </Button>
          <Button size="small" kind="plain" onClick={() => onDo('change')}>
            Change
          </Button>
          <Button size="small" kind="plain" onClick={() => onDo(key.status === 'active' ? 'suspend' : 'resume')}>
            {key.status === 'active' ? 'Suspend' : 'Open again'}
          </Button>
          <Button size="small" kind="quietDanger" onClick={() => onDo('revoke')}>
            Revoke
          </Button>
        </div>
      ) : undefined}
    </section>
  );
}

function RevokedKeys({ keys }: { readonly keys: readonly Key[] }) {
  return (
    <section>
      <h2 className="mb-2 text-base font-semibold">Revoked keys</h2>
      <Table
        label="Revoked keys"
        rows={keys}
        rowKey={({ apiKey }) => apiKey}
        empty=""
        columns={[
          { title: 'Key', cell: ({ apiKey }) => <code className="text-fine wrap-anywhere">{apiKey}</code> },
          { title: 'Markets', wideOnly: true, cell: ({ markets }) => markets.join(', ') },
          { title: 'Made', cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            title: 'Last call',
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Time at={lastUsedAt} ago />),
          },
        ]}
      />
    </section>
  );
}

type PauseProps = { readonly apiKey: Key; readonly what: 'suspend' | 'resume'; readonly onClose: () => void };

function Pause({ apiKey: key, what, onClose }: PauseProps) {
  const calls = useCalls();
  const isSuspend = what === 'suspend';
  const { act, busy, refusal } = useAct(
    () => calls.put(`/keys/${key.apiKey}/status`, { status: isSuspend ? 'suspended' : 'active', seen: key.status }),
    {
      refresh: ['/keys'],
      done: isSuspend ? 'The key is suspended.' : 'The key is open again.',
      onDone: onClose,
    },
  );
  return (
    <Confirm
      title={isSuspend ? 'Suspend this key?' : 'Open this key again?'}
      action={isSuspend ? 'Suspend the key' : 'Open it again'}
      danger={isSuspend}
      busy={busy}
      refusal={refusal}
      onConfirm={() => act()}
      onClose={onClose}
    >
      <p>
        {isSuspend
          ? 'Every call with it is answered with 403 until you open it again. Webhooks are not signed with it meanwhile.'
          : 'Calls with it are let in again at once.'}
      </p>
      <p className="mt-2 text-ink">
        <code className="wrap-anywhere">{key.apiKey}</code>
      </p>
    </Confirm>
  );
}
