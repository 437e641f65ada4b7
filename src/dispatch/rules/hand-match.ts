import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { Instant } from '../../foundation/time.ts';
import { missingNeed } from './driver-pool.ts';

/** A driver whom somebody at the desk may give an order to. */
export type HandDriver = {
  readonly name: string;
  readonly service: string;
  readonly capabilities: readonly string[];
  readonly isSuspended: boolean;
  readonly isOnline: boolean;
  /** All that are required here, and none of them expired. */
  readonly hasDocuments: boolean;
  /** When last heard of. */
  readonly heardAt: Instant | undefined;
  /** Is on another order. */
  readonly hasOrder: boolean;
};

export type HandOrder = { readonly service: string; readonly needs: readonly string[] };

/** What there is between the two. */
export type HandPair = { readonly hadItBefore: boolean; readonly isKeptFromPartner: boolean };

type Hindered = Pick<HandDriver, 'name' | 'isSuspended' | 'hasOrder'>;

/** Why the order cannot be given to the driver, whoever wishes it, as the end of a sentence; undefined where it can. */
export function hindranceOf(driver: Hindered, { hadItBefore, isKeptFromPartner }: HandPair): string | undefined {
  if (driver.isSuspended) return 'is suspended';
  if (driver.hasOrder) return 'is on another order';
  if (hadItBefore) return 'had this order before';
  return isKeptFromPartner ? 'is kept from this partner' : undefined;
}

export function decideHandMatch<T extends Hindered>(driver: T, pair: HandPair): Decision<T> {
  const hindrance = hindranceOf(driver, pair);
  return hindrance === undefined
    ? accepted(driver)
    : refused('ERR_INVALID_ORDER_STATUS', `${driver.name} ${hindrance}.`, '/data/driverId');
}

/** What somebody should know before giving the order to this driver; they may all the same. */
export function doubtsOf(driver: HandDriver, order: HandOrder, now: Instant, silentMs: number): readonly string[] {
  const missing = missingNeed(driver.capabilities, order.needs);
  return [
    ...(driver.isOnline ? [] : ['is offline']),
    ...(driver.isOnline && (driver.heardAt === undefined || now - driver.heardAt > silentMs) ? ['is silent'] : []),
    ...(driver.service === order.service ? [] : [`drives ${driver.service}`]),
    ...(missing === undefined ? [] : [`lacks ${missing}`]),
    ...(driver.hasDocuments ? [] : ['has no valid documents']),
  ];
}
