import { Agent, fetch } from 'undici';
import { type Client, type ClientOptions, createClient, type Fetch } from '../../clients/node/src/index.ts';
import type { World } from './world.ts';

type Account = { readonly apiKey: string; readonly apiSecret: string };
type Sent = { readonly method: string; readonly path: string; readonly platform: string | undefined };

/** The client that partners use, over real HTTPS, with what it has sent. The world's clock must go by itself, as the client's does. */
export function clientOf(
  world: World,
  account: Account,
  further: Partial<ClientOptions> = {},
): { client: Client; sent: Sent[] } {
  const dispatcher = new Agent({ connect: { ca: world.ca } });
  const sent: Sent[] = [];
  const recorded: Fetch = (url, init) => {
    sent.push({ method: init.method, path: new URL(url).pathname, platform: init.headers.Platform });
    return fetch(url, { ...init, dispatcher });
  };
  const { apiKey, apiSecret } = account;
  const baseUrl = `https://localhost:${world.port}`;
  return { client: createClient({ apiKey, apiSecret, market: 'HK', baseUrl, fetch: recorded, ...further }), sent };
}
