import { useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import type { Proof } from '../../day/action.ts';
import { Photo } from '../../parts/photo.tsx';
import type { Stroke } from '../../rules/strokes.ts';
import { useWords } from '../../words/words.ts';
import { PhotoButton } from './photo-button.tsx';
import { SignaturePad } from './signature-pad.tsx';

type Props = {
  /** Who receives. */
  readonly name: string;
  readonly isRequired: boolean;
  /** Keeps the drop-off on the phone; undefined once it is safe there, or what to tell the driver. */
  readonly onProof: (proof: Proof) => Promise<string | undefined>;
};

/** A photo or a signature, looked at before it is given; where none is asked for, the word of the driver. */
export function GiveProof({ name, isRequired, onProof }: Props) {
  const t = useWords();
  const [photo, setPhoto] = useState<Blob>();
  const [isSigning, setSigning] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function give(proof: Proof) {
    setBusy(true);
    try {
      setFault(await onProof(proof));
    } finally {
      setBusy(false);
    }
  }
  function signed(strokes: readonly Stroke[]) {
    setSigning(false);
    return give({ kind: 'SIGNATURE', strokes: strokes.map((stroke) => stroke.map((spot) => [...spot])) });
  }

  return (
    <div className="flex flex-col gap-3">
      {photo === undefined ? undefined : (
        <Photo
          photo={photo}
          alt={t('dropOff.yourPhoto')}
          className="h-64 w-full rounded-card border border-line bg-card object-contain"
        />
      )}
      {fault === undefined ? undefined : <Notice tone="bad">{fault}</Notice>}
      {photo === undefined ? undefined : (
        <Button size="big" busy={busy} onClick={() => give({ kind: 'PHOTO', photo })}>
          <Icon name="done" />
          {t('dropOff.delivered')}
        </Button>
      )}
      {isRequired || photo !== undefined ? undefined : (
        <Button size="big" busy={busy} onClick={() => give({ kind: 'NONE' })}>
          <Icon name="done" />
          {t('dropOff.delivered')}
        </Button>
      )}
      <PhotoButton kind={isRequired && photo === undefined ? 'primary' : 'plain'} onTaken={setPhoto}>
        {photo === undefined ? t('dropOff.takePhoto') : t('dropOff.takeAgain')}
      </PhotoButton>
      {photo === undefined ? (
        <Button kind="plain" size="big" busy={busy} onClick={() => setSigning(true)}>
          <Icon name="sign" />
          {t('dropOff.takeSignature')}
        </Button>
      ) : undefined}
      {isSigning ? <SignaturePad name={name} onSigned={signed} onClose={() => setSigning(false)} /> : undefined}
    </div>
  );
}
