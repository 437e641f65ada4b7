import { Link } from 'wouter';
import { Icon } from '../../shared/ui/icon.tsx';
import type { Parcel } from '../api/types.ts';

/** A parcel in a list: what stands on its label, and one thing about it. */
export function ParcelLink({ parcel, about }: { readonly parcel: Parcel; readonly about: string }) {
  return (
    <Link href={`/parcels/${parcel.orderId}`} className="flex min-h-14 items-center gap-3 py-1">
      <span className="min-w-0 flex-1">
        <span translate="no" className="block font-semibold">
          {parcel.clientRef}
        </span>
        {about === '' ? undefined : (
          <span translate="no" className="block text-sm text-quiet">
            {about}
          </span>
        )}
      </span>
      <Icon name="forward" className="size-5 text-quiet" />
    </Link>
  );
}
