import { useState } from 'react';
import { useCalls } from '../../shared/desk/desk.tsx';
import { Dialog, DialogActions } from '../../shared/desk/dialog.tsx';
import { Time } from '../../shared/desk/time.tsx';
import { useAct, useData } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Key, Keys, NewKey } from '../integration-types.ts';
import { RevokeForm } from './revoke-key.tsx';
import { SecretOnce } from './secret-once.tsx';

const LOOK_MS = 3_000;
const STEPS = ['Make a new key', 'Change your system', 'Revoke the old key'] as const;

type Props = {
  readonly old: Key;
  /** The one that takes its place, where it was made before. */
  readonly successor: Key | undefined;
  readonly onClose: () => void;
};

/** One key follows another without a call being lost: for a while both live. */
export function RotateKey({ old, successor, onClose }: Props) {
  const calls = useCalls();
  const [made, setMade] = useState<NewKey>();
  const [isKept, setKept] = useState(successor !== undefined);
  const [isMoved, setMoved] = useState(false);
  const newKey = made?.apiKey ?? successor?.apiKey;
  const { act, busy, refusal } = useAct(
    () =>
      calls.post<NewKey>('/keys', {
        markets: old.markets,
        platforms: old.platforms,
        sourceAddresses: old.sourceAddresses,
      }),
    { refresh: ['/keys'], onDone: setMade },
  );
  const step = newKey === undefined || !isKept ? 0 : isMoved ? 2 : 1;
  return (
    <Dialog title="Rotate a key" onClose={onClose}>
      <Steps now={step} />
      {newKey === undefined ? (
        <>
          <p className="text-quiet">
            The new key is for the same markets, services and addresses. Both keys work until you revoke the old one, so
            no call is lost.
          </p>
          {refusal === undefined ? undefined : (
            <div className="mt-4">
              <Notice tone="bad">{refusal.sentence}</Notice>
            </div>
          )}
          <DialogActions>
            <Button kind="plain" onClick={onClose}>
              Leave it
            </Button>
            <Button busy={busy} onClick={() => act()}>
              Make a new key
            </Button>
          </DialogActions>
        </>
      ) : made !== undefined && !isKept ? (
        <SecretOnce made={made} action="Go on" onDone={() => setKept(true)} />
      ) : isMoved ? (
        <RevokeForm apiKey={old} onLeave={() => setMoved(false)} onRevoked={onClose} />
      ) : (
        <Moving old={old} newKey={newKey} onMoved={() => setMoved(true)} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Steps({ now }: { readonly now: number }) {
  return (
    <ol className="mb-4 grid grid-cols-3 gap-2 text-sm">
      {STEPS.map((title, index) => (
        <li
          key={title}
          aria-current={index === now ? 'step' : undefined}
          className={`border-t-2 pt-1.5 ${index <= now ? 'border-accent' : 'border-line'} ${index === now ? 'font-semibold' : 'text-quiet'}`}
        >
          {index + 1}. {title}
        </li>
      ))}
    </ol>
  );
}

type MovingProps = {
  readonly old: Key;
  readonly newKey: string;
  readonly onMoved: () => void;
  readonly onClose: () => void;
};

/** Shows which of the two keys is in use, while the partner's system is changed. */
function Moving({ old, newKey, onMoved, onClose }: MovingProps) {
  const { data } = useData<Keys>('/keys', undefined, { everyMs: LOOK_MS });
  const lastUseOf = (apiKey: string) => data?.keys.find((key) => key.apiKey === apiKey)?.lastUsedAt ?? null;
  const isNewUsed = lastUseOf(newKey) !== null;
  return (
    <>
      <p className="text-quiet">
        Put the new key and its secret into your system. This page shows which key your calls come with. You can close
        it and go on later.
      </p>
      <dl className="mt-4 flex flex-col gap-3">
        <KeyInUse title="New key" apiKey={newKey} lastUsedAt={lastUseOf(newKey)} />
        <KeyInUse title="Old key" apiKey={old.apiKey} lastUsedAt={lastUseOf(old.apiKey)} />
      </dl>
      {isNewUsed ? undefined : (
        <div className="mt-4">
          <Notice>No call has come with the new key yet.</Notice>
        </div>
      )}
      <DialogActions>
        <Button kind="plain" onClick={onClose}>
          Later
        </Button>
        <Button onClick={onMoved}>Revoke the old key</Button>
      </DialogActions>
    </>
  );
}

type InUseProps = { readonly title: string; readonly apiKey: string; readonly lastUsedAt: string | null };

function KeyInUse({ title, apiKey, lastUsedAt }: InUseProps) {
  return (
    <div className="rounded-control border border-line px-3 py-2">
      <dt className="font-medium">{title}</dt>
      <dd>
        <code className="text-sm wrap-anywhere">{apiKey}</code>
        <p className="text-quiet">
          {lastUsedAt === null ? (
            'No call yet'
          ) : (
            <>
              Last call <Time at={lastUsedAt} ago />
            </>
          )}
        </p>
      </dd>
    </div>
  );
}
