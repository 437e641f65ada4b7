import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Parcel } from '../api/types.ts';
import { useWork } from '../day/work.ts';
import { canReadBarcodes, readBarcodes } from '../device/barcodes.ts';
import { ParcelLink } from '../parts/parcel-link.tsx';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { parcelsLabelled, shortCode } from '../rules/find-parcels.ts';
import { useWords } from '../words/words.ts';

/** Finds a parcel by its label: by camera where the browser can, by typing everywhere. Looking changes nothing. */
export function Scan() {
  const t = useWords();
  const { parcels: work } = useWork();
  const [, go] = useLocation();
  const [typed, setTyped] = useState('');
  // The code is kept and not what it led to: a parcel that was given to the driver a moment ago opens when the list has it.
  const [sought, setSought] = useState<string>();
  const found = sought === undefined || work === undefined ? undefined : parcelsLabelled(work.parcels, sought);
  const only = found?.length === 1 ? found[0]?.orderId : undefined;

  useEffect(() => {
    if (only !== undefined) go(`/parcels/${only}`, { replace: true });
  }, [only, go]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() !== '') setSought(typed);
  }

  return (
    <>
      <ScreenTitle back="/parcels">{t('scan.title')}</ScreenTitle>
      <div className="flex flex-col gap-4 p-4">
        <Camera onCode={setSought} />
        <form onSubmit={submit} className="flex items-end gap-3">
          <Field
            className="min-w-0 flex-1"
            label={t('scan.number')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" busy={work === undefined}>
            {t('scan.find')}
          </Button>
        </form>
        {sought === undefined || found === undefined ? undefined : <Outcome code={sought} parcels={found} />}
      </div>
    </>
  );
}

function Outcome({ code, parcels }: { readonly code: string; readonly parcels: readonly Parcel[] }) {
  const t = useWords();
  if (parcels.length === 0) return <Notice tone="bad">{t('scan.unknown', { code: shortCode(code) })}</Notice>;
  return (
    <div>
      <Notice>{t('scan.several')}</Notice>
      <ul className="mt-2">
        {parcels.map((parcel) => (
          <li key={parcel.orderId} className="border-b border-line">
            <ParcelLink parcel={parcel} about={parcel.dropOff.name ?? parcel.dropOff.address} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type Sight = 'unknown' | 'none' | 'refused' | 'seeing';

function Camera({ onCode }: { readonly onCode: (code: string) => void }) {
  const t = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [sight, setSight] = useState<Sight>('unknown');
  const told = useRef(onCode);
  told.current = onCode;

  useEffect(() => {
    const leaving = new AbortController();
    async function look() {
      if (!(await canReadBarcodes())) return setSight('none');
      setSight('seeing');
      await readBarcodes(video.current as HTMLVideoElement, (code) => told.current(code), leaving.signal);
    }
    look().catch(() => {
      if (!leaving.signal.aborted) setSight('refused');
    });
    return () => leaving.abort();
  }, []);

  if (sight === 'none') return undefined;
  if (sight === 'refused') return <Notice>{t('scan.noCamera')}</Notice>;
  return (
    <div>
      <video
        ref={video}
        muted
        playsInline
        className="aspect-square w-full rounded-card border border-line bg-card object-cover"
      />
      <p className="mt-2 text-center text-quiet">{t('scan.aim')}</p>
    </div>
  );
}
