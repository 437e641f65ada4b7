import type { Instant } from '../../foundation/time.ts';

type Due = { readonly at: Instant };

/** Puts it among what is due, of which the earliest stands at the end; of those at the same time the one that was put there first. */
export function putInDueOrder<T extends Due>(due: T[], one: T): void {
  let [from, to] = [0, due.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((due[middle] as T).at > one.at) from = middle + 1;
    else to = middle;
  }
  due.splice(from, 0, one);
}
