import { type DriverClient, driverOf, takenBy } from './driver-client.ts';
import type { place } from './orders.ts';
import { callPlus, supportOf } from './parcels.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

export const SCRIPT = '<script>alert(1)</script>';
export const ESCAPED_SCRIPT = '&lt;script&gt;alert(1)&lt;/script&gt;';

export const pathOf = (shareLink: string): string => new URL(shareLink).pathname;

export type Tracking = ReturnType<typeof trackingOf>;

/** A world in which both variants are delivered and followed. */
export async function trackedWorld(options: WorldOptions = {}) {
  const partner = { limitFactor: 1000, creditMinor: 1_000_000n, platforms: ['ON_DEMAND', 'PLUS'] as const };
  const world = await createWorld({ partner, ...options });
  return { world, support: await supportOf(world), tracking: trackingOf(world) };
}

/** Somebody with a link, and a partner and drivers who keep the delivery moving. */
export function trackingOf(world: World) {
  const order = async (orderId: string) => (await world.call('GET', `/v3/orders/${orderId}`)).json.data;
  const open = (path: string, language = 'en') => world.send({ path, headers: { 'accept-language': language } });
  return {
    open,
    /** What somebody reads on the page: the answer at the top, and everything. */
    async read(path: string, language?: string) {
      const { status, text } = await open(path, language);
      if (status !== 200) throw new Error(`${status}: ${text}`);
      const [, headline = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(text) ?? [];
      return { html: text, headline: plain(headline), text: plain(text) };
    },
    post: (path: string, form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
      world.send({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(form).toString(),
      }),
    parcelPath: async (orderId: string) =>
      pathOf((await callPlus(world, 'GET', `/v3/orders/${orderId}`)).json.data.shareLink),
    /** An order that a driver with a device has taken. */
    async underWay(terms: Parameters<typeof place>[1] = {}, further: Parameters<typeof driverOf>[1] = {}) {
      const driver = await driverOf(world, further);
      const orderId = await takenBy(world, driver, terms);
      const { shareLink, stops } = await order(orderId);
      return {
        driver,
        orderId,
        path: pathOf(shareLink),
        stopIds: stops.map(({ stopId }: { stopId: string }) => stopId) as readonly string[],
      };
    },
    async close(driver: DriverClient, orderId: string, stopId: string | undefined, data: object): Promise<void> {
      const answer = await driver.call('POST', `/orders/${orderId}/drop-offs/${stopId}`, data);
      if (answer.status !== 200) throw new Error(answer.text);
    },
  };
}

function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
