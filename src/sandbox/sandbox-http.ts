import { Type } from 'typebox';
import { orThrow } from '../foundation/decision.ts';
import { DeliveryError, refuseFaults } from '../foundation/errors.ts';
import { isId } from '../foundation/ids.ts';
import { formatInstant, type Instant, SECOND_MS } from '../foundation/time.ts';
import { ok, type PartnerApi } from '../infrastructure/http/partner-api.ts';
import { Text } from '../infrastructure/http/schema.ts';
import type { InTurn } from '../infrastructure/in-turn.ts';
import { type Links, type Order, orderDetailsToWire, orderKeyOf, visibleTo } from '../orders/index.ts';
import { findSimulation, type Simulation, saveSimulation } from '../partners/index.ts';
import { findParcels, type Parcel, type PlusLinks, parcelView } from '../plus/index.ts';
import { type OrderActionDeps, prepareOrderAction } from './act-on-order.ts';
import { prepareParcelAction } from './act-on-parcel.ts';
import { actionsOfOrder, actionsOfParcel } from './actions.ts';
import { advanceClock, resetClock } from './advance-clock.ts';
import { decideFaults } from './rules/faults.ts';
import { findScenarioFaults } from './rules/scenario.ts';
import {
  ActionData,
  ActionsWire,
  ClockData,
  ClockWire,
  FaultsForm,
  OrderOrParcel,
  SimulationData,
  SimulationWire,
} from './sandbox-wire.ts';
import { readFaults, setFaults } from './set-faults.ts';

export type SandboxDeps = { readonly linksAt: (now: Instant) => Links & PlusLinks } & OrderActionDeps & {
    /** Whoever waits in the database for the simulated drivers has a connection, and they need one to come to an end. */
    readonly inTurn: InTurn;
  };

const common = { platform: 'UNASKED', limit: 'Sandbox', tag: 'Sandbox' } as const;

/** Only in the sandbox: in production there are no such routes. */
export function addSandboxRoutes(partnerApi: PartnerApi, deps: SandboxDeps): void {
  const { inTurn } = deps;
  addClock(partnerApi, deps, inTurn);
  addActions(partnerApi, deps);
  addFaults(partnerApi, deps);
  addSimulation(partnerApi, deps, inTurn);
}

function clockToWire(now: Instant, aheadMs: number) {
  return { now: formatInstant(now), offsetSeconds: Math.floor(aheadMs / SECOND_MS) };
}

function addClock(partnerApi: PartnerApi, deps: SandboxDeps, inTurn: InTurn): void {
  const path = '/sandbox/v1/clock';
  partnerApi.get(
    path,
    { ...common, operationId: 'getClock', summary: 'Your own clock', answers: { 200: ClockWire } },
    async ({ now, clockAheadMs }) => ok(clockToWire(now, clockAheadMs)),
  );
  partnerApi.post(
    path,
    {
      ...common,
      operationId: 'setClock',
      summary: 'Put your clock forward, or back to ours',
      description:
        'When it answers, everything of yours that fell due has happened, in due order, each at its own time. Nobody else feels it.',
      data: ClockData,
      refusals: ['ERR_INVALID_ORDER_STATUS'],
      answers: { 200: ClockWire },
    },
    async ({ partner, now, clockAheadMs, data, once }) => {
      const ours = now - clockAheadMs;
      if ((data.advanceSeconds === undefined) === (data.reset === undefined))
        throw new DeliveryError('ERR_INVALID_FIELD', 'Give advanceSeconds, or reset: true, and not both.', '/data');
      return inTurn(() =>
        once(async (tx) => {
          if (data.advanceSeconds !== undefined) {
            const aheadMs = await advanceClock(deps, tx, partner.id, data.advanceSeconds * SECOND_MS, ours);
            return ok(clockToWire(ours + aheadMs, aheadMs));
          }
          await resetClock(tx, partner.id);
          return ok(clockToWire(ours, 0));
        }),
      );
    },
  );
}

type Found = { readonly order: Order } | { readonly parcel: Parcel };

