import type { Point } from '../../src/foundation/geo.ts';
import { SECOND_MS } from '../../src/foundation/time.ts';
import type { Order } from '../../src/orders/index.ts';
import { closeStop, type Evidence, type GivenProof, prepareEvidence } from '../../src/proof/index.ts';
import { CENTRAL, driverFor, driversOf, fund, MONG_KOK, ordersOf, place, TUEN_MUN } from './orders.ts';
import type { World } from './world.ts';

type How = { readonly stopId?: string; readonly driverId?: string; readonly point?: Point | undefined };
export const DOORSTEP: Point = { lat: 22.3193, lng: 114.1694 };
/** How long a proof takes from the device to us. */
export const ON_THE_WAY_MS = 2 * SECOND_MS;

/** A driver with goods on board, who closes drop-offs. */
export async function deliveriesOf(world: World) {
  const orders = await ordersOf(world);
  const drivers = await driversOf(world);
  const { foundations, clock } = world;

  async function pickedUp(proofRequired = true, stops = [CENTRAL, MONG_KOK, TUEN_MUN]) {
    await fund(world, 5_000n);
    const { orderId } = await place(world, { quotation: { stops }, order: { isPODEnabled: proofRequired } });
    await drivers.accept(orderId);
    await drivers.pickUp(orderId);
    return orderId as string;
  }

  const prepare = (given: GivenProof) => prepareEvidence(foundations, given);

  function close(orderId: string, evidence: Evidence, how: How = {}): Promise<Order> {
    const { stopId, driverId = driverFor(orderId) } = how;
    const receivedAt = clock.now();
    const point = 'point' in how ? how.point : DOORSTEP;
    return foundations.database.inTransaction((tx) =>
      closeStop(orders, tx, {
        orderId,
        stopId,
        driverId,
        evidence,
        takenAt: receivedAt - ON_THE_WAY_MS,
        receivedAt,
        point,
      }),
    );
  }

  return {
    pickedUp,
    prepare,
    close,
    async deliver(orderId: string, given: GivenProof, how?: How): Promise<Order> {
      clock.advance(ON_THE_WAY_MS);
      return close(orderId, await prepare(given), how);
    },
  };
}
