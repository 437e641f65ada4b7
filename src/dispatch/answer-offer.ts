import { type Driver, holdActiveDriver } from '../drivers/index.ts';
import { orThrow } from '../foundation/decision.ts';
import { DeliveryError } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import type { Instant } from '../foundation/time.ts';
import type { Transaction } from '../infrastructure/database/database.ts';
import { lockOrder, type Order, onItsClock, orderAt } from '../orders/index.ts';
import { answerOffer, findOffer, lockDriver, type Offer } from './dispatch-sql.ts';
import { type MatchingDeps, match } from './match.ts';
import { decideAnswer } from './rules/offer-answer.ts';

/** The first to accept has the order; all others are told that it is gone. A driver has one order at a time. */
export async function acceptOffer(
  deps: MatchingDeps,
  tx: Transaction,
  driver: Driver,
  offerId: string,
  now: Instant,
): Promise<Order> {
  await lockDriver(tx, driver.id);
  const offer = await ownOffer(tx, driver, offerId, now);
  await holdActiveDriver(tx, driver.id);
  await lockWaitingOrder(tx, offer.orderId, now);
  if (!(await answerOffer(tx, offer.id, 'accepted', now))) throw gone();
  return match(deps, tx, { orderId: offer.orderId }, driver, now);
}

/** That is no rejection: the order was never the driver's. It is not offered to this driver again. */
export async function declineOffer(tx: Transaction, driver: Driver, offerId: string, now: Instant): Promise<void> {
  const offer = await ownOffer(tx, driver, offerId, now);
  await answerOffer(tx, offer.id, 'declined', now);
}

/** Whoever waited for the order while another took it, or while it was cancelled, finds it gone. */
async function lockWaitingOrder(tx: Transaction, orderId: string, now: Instant): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order === undefined || orderAt(order, onItsClock(order, now)).status !== 'ASSIGNING_DRIVER') throw gone();
}

function gone(): DeliveryError {
  return new DeliveryError('ERR_OFFER_GONE', 'Another driver took the order, or it was withdrawn.');
}

async function ownOffer(tx: Transaction, driver: Driver, offerId: string, now: Instant): Promise<Offer> {
  return orThrow(decideAnswer(isId(offerId) ? await findOffer(tx, offerId) : undefined, driver.id, now));
}
