import { STROKES } from '../../../test/support/pictures.ts';
import type { Identity } from '../client.ts';
import { seen } from '../evidence.ts';
import { HOME, type Invited } from '../population.ts';
import type { Actor } from './actor.ts';
import { signIn } from './desk-client.ts';
import { devicesFor } from './devices.ts';
import { shopperOf } from './shopping.ts';

const STEPS = {
  'drop-out': ['AWAIT_DRIVER', { reason: 'Flat tyre' }],
  'pick-up': ['DELIVERING', {}],
  'fail-pick-up': ['FAILED_PICKUP', { reason: 'Nothing there' }],
  retry: ['AWAIT_PICKUP', {}],
  return: ['RETURNED', {}],
  deliver: ['DELIVERED', { proof: 'SIGNATURE', signature: { strokes: STROKES } }],
  'fail-delivery': ['FAILED', { reason: 'Nobody there' }],
} as const;
type Step = keyof typeof STEPS;

function seenAfter(orderId: string, step: Step) {
  const [status] = STEPS[step];
  return {
    seenBy: step === 'drop-out' || step === 'retry' ? seen.statusAgain(orderId, status) : seen.status(orderId, status),
  };
}

/** What can become of a parcel in a driver's hands. */
const WAYS: readonly (readonly Step[])[] = [
  ['drop-out'],
  ['pick-up', 'deliver'],
  ['fail-pick-up', 'retry'],
  ['pick-up', 'fail-delivery', 'return'],
];

/** A driver with parcels, whom somebody at the console has given them. */
export const carrier = (number: number): Actor => ({
  name: `carrier${number}`,
  drives: [
    'POST /driver/v1/parcels/:orderId/pick-up',
    'POST /driver/v1/parcels/:orderId/fail-pick-up',
    'POST /driver/v1/parcels/:orderId/retry',
    'POST /driver/v1/parcels/:orderId/return',
    'POST /driver/v1/parcels/:orderId/drop-out',
    'POST /driver/v1/parcels/:orderId/deliver',
    'POST /driver/v1/parcels/:orderId/fail-delivery',
    'POST /console/v1/plus/assign',
    'POST /console/v1/plus/parcels/:parcelId/moves',
    'PUT /console/v1/plus/parcels/:parcelId/tags',
    'POST /console/v1/plus/plan',
  ],
  async begin(client, population) {
    const operator = await signIn(client, 'console', population.carriers[number] as Invited);
    const { placeParcel } = shopperOf(client, population.shops[0] as (typeof population.shops)[number]);
    const { open, close } = devicesFor(client, operator, {
      locode: HOME.locode,
      language: 'en_HK',
      phones: 85_251_000_000 + number * 100_000,
    });
    let reasons = 0;
    const because = () => {
      reasons += 1;
      return `${client.actor} because ${reasons}`;
    };

    async function assign(orderId: string, driverId: string) {
      const reason = because();
      return client.write('POST /console/v1/plus/assign', {
        as: operator,
        data: { driverId, parcelIds: [orderId], reason },
        seenBy: seen.act('parcel.assign', reason),
      });
    }

    const take = (as: Identity, orderId: string, step: Step) =>
      client.write(`POST /driver/v1/parcels/:orderId/${step}`, {
        as,
        at: [orderId],
        data: STEPS[step][1],
        ...seenAfter(orderId, step),
      });

    const carry = (way: readonly Step[]) => async () => {
      const one = await open();
      const parcel = one && (await placeParcel());
      if (one === undefined || parcel === undefined) return;
      if ((await assign(parcel.orderId, one.driverId)) !== undefined)
        for (const step of way) if ((await take(one.as, parcel.orderId, step)) === undefined) break;
      await close(one, false);
    };

    async function move(): Promise<void> {
      const parcel = await placeParcel();
      if (parcel === undefined) return;
      const [tagged, cancelled] = [because(), because()];
      await client.write('PUT /console/v1/plus/parcels/:parcelId/tags', {
        as: operator,
        at: [parcel.orderId],
        data: { tags: ['fragile'], reason: tagged },
        seenBy: seen.act('parcel.tag', tagged),
      });
      await client.write('POST /console/v1/plus/parcels/:parcelId/moves', {
        as: operator,
        at: [parcel.orderId],
        data: { move: 'cancel', seen: 'AWAIT_DRIVER', reason: cancelled },
        seenBy: seen.act('parcel.cancel', cancelled),
      });
    }

    async function plan(): Promise<void> {
      await client.write('POST /console/v1/plus/plan', {
        as: operator,
        data: { city: HOME.locode, reason: because() },
      });
    }
    return [...WAYS.map(carry), move, plan];
  },
});
