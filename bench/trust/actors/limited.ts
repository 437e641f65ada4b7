import type { Actor } from './actor.ts';
import { shopperOf } from './shopping.ts';

const AT_ONCE = 6;

/** A partner with the limits of the contract who keeps asking for more, at all processes at once. */
export const limited: Actor = {
  name: 'limited',
  drives: ['POST /v3/quotations'],
  async begin(client, { limited: partner }) {
    const { quote } = shopperOf(client, partner);
    return [
      async () => {
        await Promise.all(Array.from({ length: AT_ONCE }, quote));
      },
    ];
  },
};
