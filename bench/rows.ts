import type { Row } from './row.ts';
import { CITIES_BESIDE_ROUTES } from './rows/cities-beside-routes.ts';
import { DISPATCH_ROUND } from './rows/dispatch-round.ts';
import { GROWTH } from './rows/growth.ts';
import { ORDER_READ } from './rows/order-read.ts';
import { ONE_WALLET, ORDERS } from './rows/orders.ts';
import { POSITIONS } from './rows/positions.ts';
import { QUOTATIONS } from './rows/quotations.ts';
import { SECOND_START } from './rows/second-start.ts';
import { SIMULATION_LOOK } from './rows/simulation-look.ts';
import { STOP_ORDER } from './rows/stop-order.ts';
import { TWO_PROCESSES } from './rows/two-processes.ts';
import { UNKNOWN_KEY } from './rows/unknown-key.ts';
import { WAITING_TIME } from './rows/waiting-time.ts';
import { WEBHOOK_DELAY } from './rows/webhook-delay.ts';
import { WEBHOOK_ISOLATION } from './rows/webhook-isolation.ts';
import { WEBHOOK_RATE } from './rows/webhook-rate.ts';

export const ROWS: readonly Row[] = [
  ORDERS,
  ONE_WALLET,
  QUOTATIONS,
  ORDER_READ,
  STOP_ORDER,
  CITIES_BESIDE_ROUTES,
  WEBHOOK_RATE,
  WEBHOOK_DELAY,
  POSITIONS,
  DISPATCH_ROUND,
  GROWTH,
  TWO_PROCESSES,
  WAITING_TIME,
  UNKNOWN_KEY,
  SECOND_START,
  SIMULATION_LOOK,
  WEBHOOK_ISOLATION,
];
