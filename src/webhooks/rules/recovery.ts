import type { PartnerId } from '../../foundation/ids.ts';
import type { Instant } from '../../foundation/time.ts';

/** Places in the log of a partner's events that are pushed and were recorded since a time: those after one of them, up to another. */
export type PushedSince = {
  readonly partnerId: PartnerId;
  readonly since: Instant;
  readonly after: string;
  readonly until: string;
};

/** The job that puts in line what is left of a recovery. As long as there is one, the recovery is under way. */
export const RECOVER_REST = 'webhooks.recoverRest';

/** The same rest has the same name: left twice, it is one job. */
export function nameOfRest({ partnerId, since, after, until }: PushedSince): string {
  return [partnerId, since, after, until].join('/');
}
