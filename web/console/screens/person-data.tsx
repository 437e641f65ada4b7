import { useState } from 'react';
import { useCalls, useMay } from '../../shared/desk/desk.tsx';
import { saveFile } from '../../shared/desk/download.ts';
import { Page } from '../../shared/desk/page.tsx';
import { ReasonDialog } from '../../shared/desk/reason-dialog.tsx';
import { useAct } from '../../shared/desk/use-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';

type Act = 'export' | 'erase';
type Erasure = {
  readonly requestId: string;
  readonly orders: number;
  readonly parcels: number;
  readonly files: number;
  readonly underWay: readonly string[];
  readonly driverId: string | null;
};

/** What is kept of one person, for somebody who asks for their own. */
export function PersonData() {
  const may = useMay('people');
  const [phone, setPhone] = useState('');
  const [email, setEmail] = useState('');
  const [open, setOpen] = useState<Act>();
  const [erased, setErased] = useState<Erasure>();
  const isNobody = phone.trim() === '' && email.trim() === '';
  return (
    <Page
      title="Personal data"
      about="Everything that is kept of one person: as sender, recipient or driver by phone, at a desk by email. Make sure that whoever asks is that person."
    >
      {may ? undefined : <Notice tone="note">Only an admin may export or erase what is kept of a person.</Notice>}
      <div className="flex max-w-md flex-col gap-4">
        <Field
          label="Phone, with + and country code"
          type="tel"
          autoComplete="off"
          value={phone}
          onChange={({ target }) => setPhone(target.value)}
        />
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button disabled={!may || isNobody} onClick={() => setOpen('export')}>
            Export
          </Button>
          <Button kind="danger" disabled={!may || isNobody} onClick={() => setOpen('erase')}>
            Erase
          </Button>
        </div>
        {erased === undefined ? undefined : <Notice tone="good">{inWords(erased)}</Notice>}
      </div>
      {open === undefined ? undefined : (
        <AskWhy
          act={open}
          who={{ ...(phone.trim() === '' ? {} : { phone }), ...(email.trim() === '' ? {} : { email }) }}
          onErased={setErased}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  );
}

type AskWhyProps = {
  readonly act: Act;
  readonly who: { readonly phone?: string; readonly email?: string };
  readonly onErased: (erasure: Erasure) => void;
  readonly onClose: () => void;
};

function AskWhy({ act, who, onErased, onClose }: AskWhyProps) {
  const calls = useCalls();
  const isErasure = act === 'erase';
  const doing = useAct((reason: string) => calls.post<object>(`/person-data/${act}`, { ...who, reason }), {
    refresh: ['/acts'],
    onDone: (answer) => {
      if (isErasure) onErased(answer as Erasure);
      else saveFile(new File([JSON.stringify(answer, null, 2)], 'person.json', { type: 'application/json' }));
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={isErasure ? 'Erase this person?' : 'Export what is kept of this person?'}
      action={isErasure ? 'Erase for good' : 'Export'}
      danger={isErasure}
      busy={doing.busy}
      refusal={doing.refusal}
      onAct={doing.act}
      onClose={onClose}
    >
      <p className="text-quiet">
        {isErasure
          ? 'Names, phones, addresses, words and pictures are gone for good; money stays. What is under way is erased when it has ended. Do not name the person in the reason.'
          : 'It is saved as a file, pictures and all. Do not name the person in the reason.'}
      </p>
    </ReasonDialog>
  );
}

function inWords({ orders, parcels, files, underWay, driverId, requestId }: Erasure): string {
  const driver = driverId === null ? '' : `, driver ${driverId}`;
  const later = underWay.length === 0 ? '' : ` Erased when they have ended: ${underWay.join(', ')}.`;
  return `Erased: ${orders} orders, ${parcels} parcels, ${files} files${driver}. Request ${requestId}.${later}`;
}
