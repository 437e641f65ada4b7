import { useState } from 'react';
import { useCalls, useMay } from '../../../shared/desk/desk.tsx';
import { Dialog, DialogActions } from '../../../shared/desk/dialog.tsx';
import { ReasonDialog } from '../../../shared/desk/reason-dialog.tsx';
import { Time } from '../../../shared/desk/time.tsx';
import { useAct } from '../../../shared/desk/use-data.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ChooseFile } from '../../parts/choose-file.tsx';
import type { DriverRecord } from '../../types.ts';

type Props = { readonly driver: DriverRecord; readonly onClose: () => void };
type Verb = 'code' | 'photo' | 'signOut' | 'status';

/** What can be done with the driver as it stands, by whoever may. */
export function DriverActions({ driver }: { readonly driver: DriverRecord }) {
  const mayDispatch = useMay('dispatch');
  const [open, setOpen] = useState<Verb>();
  if (!mayDispatch) return undefined;
  const isActive = driver.status === 'active';
  const close = () => setOpen(undefined);
  return (
    <>
      {isActive ? (
        <Button kind="plain" onClick={() => setOpen('code')}>
          Sign-in code
        </Button>
      ) : undefined}
      <Button kind="plain" onClick={() => setOpen('photo')}>
        Photo
      </Button>
      {driver.devices.length === 0 ? undefined : (
        <Button kind="plain" onClick={() => setOpen('signOut')}>
          Sign out everywhere
        </Button>
      )}
      <Button kind={isActive ? 'quietDanger' : 'primary'} onClick={() => setOpen('status')}>
        {isActive ? 'Suspend' : 'Let work again'}
      </Button>
      {open === 'code' ? <Code driver={driver} onClose={close} /> : undefined}
      {open === 'photo' ? <Photo driver={driver} onClose={close} /> : undefined}
      {open === 'signOut' ? <SignOut driver={driver} onClose={close} /> : undefined}
      {open === 'status' ? <Status driver={driver} onClose={close} /> : undefined}
    </>
  );
}

const refreshOf = ({ driverId }: DriverRecord) => [`/drivers/${driverId}`, '/drivers', '/acts'];

function Status({ driver, onClose }: Props) {
  const calls = useCalls();
  const [before] = useState(driver.status);
  const isActive = before === 'active';
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.put(`/drivers/${driver.driverId}/status`, { status: isActive ? 'suspended' : 'active', reason }),
    {
      refresh: refreshOf(driver),
      done: isActive ? `${driver.name} is suspended.` : `${driver.name} can work again.`,
      onDone: onClose,
    },
  );
  return (
    <ReasonDialog
      title={isActive ? `Suspend ${driver.name}` : `Let ${driver.name} work again`}
      action={isActive ? 'Suspend' : 'Let work again'}
      danger={isActive}
      {...{ busy, refusal, onClose }}
      onAct={act}
    >
      <p className="text-quiet">
        {isActive
          ? 'The driver is offline at once, and no device works until you take it back. Calls for help still come through.'
          : 'The driver can go online again with the devices that are signed in.'}
        {isActive && driver.orderId !== null
          ? ' The driver is on an order, which stays until you take the driver off it.'
          : ''}
      </p>
    </ReasonDialog>
  );
}

function SignOut({ driver, onClose }: Props) {
  const calls = useCalls();
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.post(`/drivers/${driver.driverId}/sign-out`, { reason }),
    { refresh: refreshOf(driver), done: `${driver.name} is signed out everywhere.`, onDone: onClose },
  );
  return (
    <ReasonDialog title="Sign out everywhere" action="Sign out" danger {...{ busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">The driver is offline at once and needs a new code to sign in again.</p>
    </ReasonDialog>
  );
}

function Code({ driver, onClose }: Props) {
  const calls = useCalls();
  const [shown, setShown] = useState<{ readonly code: string; readonly expiresAt: string }>();
  const { act, busy, refusal } = useAct(
    (reason: string) =>
      calls.post<{ code: string; expiresAt: string }>(`/drivers/${driver.driverId}/sign-in-code`, { reason }),
    { refresh: ['/acts'], onDone: setShown },
  );
  if (shown !== undefined)
    return (
      <Dialog title={`Code for ${driver.name}`} onClose={onClose}>
        <p className="font-mono text-4xl font-bold tracking-widest">{shown.code}</p>
        <p className="mt-2 text-quiet">
          Valid until <Time at={shown.expiresAt} />. Read it out to the driver only.
        </p>
        <DialogActions>
          <Button onClick={onClose}>Done</Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <ReasonDialog title="Sign-in code" action="Show the code" {...{ busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">
        For a driver who has not got the message. The code that was sent is shown while it is valid, otherwise a new
        one.
      </p>
    </ReasonDialog>
  );
}

function Photo({ driver, onClose }: Props) {
  const calls = useCalls();
  const [photo, setPhoto] = useState<string>();
  const { act, busy, refusal } = useAct(
    (reason: string) => calls.put(`/drivers/${driver.driverId}/photo`, { photo: photo ?? '', reason }),
    { refresh: refreshOf(driver), done: 'The photo is there.', onDone: onClose },
  );
  return (
    <ReasonDialog title="Photo" action="Save the photo" fields={['photo']} {...{ busy, refusal, onClose }} onAct={act}>
      <p className="text-quiet">Partners and recipients see it during a delivery.</p>
      <ChooseFile
        label="Picture"
        field="photo"
        accept="image/jpeg,image/png,image/webp"
        refusal={refusal}
        onChosen={setPhoto}
      />
    </ReasonDialog>
  );
}
