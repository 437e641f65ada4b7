import { fault, isAddressOrRange, isHostName, listOf, listWhere, type Reading, value } from '../readings.ts';
import { preset, setting } from '../setting.ts';

/** Where events may be sent, and how often it is tried. */
export const WEBHOOKS = {
  webhookAllow: setting({
    name: 'WAYBILL_WEBHOOK_ALLOW',
    meaning: 'host names, addresses or ranges of webhook receivers that lie inside your network, comma-separated',
    shown: 'hooks.internal,10.20.0.0/16',
    read: listWhere(
      (entry) => isAddressOrRange(entry) || isHostName(entry),
      'host names, addresses or ranges',
      'is none of these',
    ),
  }),
  webhookRetrySeconds: preset({
    name: 'WAYBILL_WEBHOOK_RETRY_SECONDS',
    meaning: 'seconds between the attempts to deliver an event; after the last one it is parked',
    byDefault: '5,30,120,600,1800,3600,7200,14400,28800',
    read: (text): Reading<readonly number[]> => {
      const entries = listOf(text);
      const right =
        entries.length >= 1 && entries.length <= 50 && entries.every((entry) => /^[1-9]\d{0,4}$/.test(entry));
      return right
        ? value(entries.map(Number))
        : fault('must list 1 to 50 waits of 1 to 99999 seconds, such as 5,30,120');
    },
  }),
};
