import { fault, listOf, optionalText, type Reading, value, webAddress, wholeNumber } from '../readings.ts';
import { preset, setting } from '../setting.ts';

const DOCUMENTS = ['LICENCE', 'VEHICLE', 'INSURANCE', 'IDENTITY', 'OTHER'] as const;
type DocumentName = (typeof DOCUMENTS)[number];

/** Whom an order is offered, how they are told, and when it is given up. */
export const DRIVERS = {
  rejectionsInARow: preset({
    name: 'WAYBILL_REJECTIONS_IN_A_ROW',
    meaning: 'matched drivers in a row who give an order back, after which it is rejected',
    byDefault: '2',
    read: wholeNumber(1, 100),
  }),
  rejectionsInAll: preset({
    name: 'WAYBILL_REJECTIONS_IN_ALL',
    meaning: 'matched drivers in all who give an order back, after which it is rejected',
    byDefault: '5',
    read: wholeNumber(1, 100),
  }),
  driverSilentSeconds: preset({
    name: 'WAYBILL_DRIVER_SILENT_SECONDS',
    meaning: "age of a driver's last position, in seconds, beyond which the driver is not asked",
    byDefault: '120',
    read: wholeNumber(10, 3_600),
  }),
  driverDocuments: setting({
    name: 'WAYBILL_DRIVER_DOCUMENTS',
    meaning: 'documents without which, or with which expired, a driver is not asked, comma-separated; none unless set',
    shown: 'LICENCE,INSURANCE',
    read: (text): Reading<readonly DocumentName[]> => {
      const entries = [...new Set(listOf(text ?? ''))];
      const wrong = entries.find((entry) => !DOCUMENTS.includes(entry as DocumentName));
      return wrong === undefined
        ? value(entries as DocumentName[])
        : fault(`must list ${DOCUMENTS.join(', ')}; "${wrong}" is none of these`);
    },
  }),
  messagesUrl: setting({
    name: 'WAYBILL_MESSAGES_URL',
    meaning:
      'your gateway for text or chat messages, which gets {"to","text"} by POST; without it the sandbox shows them in the log',
    shown: 'https://messages.example.com/send',
    read: webAddress,
  }),
  messagesToken: setting({
    name: 'WAYBILL_MESSAGES_TOKEN',
    meaning: 'bearer token for that gateway',
    shown: '<token of the gateway>',
    read: optionalText,
  }),
  offerSeconds: preset({
    name: 'WAYBILL_OFFER_SECONDS',
    meaning: 'how long a driver may think about an offer',
    byDefault: '25',
    read: wholeNumber(5, 600),
  }),
  offerAheadMinutes: preset({
    name: 'WAYBILL_OFFER_AHEAD_MINUTES',
    meaning: 'how long before its time a scheduled order is offered to drivers',
    byDefault: '30',
    read: wholeNumber(5, 1_440),
  }),
};
