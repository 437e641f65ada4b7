import type { Row } from '../row.ts';
import { compareWithBareServer } from '../support/bare.ts';
import { createReads, ORDERS_TO_READ, ordersOf } from '../support/calls.ts';
import { prepareOrders } from '../support/placing.ts';

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
    const { overHttps } = await prepareOrders(program, effort.load);
    await overHttps([program.partner], effort.isShort ? 4 : ORDERS_TO_READ);
    return compareWithBareServer(effort, program, createReads(await ordersOf(program)));
  },
};
