import { type FormEvent, useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import type { FieldFault } from '../../shared/ui/labelled.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Sheet } from '../../shared/ui/sheet.tsx';
import type { Parcel } from '../api/types.ts';
import type { Action } from '../day/action.ts';
import type { ParcelStep } from '../rules/parcel-steps.ts';
import { readPieces } from '../rules/pieces.ts';
import { useWords } from '../words/words.ts';
import { FailureSheet } from './proof/failure-sheet.tsx';
import { GiveProof } from './proof/give-proof.tsx';

const LONGEST_NOTE = 500;

type Props = {
  readonly parcel: Parcel;
  readonly step: ParcelStep;
  /** Why the phone could not keep it, the last time. */
  readonly fault: string | undefined;
  /** Undefined once it is safe on the phone, or what to tell the driver. */
  readonly onAct: (action: Action) => Promise<string | undefined>;
  readonly onClose: () => void;
};

/** What is asked before a step is taken. */
export function ParcelSheet({ parcel, step, fault, onAct, onClose }: Props) {
  const t = useWords();
  const { orderId } = parcel;
  switch (step) {
    case 'pickUp':
      return <PickUpForm {...{ orderId, fault, onAct, onClose }} />;
    case 'failPickUp':
      return (
        <FailureSheet
          title={t('parcel.step.failPickUp')}
          at="pickUp"
          onFailed={(failure) => onAct({ kind: 'parcelFailPickUp', orderId, ...failure })}
          onClose={onClose}
        />
      );
    case 'failDelivery':
      return (
        <FailureSheet
          title={t('parcel.step.failDelivery')}
          at="dropOff"
          onFailed={(failure) => onAct({ kind: 'parcelFailDelivery', orderId, ...failure })}
          onClose={onClose}
        />
      );
    case 'deliver':
      return (
        <Sheet title={t('parcel.step.deliver')} onClose={onClose}>
          <p translate="no" className="mb-4 text-quiet">
            {parcel.dropOff.address}
          </p>
          <GiveProof
            name={parcel.dropOff.name ?? ''}
            isRequired
            onProof={(proof) => onAct({ kind: 'parcelDeliver', orderId, proof })}
          />
          <Cancel onClose={onClose} />
        </Sheet>
      );
    case 'dropOut':
      return <DropOutForm {...{ orderId, fault, onAct, onClose }} />;
    default:
      return (
        <Sheet title={t('parcel.returnAsk')} onClose={onClose}>
          <p translate="no" className="mt-1 text-quiet">
            {parcel.pickUp.address}
          </p>
          <Trouble fault={fault} />
          <Button size="big" className="mt-5" onClick={() => onAct({ kind: 'parcelReturn', orderId })}>
            {t('parcel.returnYes')}
          </Button>
          <Cancel onClose={onClose} />
        </Sheet>
      );
  }
}

type FormProps = Pick<Props, 'fault' | 'onAct' | 'onClose'> & { readonly orderId: string };

function PickUpForm({ orderId, fault, onAct, onClose }: FormProps) {
  const t = useWords();
  const [pieces, setPieces] = useState('1');
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<FieldFault>();

  function submit(event: FormEvent) {
    event.preventDefault();
    const count = readPieces(pieces);
    setWrong(count === undefined ? { sentence: t('parcel.piecesFault') } : undefined);
    if (count === undefined) return;
    void onAct({ kind: 'parcelPickUp', orderId, pieces: count, ...(note.trim() === '' ? {} : { note: note.trim() }) });
  }

  return (
    <Sheet title={t('parcel.step.pickUp')} onClose={onClose}>
      <form onSubmit={submit} noValidate className="mt-4 flex flex-col gap-4">
        <Field
          label={t('parcel.pieces')}
          inputMode="numeric"
          autoComplete="off"
          value={pieces}
          fault={wrong}
          onChange={({ target }) => setPieces(target.value)}
        />
        <Field
          label={`${t('parcel.note')} (${t('common.optional')})`}
          hint={t('parcel.noteHint')}
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        <Trouble fault={fault} />
        <Button type="submit" size="big">
          {t('parcel.step.pickUp')}
        </Button>
      </form>
      <Cancel onClose={onClose} />
    </Sheet>
  );
}

function DropOutForm({ orderId, fault, onAct, onClose }: FormProps) {
  const t = useWords();
  const [reason, setReason] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    void onAct({ kind: 'parcelDropOut', orderId, reason: reason.trim() });
  }

  return (
    <Sheet title={t('parcel.step.dropOut')} onClose={onClose}>
      <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
        <Field
          label={t('parcel.dropOutAsk')}
          hint={t('parcel.dropOutMore')}
          maxLength={LONGEST_NOTE}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Trouble fault={fault} />
        <Button type="submit" size="big" kind="danger" disabled={reason.trim() === ''}>
          {t('parcel.step.dropOut')}
        </Button>
      </form>
      <Cancel onClose={onClose} />
    </Sheet>
  );
}

function Trouble({ fault }: Pick<Props, 'fault'>) {
  return fault === undefined ? undefined : <Notice tone="bad">{fault}</Notice>;
}

function Cancel({ onClose }: { readonly onClose: () => void }) {
  const t = useWords();
  return (
    <Button kind="quiet" className="mt-2 w-full" onClick={onClose}>
      {t('common.cancel')}
    </Button>
  );
}
