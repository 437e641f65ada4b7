import { hours, wholeNumber } from '../readings.ts';
import { preset } from '../setting.ts';

/** Scheduled parcels. */
export const PARCELS = {
  plusQuotationHours: preset({
    name: 'WAYBILL_PLUS_QUOTATION_HOURS',
    meaning: 'how long a scheduled quotation can be used, at most until its pick-up time',
    byDefault: '24',
    read: wholeNumber(1, 720),
  }),
  labelLinkMinutes: preset({
    name: 'WAYBILL_LABEL_LINK_MINUTES',
    meaning: 'how long a link to a label lives; each read of the order gives a new one',
    byDefault: '60',
    read: wholeNumber(1, 1_440),
  }),
  plusHours: preset({
    name: 'WAYBILL_PLUS_HOURS',
    meaning: 'between which local times drivers carry scheduled parcels',
    byDefault: '07:00-22:00',
    read: hours,
  }),
  plusRoom: preset({
    name: 'WAYBILL_PLUS_ROOM',
    meaning: 'how many scheduled parcels a driver has on board at once',
    byDefault: '40',
    read: wholeNumber(1, 1_000),
  }),
};
