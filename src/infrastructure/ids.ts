import { DeliveryError } from '../foundation/errors.ts';
import { FIRST_ID_STATE, formatId, type Id, nextIdState } from '../foundation/ids.ts';
import type { Clock } from './clock.ts';

export type Ids = { next<Name extends string>(): Id<Name> };

/** The one id generator: unique across all processes on the database, because each holds its own node number. */
export function createIds(clock: Clock, nodeNumber: () => number | undefined): Ids {
  let state = FIRST_ID_STATE;
  return {
    next<Name extends string>() {
      const node = nodeNumber();
      if (node === undefined) throw new DeliveryError('ERR_UNAVAILABLE');
      state = nextIdState(state, clock.now());
      return formatId<Name>(state, node);
    },
  };
}
