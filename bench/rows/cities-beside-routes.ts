import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { SECOND_MS } from '../../src/foundation/time.ts';
import { sign } from '../../test/support/partner-client.ts';
import type { Row } from '../row.ts';
import { alternate } from '../support/alternate.ts';
import { prepareRequests } from '../support/load.ts';
import { MARKET } from '../support/partners.ts';
import type { Production } from '../support/production.ts';
import { createQuotationCalls } from '../support/quotations.ts';
import { percentile } from '../support/statistics.ts';

/** Each asks so often a second, one call after another, in a part of the second of its own. */
const ASKING = { clients: 10, timesASecond: 20 };
const ROUTES = { connections: 8, mostASecond: 2_000, aheadMs: 300 };

export const CITIES_BESIDE_ROUTES: Row = {
  row: 6,
  name: 'cities-beside-routes',
  what: 'p99 of GET /v3/cities at 200 calls a second, while quotations with 15 drop-offs in the shortest order run at full rate over 8 connections',
  against: 'the same without them',
  bar: 1.5,
  moonshot: 1.1,
  better: 'lower',
  async measure({ isShort, production, load }) {
    const program = await production();
    const nextRoute = createQuotationCalls({ dropOffs: 15, isRouteOptimized: true });
    const [rounds, seconds, routeSeconds] = isShort ? [1, 1, 0.5] : [3, 3, 4];
    const alone = () => percentile99Ms(program, seconds);
    const besideRoutes = async () => {
      const routes = prepareRequests(program.partner, nextRoute, routeSeconds * ROUTES.mostASecond);
      const quoted = load([program], routes, { connections: ROUTES.connections, seconds: routeSeconds });
      await sleep(ROUTES.aheadMs);
      const taken = await percentile99Ms(program, seconds);
      await quoted;
      return taken;
    };
    if (!isShort) await besideRoutes();
    return alternate(rounds, besideRoutes, alone);
  },
};

async function percentile99Ms({ port, ca, partner }: Production, seconds: number): Promise<number> {
  const taken: number[] = [];
  const path = '/v3/cities';
  const timestamp = Date.now();
  const signature = sign(partner.apiSecret, timestamp, 'GET', path);
  const ask = async (client: number) => {
    await sleep((client * SECOND_MS) / ASKING.clients);
    const { non2xx, errors } = await autocannon({
      url: `https://localhost:${port}${path}`,
      headers: { authorization: `hmac ${partner.apiKey}:${timestamp}:${signature}`, market: MARKET },
      connections: 1,
      connectionRate: ASKING.timesASecond,
      duration: seconds,
      tlsOptions: { ca },
      setupClient: (connection) => {
        // Its own percentile knows whole milliseconds only. The first answer has waited for the connection.
        let answers = 0;
        connection.on('response', (_status, _bytes, tookMs) => {
          if (answers++ > 0) taken.push(tookMs);
        });
      },
    });
    if (non2xx > 0 || errors > 0) throw new Error(`of the calls for cities ${non2xx} were refused, ${errors} failed`);
  };
  await Promise.all(Array.from({ length: ASKING.clients }, (_, client) => ask(client)));
  return percentile(taken, 0.99);
}
