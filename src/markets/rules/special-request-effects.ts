/** What a special request does beyond its fee. */
export type Effects = {
  /** The way back to the pick-up is driven and priced. */
  readonly returnsToPickUp: boolean;
  /** What a driver must have to be asked: a vehicle kind, equipment, helpers. */
  readonly driverNeeds: readonly string[];
  readonly driverSteps: readonly DriverStep[];
};

type DriverStep =
  | { readonly kind: 'COLLECT_CASH'; readonly at: 'DROP_OFF' }
  | { readonly kind: 'BUY_AND_ENTER_RECEIPT'; readonly at: 'PICK_UP' }
  | { readonly kind: 'QUEUE' | 'WAIT'; readonly at: 'PICK_UP'; readonly allowedMinutes: number }
  | { readonly kind: 'PAY_TOLL'; readonly at: 'WAY'; readonly request: string }
  | { readonly kind: 'RETURN'; readonly at: 'PICK_UP' };

type Effect = { readonly returns?: true; readonly needs?: readonly string[]; readonly step?: DriverStep };

const EFFECTS: readonly (readonly [RegExp, (name: string, number: number) => Effect])[] = [
  [/^(ROUND_TRIP|RETURN)$/, () => ({ returns: true, step: { kind: 'RETURN', at: 'PICK_UP' } })],
  [/^CASH_ON_DELIVERY$/, () => ({ step: { kind: 'COLLECT_CASH', at: 'DROP_OFF' } })],
  [/^PURCHASE_SERVICE_\d+$/, () => ({ step: { kind: 'BUY_AND_ENTER_RECEIPT', at: 'PICK_UP' } })],
  [
    /^QUEUEING_SERVICE_(\d+)MIN$/,
    (_, minutes) => ({ step: { kind: 'QUEUE', at: 'PICK_UP', allowedMinutes: minutes } }),
  ],
  [/^WAITING_TIME_(\d+)MIN$/, (_, minutes) => ({ step: { kind: 'WAIT', at: 'PICK_UP', allowedMinutes: minutes } })],
  [/^TOLL_FEE_\d+$/, (name) => ({ step: { kind: 'PAY_TOLL', at: 'WAY', request: name } })],
  [/^(?:DOOR_TO_DOOR|LOADING)_1DRIVER(\d)HELPER/, (_, helpers) => ({ needs: ['LOADING', `HELPERS_${helpers}`] })],
  [/^(?:DOOR_TO_DOOR|LOADING)_1DRIVER(?!\d)/, () => ({ needs: ['LOADING'] })],
  [/^HELPER$/, () => ({ needs: ['HELPERS_1'] })],
  [/^MOVING_SERVICE_(\d)$/, (_, people) => ({ needs: ['LOADING', ...(people > 1 ? [`HELPERS_${people - 1}`] : [])] })],
  [/^(LOADING_SERVICE|HOUSE_MOVING)$/, () => ({ needs: ['LOADING'] })],
  [
    /^(THERMAL_BAG_1|TAILBOARD_VEHICLE|TARPAULIN|REFRIGERATED_VEHICLE|EXTRA_CAPACITY_L_250CM)$/,
    (name) => ({ needs: [name] }),
  ],
];

export function effectsOf(specialRequests: readonly string[]): Effects {
  const effects = specialRequests.map(effectOf);
  return {
    returnsToPickUp: effects.some(({ returns }) => returns === true),
    driverNeeds: [...new Set(effects.flatMap(({ needs }) => needs ?? []))],
    driverSteps: effects.flatMap(({ step }) => (step === undefined ? [] : [step])),
  };
}

function effectOf(name: string): Effect {
  for (const [pattern, effect] of EFFECTS) {
    const match = pattern.exec(name);
    if (match !== null) return effect(name, Number(match[1]));
  }
  return {};
}
