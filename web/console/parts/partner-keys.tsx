import { useState } from 'react';
import type { PartnerWire } from '../../../src/console/partners-wire.ts';
import { faultAt, faultBeside } from '../../shared/desk/calls.ts';
import { Copyable } from '../../shared/desk/copy.tsx';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { KeyStatus } from '../../shared/desk/key-status.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { Table } from '../../shared/desk/table.tsx';
import { TextArea } from '../../shared/desk/text-area.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { type NewSecrets, Secrets } from './secrets.tsx';

type Key = PartnerWire['keys'][number];
type Part = { readonly partner: PartnerWire; readonly path: string };
type Doing = { readonly key: Key; readonly what: 'suspend' | 'resume' | 'revoke' | 'terms' };

export function PartnerKeys({ partner, path }: Part) {
  const mayChange = useMay('partners');
  const [isIssuing, setIssuing] = useState(false);
  const [doing, setDoing] = useState<Doing>();
  const living = partner.keys.filter(({ status }) => status !== 'revoked').length;
  return (
    <div className="flex flex-col gap-4">
      {mayChange && living < 2 ? (
        <div className="text-right">
          <Button onClick={() => setIssuing(true)}>Issue a key</Button>
        </div>
      ) : undefined}
      <Table
        label="Keys"
        rows={partner.keys}
        rowKey={({ apiKey }) => apiKey}
        empty="No key yet. Issue the first one."
        columns={[
          { title: 'Key', cell: ({ apiKey }) => <Copyable text={apiKey} label="the key" /> },
          { title: 'Status', cell: ({ status }) => <KeyStatus status={status} /> },
          { title: 'Markets', cell: ({ markets }) => markets.join(', ') },
          {
            title: 'Limits',
            wideOnly: true,
            cell: ({ limitFactor }) => (limitFactor === 1 ? 'Usual' : `× ${limitFactor}`),
          },
          {
            title: 'Addresses',
            wideOnly: true,
            cell: ({ sourceAddresses }) => sourceAddresses.join(', ') || <span className="text-quiet">Any</span>,
          },
          ...(mayChange
            ? [
                {
                  title: 'Change',
                  cell: (key: Key) => <KeyActions keyRow={key} onDo={(what) => setDoing({ key, what })} />,
                },
              ]
            : []),
        ]}
      />
      {isIssuing ? <IssueKey path={path} onClose={() => setIssuing(false)} /> : undefined}
      {doing === undefined ? undefined : doing.what === 'terms' ? (
        <KeyTerms path={path} apiKey={doing.key} onClose={() => setDoing(undefined)} />
      ) : (
        <ChangeStatus path={path} doing={doing} onClose={() => setDoing(undefined)} />
      )}
    </div>
  );
}

function KeyActions({
  keyRow: { status },
  onDo,
}: {
  readonly keyRow: Key;
  readonly onDo: (what: Doing['what']) => void;
}) {
  if (status === 'revoked') return <span className="text-quiet">–</span>;
  return (
    <div className="flex flex-wrap gap-1">
      <Button kind="plain" size="small" onClick={() => onDo('terms')}>
        Terms
      </Button>
      <Button kind="plain" size="small" onClick={() => onDo(status === 'suspended' ? 'resume' : 'suspend')}>
        {status === 'suspended' ? 'Resume' : 'Suspend'}
      </Button>
      <Button kind="quietDanger" size="small" onClick={() => onDo('revoke')}>
        Revoke
      </Button>
    </div>
  );
}

function IssueKey({ path, onClose }: { readonly path: string; readonly onClose: () => void }) {
  const calls = useCalls();
  const [made, setMade] = useState<NewSecrets>();
  const { act, busy, refusal } = useAct((reason: string) => calls.post<NewSecrets>(`${path}/keys`, { reason }), {
    refresh: ['/partners'],
    onDone: setMade,
  });
  if (made !== undefined) return <Secrets title="The key is issued" secrets={made} onClose={onClose} />;
  return (
    <ReasonDialog
      title="Issue a key"
      action="Issue the key"
      busy={busy}
      refusal={refusal}
      onAct={act}
      onClose={onClose}
    >
      <p className="text-quiet">It is for the same markets as the newest key, and both work until one is revoked.</p>
    </ReasonDialog>
  );
}

const STATUS = {
  suspend: {
    title: 'Suspend the key?',
    about: 'Calls with it are refused until it is resumed.',
    action: 'Suspend it',
    status: 'suspended',
  },
  resume: { title: 'Resume the key?', about: 'Calls with it are let in again.', action: 'Resume it', status: 'active' },
  revoke: {
    title: 'Revoke the key?',
    about: 'It ends for good, with the next call.',
    action: 'Revoke it',
    status: 'revoked',
  },
} as const;

function ChangeStatus({
  path,
  doing: { key, what },
  onClose,
}: {
  readonly path: string;
  readonly doing: Doing;
  readonly onClose: () => void;
}) {
  const calls = useCalls();
  const { title, about, action, status } = STATUS[what as keyof typeof STATUS];
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.patch(`${path}/keys/${key.apiKey}`, { seen: key.revision, status, reason }),
    { refresh: ['/partners'], done: `The key is ${status}.`, onDone: onClose },
  );
  return (
    <ReasonDialog {...{ title, action, busy, refusal, onClose }} danger={what === 'revoke'} onAct={act}>
      <p className="text-quiet">{about}</p>
      <code className="font-mono text-sm wrap-anywhere">{key.apiKey}</code>
    </ReasonDialog>
  );
}

function KeyTerms({
  path,
  apiKey: key,
  onClose,
}: {
  readonly path: string;
  readonly apiKey: Key;
  readonly onClose: () => void;
}) {
  const calls = useCalls();
  const [markets, setMarkets] = useState(key.markets.join(', '));
  const [factor, setFactor] = useState(String(key.limitFactor));
  const [addresses, setAddresses] = useState(key.sourceAddresses.join('\n'));
  const partsOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.patch(`${path}/keys/${key.apiKey}`, {
        seen: key.revision,
        markets: partsOf(markets.toUpperCase()),
        limitFactor: Number(factor),
        sourceAddresses: partsOf(addresses),
        reason,
      }),
    { refresh: ['/partners'], done: 'The key has other terms now.', onDone: onClose },
  );
  const marketFault = refusal?.faults.find(({ pointer }) => pointer?.startsWith('/data/markets'));
  return (
    <ReasonDialog
      title="Terms of the key"
      action="Change the terms"
      busy={busy}
      refusal={faultBeside(refusal, ['limitFactor', 'sourceAddresses']) === marketFault?.sentence ? undefined : refusal}
      fields={['limitFactor', 'sourceAddresses']}
      onAct={act}
      onClose={onClose}
    >
      <Field
        label="Markets"
        hint="Codes such as HK, SG"
        fault={marketFault}
        value={markets}
        onChange={({ target }) => setMarkets(target.value)}
      />
      <Field
        label="Limits"
        hint="The usual limits are multiplied by this."
        inputMode="numeric"
        fault={faultAt(refusal, 'limitFactor')}
        value={factor}
        onChange={({ target }) => setFactor(target.value)}
      />
      <TextArea
        label="Addresses"
        hint="Calls are let in from these addresses or ranges only, one in a line. Leave it empty for any."
        fault={faultAt(refusal, 'sourceAddresses')}
        value={addresses}
        onChange={({ target }) => setAddresses(target.value)}
      />
    </ReasonDialog>
  );
}
