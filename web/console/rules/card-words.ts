import type { CardWire } from '../../../src/console/rates-wire.ts';
import { USUAL_DRIVER_SHARE } from '../../../src/pricing/rules/driver-fare.ts';
import { kilometers, percent } from '../../shared/desk/rules/price-words.ts';
import type { Fee, Surcharge } from './card-draft.ts';

type Told = readonly [name: string, sentences: readonly string[]];

/** All that a card says, each part with its name. */
export function cardWords({
  document,
  currency,
  specialRequests,
}: Pick<CardWire, 'document' | 'currency' | 'specialRequests'>): readonly Told[] {
  const money = (amount: string) => `${amount} ${currency}`;
  const { baseFare, includedMeters, extraStop, minimumFare, adminFee, rounding } = document;
  return [
    [
      'Base fare',
      [includedMeters > 0 ? `${money(baseFare)} with the first ${kilometers(includedMeters)}` : money(baseFare)],
    ],
    ['Per kilometer', tierWords(document, money)],
    ['Each further stop', [money(extraStop)]],
    ['At least', [money(minimumFare)]],
    ['Surcharges', document.surcharges.map((one) => `${one.name}: ${feeWords(one, money)}${whenWords(one)}`)],
    [
      'Special requests',
      specialRequests.map(
        ({ name, description }) => `${description}: ${feeWords(document.specialRequests[name], money)}`,
      ),
    ],
    ['VAT', [percent(document.vatRate)]],
    ['Admin fee', adminFee === undefined ? [] : [money(adminFee)]],
    ['Driver’s share', [percent(document.driverShare ?? USUAL_DRIVER_SHARE)]],
    ['Rounded to', [`${money(rounding.step)}, ${rounding.mode === 'UP' ? 'always up' : 'to the nearest'}`]],
  ];
}

type Money = (amount: string) => string;

function tierWords(
  { distanceTiers, includedMeters }: Pick<CardWire['document'], 'distanceTiers' | 'includedMeters'>,
  money: Money,
): readonly string[] {
  const isFromTheStart = distanceTiers.length === 1 && includedMeters === 0;
  return distanceTiers.map(({ upToMeters, perKm }) => {
    if (upToMeters !== undefined) return `${money(perKm)} up to ${kilometers(upToMeters)}`;
    return isFromTheStart ? money(perKm) : `${money(perKm)} beyond`;
  });
}

function feeWords(fee: Fee | undefined, money: Money): string {
  if (fee === undefined) return 'not to be had, as it has no price';
  const { amount, share } = fee;
  if (Number(amount ?? share) === 0) return 'no fee';
  return amount === undefined ? `${percent(String(share))} of the fare` : money(amount);
}

function whenWords({ from, to, days, holidays }: Surcharge): string {
  const parts = [
    ...(from === undefined ? [] : [`${from}–${to}`]),
    ...(days === undefined ? [] : [days.map((day) => day.slice(0, 1) + day.slice(1).toLowerCase()).join(', ')]),
    ...(holidays === true ? ['on public holidays'] : []),
  ];
  return parts.map((part) => `, ${part}`).join('');
}
