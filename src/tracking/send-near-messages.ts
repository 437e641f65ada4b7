import { greatCircleMeters } from '../foundation/geo.ts';
import type { Instant } from '../foundation/time.ts';
import type { Database } from '../infrastructure/database/database.ts';
import type { Messages } from '../infrastructure/messages.ts';
import { orderLinksNotPickedUp } from '../orders/index.ts';
import { parcelLinksNotPickedUp } from '../plus/index.ts';
import type { ReadDelivery, Tracked } from './read-delivery.ts';
import type { DropOff } from './rules/delivery.ts';
import { isNear } from './rules/near.ts';
import { claimNearWishes, findNearWishes, forgetNearWishes, type NearWish } from './tracking-sql.ts';
import { fill, WORDS } from './words/words.ts';

const MOST_AT_ONCE = 500;

export type NearMessageDeps = {
  readonly database: Database;
  readonly messages: Messages;
  readonly readDelivery: ReadDelivery;
  readonly linkTo: (shareToken: string) => string;
};

type Answer = { readonly wish: NearWish; readonly dropOff: DropOff | undefined; readonly isNear: boolean };

/** To each who asked, one message when the driver with the goods is near. Some wait for days: what nobody has picked up is not read. */
export async function sendNearMessages(deps: NearMessageDeps, now: Instant): Promise<void> {
  let wishes: readonly NearWish[] = [];
  do {
    wishes = await findNearWishes(deps.database, wishes.at(-1), MOST_AT_ONCE);
    const waiting = await linksNotPickedUp(deps.database, wishes);
    const due = wishes.filter(({ shareToken }) => !waiting.has(shareToken));
    if (due.length > 0) await answerWishes(deps, due, now);
  } while (wishes.length === MOST_AT_ONCE);
}

async function linksNotPickedUp(database: Database, wishes: readonly NearWish[]): Promise<ReadonlySet<string>> {
  const tokens = wishes.map(({ shareToken }) => shareToken);
  const [orders, parcels] = await Promise.all([
    orderLinksNotPickedUp(database, tokens),
    parcelLinksNotPickedUp(database, tokens),
  ]);
  return new Set([...orders, ...parcels]);
}

/** The claim is committed before the message goes: after a crash in between it is missing, and it never comes twice. */
async function answerWishes(deps: NearMessageDeps, wishes: readonly NearWish[], now: Instant): Promise<void> {
  const answers = await Promise.all(
    wishes.map(async (wish) => answerTo(wish, await deps.readDelivery(wish.shareToken))),
  );
  const near = answers.filter((answer) => answer.isNear);
  const over = answers.filter(({ dropOff }) => dropOff?.isOpen !== true);
  const claimed = await deps.database.inTransaction(async (tx) => {
    await forgetNearWishes(
      tx,
      over.map(({ wish }) => wish),
    );
    return claimNearWishes(
      tx,
      near.map(({ wish }) => wish),
      now,
    );
  });
  const isClaimed = ({ streamId, stopId }: NearWish) =>
    claimed.some((known) => known.streamId === streamId && known.stopId === stopId);
  for (const { wish, dropOff } of near) {
    if (dropOff === undefined || !isClaimed(wish)) continue;
    const text = fill(WORDS[wish.language].nearMessage, { link: deps.linkTo(wish.shareToken) });
    void deps.messages.send({ to: dropOff.phone, text });
  }
}

function answerTo(wish: NearWish, tracked: Tracked | undefined): Answer {
  const dropOff = tracked?.delivery.dropOffs.find(({ stopId }) => stopId === wish.stopId);
  const arrival = tracked?.arrivals.get(wish.stopId);
  if (dropOff?.isOpen !== true || tracked?.driverAt === undefined || arrival === undefined)
    return { wish, dropOff, isNear: false };
  const meters = greatCircleMeters(tracked.driverAt, dropOff.point);
  const hasGoods = tracked.delivery.stage === 'delivering';
  return { wish, dropOff, isNear: hasGoods && isNear(meters, arrival, tracked.now) };
}
