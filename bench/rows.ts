import type { Row } from './row.ts';
import { ONE_WALLET, ORDER_READ, ORDERS } from './rows/orders.ts';
import { SECOND_START } from './rows/second-start.ts';
import { SIMULATION_LOOK } from './rows/simulation-look.ts';
import { STOP_ORDER } from './rows/stop-order.ts';
import { UNKNOWN_KEY } from './rows/unknown-key.ts';
import { WEBHOOK_ISOLATION } from './rows/webhook-isolation.ts';

export const ROWS: readonly Row[] = [
  ORDERS,
  ONE_WALLET,
  ORDER_READ,
  STOP_ORDER,
  UNKNOWN_KEY,
  SECOND_START,
  SIMULATION_LOOK,
  WEBHOOK_ISOLATION,
];
