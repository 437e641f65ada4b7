import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { CallFault, FaultStatus, Share } from '../../partners/index.ts';
import type { PushFaults } from '../../webhooks/index.ts';

/** The body's `data`, whose form the schema has checked. */
type GivenFaults = {
  readonly webhooks?: PushFaults;
  readonly api?: {
    readonly status?: FaultStatus;
    readonly cut?: true;
    readonly afterCommit?: boolean;
    readonly share?: Share;
  };
};
export type Faults = { readonly webhooks?: PushFaults; readonly api?: CallFault };

/** The faults that are wanted, with nothing beside what is known here; a part that is empty is none. */
export function decideFaults({ webhooks = {}, api = {} }: GivenFaults): Decision<Faults> {
  const pushes = given({
    duplicate: webhooks.duplicate,
    drop: webhooks.drop,
    delaySeconds: webhooks.delaySeconds,
    reorder: webhooks.reorder,
  });
  const { status, cut, afterCommit, share } = api;
  const calls = given({ status, cut, afterCommit, share });
  if (!isEmpty(calls) && (status === undefined) === (cut === undefined))
    return refused('ERR_INVALID_FIELD', 'Give a status, or cut: true, and not both.', '/data/api');
  return accepted({
    ...(isEmpty(pushes) ? {} : { webhooks: pushes }),
    ...(isEmpty(calls) ? {} : { api: calls as CallFault }),
  });
}

function given<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;
