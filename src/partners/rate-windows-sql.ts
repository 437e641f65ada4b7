import type { ApiKeyId } from '../foundation/ids.ts';
import type { Queryable } from '../infrastructure/database/database.ts';

type Window = {
  readonly name: string;
  readonly tick: number;
  readonly lifeTicks: number;
  readonly allowed: number;
};
export type WindowRequest = Window & {
  readonly keyId: ApiKeyId;
  readonly revision: number;
  readonly wanted: number;
  /** A second, shorter window of the same calls; what it has no room for is not taken from the first either. */
  readonly pace: Window | undefined;
};
export type WindowAnswer = {
  /** False where the key has changed since the caller read it; nothing was taken then. */
  readonly current: boolean;
  readonly granted: number;
  readonly used: number;
  readonly oldestTick: number | undefined;
  readonly paceUsed: number | undefined;
};

/**
 * Takes calls out of several keys' windows. The requests must be sorted: their windows are locked in that order, so that two processes never
 * wait for each other.
 */
export async function takeFromWindows(
  sql: Queryable,
  requests: readonly WindowRequest[],
): Promise<readonly WindowAnswer[]> {
  const asked = requests.map(({ keyId, revision, wanted, name, tick, lifeTicks, allowed, pace }) => ({
    key_id: keyId,
    revision,
    wanted,
    ...{ name, tick, life_ticks: lifeTicks, allowed },
    ...{ pace_name: pace?.name, pace_tick: pace?.tick, pace_life_ticks: pace?.lifeTicks, pace_allowed: pace?.allowed },
  }));
  const rows = await sql.query<WindowRow>('select * from take_from_windows($1)', [JSON.stringify(asked)]);
  return rows.map(({ is_current, granted, used, oldest_tick, pace_used }) => ({
    current: is_current,
    granted,
    used,
    oldestTick: oldest_tick === null ? undefined : Number(oldest_tick),
    paceUsed: pace_used ?? undefined,
  }));
}

type WindowRow = {
  is_current: boolean;
  granted: number;
  used: number;
  oldest_tick: string | null;
  pace_used: number | null;
};
