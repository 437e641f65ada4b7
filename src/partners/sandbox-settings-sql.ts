import type { PartnerId } from '../foundation/ids.ts';
import type { Queryable, Transaction } from '../infrastructure/database/database.ts';
import { touchKeys } from './api-keys-sql.ts';
import type { CallFault } from './rules/call-fault.ts';
import { clockAheadMs } from './sandbox-columns-sql.ts';

/** How far ahead the partner's clock is. */
export async function clockAheadOf(sql: Queryable, partnerId: PartnerId): Promise<number> {
  const [row] = await sql.query<{ ahead: string }>(`select ${clockAheadMs('$1')} as ahead`, [partnerId]);
  return Number(row?.ahead);
}

/** For whoever holds the partner's lock. */
export async function setClock(tx: Transaction, partnerId: PartnerId, aheadMs: number): Promise<void> {
  await (aheadMs === 0
    ? tx.query('delete from partner_clocks where partner_id = $1', [partnerId])
    : tx.query(
        `insert into partner_clocks (partner_id, ahead_ms) values ($1, $2)
         on conflict (partner_id) do update set ahead_ms = excluded.ahead_ms`,
        [partnerId, aheadMs],
      ));
  await touchKeys(tx, partnerId);
}

export async function callFaultOf(sql: Queryable, partnerId: PartnerId): Promise<CallFault | undefined> {
  const [row] = await sql.query<{ document: CallFault }>('select document from partner_faults where partner_id = $1', [
    partnerId,
  ]);
  return row?.document;
}

/** For whoever holds the partner's lock. Calls are counted anew; undefined takes the fault away. */
export async function setCallFault(tx: Transaction, partnerId: PartnerId, fault: CallFault | undefined): Promise<void> {
  await (fault === undefined
    ? tx.query('delete from partner_faults where partner_id = $1', [partnerId])
    : tx.query(
        `insert into partner_faults (partner_id, document) values ($1, $2)
         on conflict (partner_id) do update set document = excluded.document, calls = 0`,
        [partnerId, JSON.stringify(fault)],
      ));
  await touchKeys(tx, partnerId);
}

/** Which call it is since the fault was set, over all processes; undefined where it has just been taken away. */
export async function countFaultyCall(sql: Queryable, partnerId: PartnerId): Promise<number | undefined> {
  const [row] = await sql.query<{ calls: number }>(
    'update partner_faults set calls = calls + 1 where partner_id = $1 returning calls',
    [partnerId],
  );
  return row?.calls;
}

/** How a partner's orders are driven in the sandbox, and how many times as fast as in life. */
export type Simulation = {
  readonly drivers: 'AUTO' | 'MANUAL';
  readonly speed: number;
  readonly scenario: string | undefined;
};
type SimulationRow = { drivers: Simulation['drivers']; speed: number; scenario: string | null };

function simulationFrom({ drivers, speed, scenario }: SimulationRow): Simulation {
  return { drivers, speed, scenario: scenario ?? undefined };
}

export async function findSimulation(sql: Queryable, partnerId: PartnerId): Promise<Simulation> {
  const [row] = await sql.query<SimulationRow>(
    'select drivers, speed, scenario from partner_simulations where partner_id = $1',
    [partnerId],
  );
  return simulationFrom(row ?? { drivers: 'MANUAL', speed: 1, scenario: null });
}

export async function saveSimulation(sql: Queryable, partnerId: PartnerId, simulation: Simulation): Promise<void> {
  await sql.query(
    `insert into partner_simulations (partner_id, drivers, speed, scenario) values ($1, $2, $3, $4)
     on conflict (partner_id) do update set drivers = $2, speed = $3, scenario = $4`,
    [partnerId, simulation.drivers, simulation.speed, simulation.scenario ?? null],
  );
}

/** Only where nothing was ever chosen: what a partner has set stays. */
export async function beginSimulation(sql: Queryable, partnerId: PartnerId, simulation: Simulation): Promise<void> {
  await sql.query(
    `insert into partner_simulations (partner_id, drivers, speed, scenario) values ($1, $2, $3, $4)
     on conflict (partner_id) do nothing`,
    [partnerId, simulation.drivers, simulation.speed, simulation.scenario ?? null],
  );
}

/** The same, held until the transaction ends: whoever holds it is the only one who moves the partner's simulated drivers. */
export async function lockSimulation(tx: Transaction, partnerId: PartnerId): Promise<Simulation> {
  await tx.query('select from partner_simulations where partner_id = $1 for update', [partnerId]);
  return findSimulation(tx, partnerId);
}

/** Of partners whose orders simulated drivers take, held as above. Those whom somebody else holds are left to them: nobody waits for their leaps. */
export async function lockSimulations(tx: Transaction): Promise<ReadonlyMap<PartnerId, Simulation>> {
  const rows = await tx.query<SimulationRow & { partner_id: PartnerId }>(
    `select partner_id, drivers, speed, scenario from partner_simulations where drivers = 'AUTO'
     order by partner_id for update skip locked`,
  );
  return new Map(rows.map((row) => [row.partner_id, simulationFrom(row)]));
}
