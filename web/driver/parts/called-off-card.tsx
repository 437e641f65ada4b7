import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { Parcel } from '../api/types.ts';
import { forgetCalledOff } from '../day/called-off.ts';
import { useWords } from '../words/words.ts';
import { CallAndNavigate } from './call-and-navigate.tsx';

/** A parcel that the driver has and nobody waits for any more. */
export function CalledOffCard({ parcel }: { readonly parcel: Parcel }) {
  const t = useWords();
  const { address, coordinates, name = '', phone } = parcel.pickUp;
  return (
    <Card className="flex flex-col gap-2 border-bad">
      <p translate="no" className="text-lg font-bold">
        {parcel.clientRef}
      </p>
      <Notice tone="bad">{t('order.ended.canceled')}</Notice>
      <div>
        <p className="font-semibold">{t('order.bringBack')}</p>
        {name === '' ? undefined : <p translate="no">{name}</p>}
        <p translate="no">{address}</p>
      </div>
      <CallAndNavigate place={coordinates} label={address} name={name} phone={phone} />
      <Button kind="plain" onClick={() => forgetCalledOff(parcel)}>
        {t('waiting.understood')}
      </Button>
    </Card>
  );
}
