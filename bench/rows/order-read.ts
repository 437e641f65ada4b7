import { place } from '../../test/support/orders.ts';
import { call } from '../../test/support/partner-client.ts';
import type { Row } from '../row.ts';
import { compareWithBareServer } from '../support/bare.ts';
import { pauseDispatch } from '../support/placing.ts';
import type { Production } from '../support/production.ts';

export const ORDER_READ: Row = {
  row: 4,
  name: 'order-read',
  what: 'GET /v3/orders/{id} a second, 64 connections',
  against: 'a bare HTTPS server that checks the same HMAC and answers the same bytes',
  bar: 0.55,
  moonshot: 0.85,
  better: 'higher',
  async measure(effort) {
    const program = await effort.production();
    // More than there are connections, so that no two ask for the same order at once.
    const orderIds = await placeOrders(program, effort.isShort ? 2 : 256);
    let reads = 0;
    return compareWithBareServer(effort, program, () => {
      reads += 1;
      return { method: 'GET', path: `/v3/orders/${orderIds[reads % orderIds.length]}` };
    });
  },
};

async function placeOrders(program: Production, count: number): Promise<readonly string[]> {
  await pauseDispatch(program.foundations);
  const partner = {
    call: (...[method, path, options]: Parameters<Parameters<typeof place>[0]['call']>) =>
      call(program, program.partner, Date.now(), method, path, options),
  };
  const orderIds: string[] = [];
  while (orderIds.length < count) orderIds.push((await place(partner)).orderId);
  return orderIds;
}
