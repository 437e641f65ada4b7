import type { Instant } from '../../foundation/time.ts';
import type { SpecialRequest } from './market.ts';

type Times = Pick<SpecialRequest, 'onlineFrom' | 'offlineFrom'>;

/** On from the very moment it comes online, until the moment it goes offline. */
export function isOnline({ onlineFrom, offlineFrom }: Times, now: Instant): boolean {
  return (onlineFrom === undefined || now >= onlineFrom) && (offlineFrom === undefined || now < offlineFrom);
}

/** Announced requests are shown too, so that partners can prepare; gone ones are not. */
export function isShown({ offlineFrom }: Times, now: Instant): boolean {
  return offlineFrom === undefined || now < offlineFrom;
}

/** When the next of these requests comes or goes: until then, what partners are shown stays the same. */
export function nextChange(requests: readonly Times[], now: Instant): Instant {
  const ahead = requests
    .flatMap((request) => Object.values(timesAhead(request, now)))
    .filter((time) => time !== undefined);
  return Math.min(...ahead);
}

/** The times still ahead: the only ones a partner is told. */
export function timesAhead({ onlineFrom, offlineFrom }: Times, now: Instant): Times {
  return {
    onlineFrom: onlineFrom !== undefined && now < onlineFrom ? onlineFrom : undefined,
    offlineFrom: offlineFrom !== undefined && now < offlineFrom ? offlineFrom : undefined,
  };
}
