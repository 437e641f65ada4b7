import { Type } from 'typebox';
import { OfferWire, offerToWire } from './offers-wire.ts';
import { shift, shiftToWire } from './presence-wire.ts';
import type { WorkNow } from './read-work-now.ts';
import { Text, Time } from './wire-forms.ts';

export const WorkWire = Type.Object(
  {
    now: Time('By our clock'),
    ...shift,
    offers: Type.Array(OfferWire, { description: 'As GET /driver/v1/offers gives them' }),
    parcelsRevision: Text('Another one whenever GET /driver/v1/parcels would answer something else'),
  },
  { title: 'Work', description: 'All that the driver has to do' },
);

export function workToWire({ offers, parcelsRevision, ...shift }: WorkNow) {
  return { ...shiftToWire(shift), offers: offers.map(offerToWire), parcelsRevision };
}