function addActions(partnerApi: PartnerApi, deps: SandboxDeps): void {
  const path = '/sandbox/v1/orders/:orderId/actions';
  const params = Type.Object({ orderId: Text('An order of yours, of either variant') });

  /** Of either variant: the order's own kind decides. */
  async function find(partner: Parameters<typeof orderKeyOf>[0], orderId: string, now: Instant): Promise<Found> {
    const key = orderKeyOf(partner, orderId);
    const [parcel] = isId(orderId) ? await findParcels(deps.database, [orderId]) : [];
    if (parcel !== undefined) return { parcel: visibleTo(key, parcel, parcel.driverId) };
    return { order: await deps.readOrder(key, now) };
  }

  partnerApi.get(
    path,
    {
      ...common,
      operationId: 'listActions',
      summary: 'What can happen to an order now',
      params,
      refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_ORDER_OF_ANOTHER_PARTNER'],
      answers: { 200: ActionsWire },
    },
    async ({ partner, now, params: { orderId } }) => {
      const found = await find(partner, orderId, now);
      if ('parcel' in found) return ok({ status: found.parcel.status, actions: actionsOfParcel(found.parcel) });
      return ok({ status: found.order.status, actions: actionsOfOrder(found.order) });
    },
  );
  partnerApi.post(
    path,
    {
      ...common,
      operationId: 'takeAction',
      summary: 'Let it happen',
      description: 'The answer is the order as it is read; where it was replaced, the new one.',
      params,
      data: ActionData,
      refusals: ['ERR_ORDER_NOT_FOUND', 'ERR_ORDER_OF_ANOTHER_PARTNER', 'ERR_INVALID_ORDER_STATUS'],
      answers: { 200: OrderOrParcel },
    },
    async ({ partner, now, clockAheadMs, params: { orderId }, data, once }) => {
      const ours = now - clockAheadMs;
      const found = await find(partner, orderId, now);
      if ('parcel' in found) {
        const act = await prepareParcelAction(deps, found.parcel, data, ours);
        return once(async (tx) => ok(parcelView(await act(tx), deps.linksAt(now))));
      }
      const act = await prepareOrderAction(deps, found.order, data, ours);
      return once(async (tx) => ok(orderDetailsToWire(await act(tx), deps.linksAt(now), undefined)));
    },
  );
}

function addFaults(partnerApi: PartnerApi, { database }: SandboxDeps): void {
  const path = '/sandbox/v1/faults';
  partnerApi.get(
    path,
    {
      ...common,
      operationId: 'getFaults',
      summary: 'What goes wrong because you want it to',
      answers: { 200: FaultsForm },
    },
    async ({ partner }) => ok(await readFaults(database, partner.id)),
  );
  partnerApi.put(
    path,
    {
      ...common,
      operationId: 'setFaults',
      summary: 'Let pushes and calls go wrong',
      description: 'In the place of what was set before; empty to take all of it away. Sandbox calls never go wrong.',
      data: FaultsForm,
      answers: { 200: FaultsForm },
    },
    async ({ partner, now, clockAheadMs, data, once }) => {
      const faults = orThrow(decideFaults(data));
      return once(async (tx) => {
        await setFaults(tx, partner.id, faults, now - clockAheadMs);
        return ok(faults);
      });
    },
  );
}

function simulationToWire({ drivers, speed, scenario }: Simulation) {
  return { drivers, speed, ...(scenario === undefined ? {} : { scenario }) };
}

function addSimulation(partnerApi: PartnerApi, { database }: SandboxDeps, inTurn: InTurn): void {
  const path = '/sandbox/v1/simulation';
  partnerApi.get(
    path,
    { ...common, operationId: 'getSimulation', summary: 'Who drives your orders', answers: { 200: SimulationWire } },
    async ({ partner }) => ok(simulationToWire(await findSimulation(database, partner.id))),
  );
  partnerApi.put(
    path,
    {
      ...common,
      operationId: 'setSimulation',
      summary: 'Have simulated drivers take your orders, or not',
      description:
        'They take orders by the same way as real ones. `metadata.sandboxScenario` of an order goes before the scenario that is set here; without either all goes well.',
      data: SimulationData,
      furtherFaults: findScenarioFaults,
      answers: { 200: SimulationWire },
    },
    async ({ partner, data, once }) => {
      refuseFaults(findScenarioFaults(data));
      const { drivers, speed = 1, scenario } = data;
      const simulation = { drivers, speed, scenario } as const;
      return inTurn(() =>
        once(async (tx) => {
          await saveSimulation(tx, partner.id, simulation);
          return ok(simulationToWire(simulation));
        }),
      );
    },
  );
}
