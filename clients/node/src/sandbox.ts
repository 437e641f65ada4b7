import type {
  Action,
  Clock,
  Faults,
  NewSimulation,
  Order,
  PlusOrder,
  PossibleActions,
  Simulation,
} from './api-types.ts';
import type { CallOptions, Transport } from './transport.ts';

/** What only a sandbox has. In production there is nothing at these paths. */
export type Sandbox = {
  /** Your own clock: quotations expire by it, deadlines end by it. */
  readonly clock: {
    get(options?: CallOptions): Promise<Clock>;
    /** Puts it forward. When this is answered, everything that fell due has happened. */
    advance(seconds: number, options?: CallOptions): Promise<Clock>;
    /** Puts it back to the real time; refused while orders are open. */
    reset(options?: CallOptions): Promise<Clock>;
  };
  /** What drivers and support do to an order, because you say so. */
  readonly actions: {
    /** What can happen to the order now. */
    list(orderId: string, options?: CallOptions): Promise<PossibleActions>;
    /** Lets it happen, and gives the order as it is then. */
    take(orderId: string, action: Action, options?: CallOptions): Promise<Order | PlusOrder>;
  };
  /** Simulated drivers. */
  readonly simulation: {
    get(options?: CallOptions): Promise<Simulation>;
    set(simulation: NewSimulation, options?: CallOptions): Promise<Simulation>;
  };
  /** What goes wrong because you want it to. */
  readonly faults: {
    get(options?: CallOptions): Promise<Faults>;
    /** Takes the place of what was set before. */
    set(faults: Faults, options?: CallOptions): Promise<Faults>;
    clear(options?: CallOptions): Promise<Faults>;
  };
};

export function createSandbox(transport: Transport): Sandbox {
  const clock = ['sandbox', 'v1', 'clock'];
  const faults = ['sandbox', 'v1', 'faults'];
  const simulation = ['sandbox', 'v1', 'simulation'];
  const actions = (orderId: string) => ['sandbox', 'v1', 'orders', orderId, 'actions'];
  return {
    clock: {
      get: (options) => transport.data('GET', clock, {}, options),
      advance: (advanceSeconds, options) => transport.data('POST', clock, { data: { advanceSeconds } }, options),
      reset: (options) => transport.data('POST', clock, { data: { reset: true } }, options),
    },
    actions: {
      list: (orderId, options) => transport.data('GET', actions(orderId), {}, options),
      take: (orderId, action, options) => transport.data('POST', actions(orderId), { data: action }, options),
    },
    simulation: {
      get: (options) => transport.data('GET', simulation, {}, options),
      set: (wanted, options) => transport.data('PUT', simulation, { data: wanted }, options),
    },
    faults: {
      get: (options) => transport.data('GET', faults, {}, options),
      set: (wanted, options) => transport.data('PUT', faults, { data: wanted }, options),
      clear: (options) => transport.data('PUT', faults, { data: {} }, options),
    },
  };
}
