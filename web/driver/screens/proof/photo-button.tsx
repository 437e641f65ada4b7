import { type ReactNode, useState } from 'react';
import { buttonStyle } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { makePhoto } from '../../device/photo.ts';
import { useWords } from '../../words/words.ts';

type Props = {
  readonly kind: 'primary' | 'plain';
  readonly onTaken: (photo: Blob) => void;
  readonly children: ReactNode;
};

/** Opens the camera, or the gallery where there is none. */
export function PhotoButton({ kind, onTaken, children }: Props) {
  const t = useWords();
  const [isWrong, setWrong] = useState(false);

  async function take(files: FileList | null) {
    const file = files?.[0];
    if (file === undefined) return;
    // A picture too large for this phone to draw is no use either.
    const photo = await makePhoto(file).catch(() => undefined);
    setWrong(photo === undefined);
    if (photo !== undefined) onTaken(photo);
  }

  return (
    <>
      <label
        className={`${buttonStyle(kind, 'big')} cursor-pointer focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent`}
      >
        <Icon name="camera" />
        {children}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          className="sr-only"
          onChange={async ({ target }) => {
            await take(target.files);
            // The same file again is a choice, too.
            target.value = '';
          }}
        />
      </label>
      {isWrong ? <Notice tone="bad">{t('dropOff.noPicture')}</Notice> : undefined}
    </>
  );
}
