import { setTimeout as sleep } from 'node:timers/promises';
import { STROKES } from '../../../test/support/pictures.ts';
import type { Identity, Json } from '../client.ts';
import { seen } from '../evidence.ts';
import { type Invited, STREET } from '../population.ts';
import type { Actor } from './actor.ts';
import { signIn } from './desk-client.ts';
import { devicesFor } from './devices.ts';
import { RAFFLES_PLACE } from './places.ts';
import { shopperOf } from './shopping.ts';

/** A round of matching comes every three seconds. */
const LOOKS = 40;
const LOOK_EVERY_MS = 250;

/** A driver's device: it signs in, waits for offers, and drives what it was given. Its partner's program places the orders. */
export const street = (number: number): Actor => ({
  name: `street${number}`,
  drives: [
    'POST /driver/v1/sign-in/code',
    'POST /driver/v1/sign-in',
    'DELETE /driver/v1/sessions',
    'DELETE /driver/v1/sessions/:sessionId',
    'POST /driver/v1/online',
    'POST /driver/v1/offline',
    'POST /driver/v1/positions',
    'POST /driver/v1/emergency',
    'POST /driver/v1/offers/:offerId/accept',
    'POST /driver/v1/offers/:offerId/decline',
    'POST /driver/v1/orders/:orderId/give-back',
    'POST /driver/v1/orders/:orderId/arrive',
    'POST /driver/v1/orders/:orderId/pick-up',
    'POST /driver/v1/orders/:orderId/drop-offs/:stopId',
    'POST /console/v1/drivers',
    'POST /console/v1/drivers/:driverId/sign-in-code',
    'POST /console/v1/emergencies/:emergencyId/acknowledge',
  ],
  async begin(client, population) {
    const operator = await signIn(client, 'console', population.dispatchers[number] as Invited);
    const { place } = shopperOf(client, population.street, STREET.market);
    const { open, close } = devicesFor(client, operator, {
      locode: STREET.locode,
      language: 'en_SG',
      phones: 6_581_000_000 + number * 100_000,
    });

    async function report(as: Identity, orderId?: string): Promise<void> {
      const at = new Date().toISOString();
      const point = { lat: Number(RAFFLES_PLACE.coordinates.lat), lng: Number(RAFFLES_PLACE.coordinates.lng) };
      await client.write('POST /driver/v1/positions', {
        as,
        data: { positions: [{ ...point, at }] },
        seenIn: ({ accepted }) => (accepted === 1 && orderId !== undefined ? seen.track(orderId, at) : undefined),
      });
    }

    async function waitForOffer(as: Identity): Promise<Json> {
      for (let look = 0; look < LOOKS && !client.isOver(); look++) {
        const [offer] = (await client.read('/driver/v1/offers', as)) ?? [];
        if (offer !== undefined) return offer;
        if (look % 8 === 0) await report(as);
        await sleep(LOOK_EVERY_MS);
      }
      return undefined;
    }

    const step = (as: Identity, orderId: string, path: 'arrive' | 'pick-up') =>
      client.write(`POST /driver/v1/orders/:orderId/${path}`, {
        as,
        at: [orderId],
        data: {},
        seenBy: path === 'arrive' ? seen.arrived(orderId) : seen.status(orderId, 'PICKED_UP'),
      });

    /** Where the answer to an acceptance was lost, the order may be the driver's all the same. */
    async function driveOn(as: Identity, orderId: string, isOurs: boolean): Promise<void> {
      await report(as, isOurs ? orderId : undefined);
      await step(as, orderId, 'arrive');
      await step(as, orderId, 'pick-up');
      const order = await client.read(`/driver/v1/orders/${orderId}`, as);
      if (order === undefined) return;
      await client.write('POST /driver/v1/orders/:orderId/drop-offs/:stopId', {
        as,
        at: [orderId, order.stops[1].stopId],
        data: order.proofRequired ? { proof: 'SIGNATURE', signature: { strokes: STROKES } } : { proof: 'NONE' },
        seenBy: seen.status(orderId, 'COMPLETED'),
      });
    }

    async function work(answer: 'deliver' | 'decline' | 'give back'): Promise<void> {
      const one = await open();
      if (one === undefined) return;
      const { as, driverId } = one;
      const shift = await client.write('POST /driver/v1/online', { as, data: {}, seenBy: seen.shifts(driverId) });
      await report(as);
      await place({ isPODEnabled: client.chance() < 0.5 });
      const offer = await waitForOffer(as);
      if (offer !== undefined) {
        const taking = answer === 'decline' ? 'decline' : 'accept';
        const answered = await client.write(`POST /driver/v1/offers/:offerId/${taking}`, {
          as,
          at: [offer.offerId],
          ...(taking === 'decline' ? { data: {} } : {}),
          seenBy: seen.offer(offer.offerId, taking === 'accept' ? 'accepted' : 'declined'),
        });
        if (answer === 'give back')
          await client.write('POST /driver/v1/orders/:orderId/give-back', {
            as,
            at: [offer.orderId],
            data: { reason: 'Flat tyre' },
            seenBy: seen.giveBacks(offer.orderId),
          });
        if (answer === 'deliver') await driveOn(as, offer.orderId, answered !== undefined);
      }
      // Of a shift that may never have begun there is nothing to be seen.
      const ended = shift === undefined ? {} : { seenBy: seen.endedShifts(driverId) };
      await client.write('POST /driver/v1/offline', { as, data: {}, ...ended });
      await close(one, client.chance() < 0.5);
    }

    async function callForHelp(): Promise<void> {
      const one = await open();
      if (one === undefined) return;
      const note = `${one.name} needs help`;
      const called = await client.write('POST /driver/v1/emergency', {
        as: one.as,
        data: { note },
        seenBy: seen.emergency(note),
      });
      if (called !== undefined)
        await client.write('POST /console/v1/emergencies/:emergencyId/acknowledge', {
          as: operator,
          at: [called.json.data.emergencyId],
          data: { reason: note },
          seenBy: seen.act('emergency.acknowledge', note),
        });
      await close(one, false);
    }
    return [() => work('deliver'), () => work('decline'), () => work('give back'), callForHelp, signOutEverywhere];

    async function signOutEverywhere(): Promise<void> {
      const one = await open();
      if (one !== undefined) await close(one, true);
    }
  },
});
