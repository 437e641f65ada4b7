import type { Parcel } from '../api/types.ts';

const LONGEST_SHOWN = 60;

/** The parcels whose label says this: usually one, none where it is somebody else's, two where two senders count alike. */
export function parcelsLabelled(parcels: readonly Parcel[], code: string): readonly Parcel[] {
  const wanted = plain(code);
  return parcels.filter((parcel) => marksOf(parcel).includes(wanted));
}

/** The parcels that a few typed characters can mean: of the label, a name or an address. Nothing typed means all. */
export function parcelsLike(parcels: readonly Parcel[], typed: string): readonly Parcel[] {
  const wanted = plain(typed);
  return parcels.filter((parcel) => {
    const { pickUp, dropOff } = parcel;
    const said = [pickUp.name, pickUp.address, dropOff.name, dropOff.address].map((text) => plain(text ?? ''));
    return [...marksOf(parcel), ...said].some((text) => text.includes(wanted));
  });
}

/** A foreign code can be as long as a novel. */
export function shortCode(code: string): string {
  const text = code.trim();
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN - 1)}…`;
}

function marksOf({ clientRef, orderId }: Parcel): readonly string[] {
  return [plain(clientRef), orderId];
}

function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
