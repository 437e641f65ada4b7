import { wholeNumber } from '../readings.ts';
import { preset } from '../setting.ts';

/** How long we keep what we were told. */
export const KEPT_DATA = {
  quotationDays: preset({
    name: 'WAYBILL_QUOTATION_DAYS',
    meaning: 'how many days quotations can be read and rate cards be tried on them; scheduled ones 30 at least',
    byDefault: '30',
    read: wholeNumber(1, 3_650),
  }),
  personalDataDays: preset({
    name: 'WAYBILL_PERSONAL_DATA_DAYS',
    meaning:
      'how many days after the end of a delivery its phones, names, addresses, words and pictures are erased; 0 keeps them for good',
    byDefault: '180',
    read: wholeNumber(0, 3_650),
  }),
};

/** How long others can look up what was done. */
export const LOOKING_UP = {
  proofLinkDays: preset({
    name: 'WAYBILL_PROOF_LINK_DAYS',
    meaning: 'how many days a link to a photo or signature lives; every read of the order gives a new one',
    byDefault: '7',
    read: wholeNumber(1, 365),
  }),
  requestLogDays: preset({
    name: 'WAYBILL_REQUEST_LOG_DAYS',
    meaning: 'how many days partners can look up their calls in the portal, with phone numbers masked; 0 keeps none',
    byDefault: '7',
    read: wholeNumber(0, 90),
  }),
  trackingLinkDays: preset({
    name: 'WAYBILL_TRACKING_LINK_DAYS',
    meaning: 'how many days after the end of a delivery its share link still shows it',
    byDefault: '7',
    read: wholeNumber(1, 365),
  }),
};
