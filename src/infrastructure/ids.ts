import { DeliveryError } from '../foundation/errors.ts';
import { FIRST_ID_STATE, formatId, type Id, looksRounded, nextIdState } from '../foundation/ids.ts';
import type { Clock } from './clock.ts';

export type Ids = { next<Name extends string>(): Id<Name> };

/**
 * The one id generator: unique across all processes on the database, because each holds its own node number. What looks rounded is left out, so
 * that nobody takes an id that is whole for one that has lost its last digits.
 */
export function createIds(clock: Clock, nodeNumber: () => number | undefined): Ids {
  let state = FIRST_ID_STATE;
  return {
    next<Name extends string>() {
      const node = nodeNumber();
      if (node === undefined) throw new DeliveryError('ERR_UNAVAILABLE');
      for (;;) {
        state = nextIdState(state, clock.now());
        const id = formatId<Name>(state, node);
        if (!looksRounded(id)) return id;
      }
    },
  };
}
