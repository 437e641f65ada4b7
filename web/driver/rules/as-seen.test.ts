import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DriverOrder, Parcel, ParcelWork, Step, Visit } from '../api/types.ts';
import type { Action, Proof } from '../day/action.ts';
import { asSeen, type Known, withParcel } from './as-seen.ts';

const NOON = Date.UTC(2026, 10, 16, 4);
const [ORDER, PICK_UP, FIRST, SECOND] = ['11', '21', '22', '23'];
const PHOTO: Proof = { kind: 'PHOTO', photo: new Blob(['x']) };

function anOrder(further: Partial<DriverOrder> = {}): DriverOrder {
  const where = { coordinates: { lat: '22.3', lng: '114.2' }, address: 'Somewhere' };
  const step = (kind: Step['kind'], stopId?: string): Step => ({
    kind,
    done: false,
    ...(stopId === undefined ? {} : { stopId }),
  });
  return {
    orderId: ORDER as string,
    status: 'ON_GOING',
    serviceType: 'MOTORCYCLE',
    scheduleAt: '2026-11-16T04:00:00.00Z',
    earning: { amount: '84.00', currency: 'HKD' },
    distance: { value: '4000', unit: 'm' },
    specialRequests: [],
    proofRequired: true,
    stops: [PICK_UP, FIRST, SECOND].map((stopId) => ({ stopId: stopId as string, ...where })),
    steps: [
      step('GO_TO_PICK_UP', PICK_UP),
      step('QUEUE', PICK_UP),
      step('PICK_UP', PICK_UP),
      step('PAY_TOLL'),
      step('COLLECT_CASH', FIRST),
      step('DROP_OFF', FIRST),
      step('COLLECT_CASH', SECOND),
      step('DROP_OFF', SECOND),
      step('RETURN', PICK_UP),
    ],
    ...further,
  } as DriverOrder;
}

const NOTHING: Known = { onlineSince: '2026-11-16T03:00:00.00Z', order: null, parcels: undefined };
const done = (...actions: Action[]) => actions.map((action, place) => ({ action, at: NOON + place }));
const orderSeen = (order: DriverOrder | null, ...actions: Action[]) =>
  asSeen({ ...NOTHING, order }, done(...actions)).order;
const doneSteps = (order: DriverOrder | null) =>
  order?.steps.filter((step) => step.done).map(({ kind, stopId }) => `${kind} ${stopId ?? ''}`.trim());

const arrive: Action = { kind: 'arrive', orderId: '11' };
const pickUp: Action = { kind: 'pickUp', orderId: '11' };
const dropOff = (stopId: string, proof: Proof = PHOTO): Action => ({ kind: 'dropOff', orderId: '11', stopId, proof });

describe('an order', () => {
  test('without anything that waits is as the server says, to the object', () => {
    const known = { ...NOTHING, order: anOrder() };
    expect(asSeen(known, [])).toBe(known);
  });

  test('whoever has arrived does not go there any more', () => {
    const order = orderSeen(anOrder(), arrive);
    expect([order?.status, doneSteps(order)]).toEqual(['ON_GOING', ['GO_TO_PICK_UP 21']]);
    expect(order?.arrivedAt).toBe(new Date(NOON).toISOString());
    const late = anOrder({ status: 'PICKED_UP' });
    expect(orderSeen(late, arrive)).toBe(late);
    const arrivedAt = '2026-11-16T04:00:00.00Z';
    expect(orderSeen(anOrder({ arrivedAt }), arrive)?.arrivedAt).toBe(arrivedAt);
  });

  test('with the goods everything at the pick-up is done', () => {
    const order = orderSeen(anOrder(), arrive, pickUp);
    expect(order?.status).toBe('PICKED_UP');
    expect(doneSteps(order)).toEqual(['GO_TO_PICK_UP 21', 'QUEUE 21', 'PICK_UP 21']);
  });

  test('so are what was bought there and the time that was waited', () => {
    const steps = (['BUY_AND_ENTER_RECEIPT', 'WAIT', 'PICK_UP', 'PAY_TOLL'] as const).map((kind) => ({
      kind,
      done: false,
      stopId: '21',
    }));
    const order = orderSeen(anOrder({ steps } as unknown as Partial<DriverOrder>), pickUp);
    expect(doneSteps(order)).toEqual(['BUY_AND_ENTER_RECEIPT 21', 'WAIT 21', 'PICK_UP 21']);
  });

  test('a stop that is closed is still the same place', () => {
    const { stops } = orderSeen(anOrder(), pickUp, dropOff('22')) as DriverOrder;
    expect(stops.map(({ closed, ...place }) => place)).toEqual(anOrder().stops);
  });

  test('a drop-off is closed with its outcome and its time, in any order', () => {
    const order = orderSeen(anOrder(), pickUp, dropOff('23'));
    expect(order?.status).toBe('PICKED_UP');
    expect(order?.stops.map(({ closed }) => closed)).toEqual([
      undefined,
      undefined,
      { outcome: 'DELIVERED', at: new Date(NOON + 1).toISOString() },
    ]);
    expect(doneSteps(order)?.slice(3)).toEqual(['COLLECT_CASH 23', 'DROP_OFF 23']);
  });

  test.each([
    [{ kind: 'NONE' }, 'DELIVERED'],
    [PHOTO, 'DELIVERED'],
    [{ kind: 'SIGNATURE', strokes: [] }, 'SIGNED'],
    [{ kind: 'FAILED', reasonKey: 'NOBODY_THERE' }, 'FAILED'],
  ] as [Proof, string][])('with %j it is %s', (proof, outcome) => {
    const order = orderSeen(anOrder({ status: 'PICKED_UP' }), dropOff('22', proof));
    expect(order?.stops[1]?.closed?.outcome).toBe(outcome);
  });

  test('with the last drop-off it is over, and every step done', () => {
    const order = orderSeen(anOrder(), arrive, pickUp, dropOff('22'), dropOff('23'));
    expect(order?.status).toBe('COMPLETED');
    expect(order?.steps.every((step) => step.done)).toBe(true);
  });

  test('given back it is gone, before and after the pick-up', () => {
    const giveBack: Action = { kind: 'giveBack', orderId: '11', reason: 'Flat tyre' };
    expect(orderSeen(anOrder(), giveBack)).toBeNull();
    expect(orderSeen(anOrder(), pickUp, giveBack)).toBeNull();
  });

  test('what the server knows already is not applied twice', () => {
    const closed = { outcome: 'SIGNED', at: '2026-11-16T03:59:00.00Z' } as const;
    const [first, second, third] = anOrder().stops as [never, DriverOrder['stops'][number], never];
    const known = anOrder({ status: 'PICKED_UP', stops: [first, { ...second, closed }, third] });
    const order = orderSeen(known, arrive, pickUp, dropOff('22'));
    expect(order?.status).toBe('PICKED_UP');
    expect(order?.stops).toEqual(known.stops);
  });

  test('that is gone does not come back', () => {
    expect(orderSeen(null, arrive, pickUp, dropOff('22'))).toBeNull();
  });

  test('another one is not touched', () => {
    const other = anOrder({ orderId: '12' });
    expect(orderSeen(other, arrive, pickUp, dropOff('22'))).toBe(other);
  });

  test.each(['CANCELED', 'COMPLETED', 'REJECTED', 'EXPIRED'] as const)('that is %s stays so', (status) => {
    const giveBack: Action = { kind: 'giveBack', orderId: '11', reason: 'Late' };
    for (const action of [arrive, pickUp, dropOff('22'), giveBack]) {
      expect(orderSeen(anOrder({ status }), action)?.status).toBe(status);
    }
  });

  test('a drop-off before the pick-up changes nothing', () => {
    const order = anOrder();
    expect(orderSeen(order, dropOff('22'))).toBe(order);
  });
});

function aParcel(status: Parcel['status'], orderId = '31'): Parcel {
  const stop = { stopId: '41', coordinates: { lat: '22.3', lng: '114.2' }, address: 'Somewhere' };
  return {
    orderId,
    clientRef: `BOX-${orderId}`,
    status,
    deliveryStage: 'LAST_MILE',
    scheduleAt: '2026-11-16T04:00:00.00Z',
    deliveryBy: '2026-11-16T10:00:00.00Z',
    pickUp: stop,
    dropOff: stop,
    ...(status.startsWith('FAILED') ? { failure: 'Nobody there' } : {}),
  };
}
const visit = (kind: Visit['visit'], orderId = '31', plannedAt: string | null = '2026-11-16T05:00:00.00Z') => ({
  orderId,
  visit: kind,
  plannedAt,
});

function parcelsSeen(work: ParcelWork, ...actions: Action[]) {
  const { parcels } = asSeen({ ...NOTHING, parcels: work }, done(...actions));
  return {
    statuses: parcels?.parcels.map(({ status }) => status),
    visits: parcels?.visits.map(
      ({ orderId, visit: kind, plannedAt }) => `${kind} ${orderId}${plannedAt ? '' : ' new'}`,
    ),
  };
}

describe('parcels', () => {
  const orderId = '31';
  const others = { parcel: aParcel('DELIVERING', '32'), visit: visit('DROP_OFF', '32') };
  const workOf = (status: Parcel['status'], ...kinds: Visit['visit'][]): ParcelWork => ({
    parcels: [aParcel(status), others.parcel],
    visits: [...kinds.map((kind) => visit(kind)), others.visit],
  });
  const OTHER = 'DROP_OFF 32';

  test.each<[Action, Parcel['status'], Visit['visit'][], Parcel['status'], string[]]>([
    [{ kind: 'parcelPickUp', orderId }, 'AWAIT_PICKUP', ['PICK_UP', 'DROP_OFF'], 'DELIVERING', ['DROP_OFF 31', OTHER]],
    [
      { kind: 'parcelFailPickUp', orderId, reasonKey: 'CLOSED' },
      'AWAIT_PICKUP',
      ['PICK_UP', 'DROP_OFF'],
      'FAILED_PICKUP',
      [OTHER],
    ],
    [{ kind: 'parcelDeliver', orderId, proof: PHOTO }, 'DELIVERING', ['DROP_OFF'], 'DELIVERED', [OTHER]],
    [
      { kind: 'parcelFailDelivery', orderId, reasonKey: 'CLOSED' },
      'DELIVERING',
      ['DROP_OFF'],
      'FAILED',
      ['RETURN 31 new', OTHER],
    ],
    [{ kind: 'parcelRetry', orderId }, 'FAILED', ['RETURN'], 'DELIVERING', ['DROP_OFF 31 new', OTHER]],
    [
      { kind: 'parcelRetry', orderId },
      'FAILED_PICKUP',
      [],
      'AWAIT_PICKUP',
      [OTHER, 'PICK_UP 31 new', 'DROP_OFF 31 new'],
    ],
    [{ kind: 'parcelReturn', orderId }, 'FAILED', ['RETURN'], 'RETURNED', [OTHER]],
  ])('%j of one that is %s', (action, before, kinds, after, visits) => {
    const seen = parcelsSeen(workOf(before, ...kinds), action);
    expect(seen).toEqual({ statuses: [after, 'DELIVERING'], visits });
    expect(parcelsSeen(workOf(before, ...kinds), action, action)).toEqual(seen);
  });

  test('what is to be visited before stays before', () => {
    const work: ParcelWork = {
      parcels: [others.parcel, aParcel('FAILED')],
      visits: [visit('PICK_UP', '33'), others.visit, visit('RETURN'), visit('DROP_OFF', '33')],
    };
    expect(parcelsSeen(work, { kind: 'parcelRetry', orderId }).visits).toEqual([
      'PICK_UP 33',
      OTHER,
      'DROP_OFF 31 new',
      'DROP_OFF 33',
    ]);
  });

  test('one that the driver drops out of is his no more, unless he has it', () => {
    const action: Action = { kind: 'parcelDropOut', orderId, reason: 'Ill' };
    expect(parcelsSeen(workOf('AWAIT_PICKUP', 'PICK_UP', 'DROP_OFF'), action)).toEqual({
      statuses: ['DELIVERING'],
      visits: [OTHER],
    });
    expect(parcelsSeen(workOf('DELIVERING', 'DROP_OFF'), action).statuses).toEqual(['DELIVERING', 'DELIVERING']);
  });

  test('why the last try failed is gone with the next', () => {
    const { parcels } = asSeen({ ...NOTHING, parcels: workOf('FAILED') }, done({ kind: 'parcelRetry', orderId }));
    expect(parcels?.parcels[0]).not.toHaveProperty('failure');
  });

  test('what the server says of one stands at once, and what is behind it is not to be visited again', () => {
    const told = aParcel('DELIVERING');
    const work = withParcel(workOf('AWAIT_PICKUP', 'PICK_UP', 'DROP_OFF'), told);
    expect(work.parcels).toEqual([told, others.parcel]);
    expect(work.visits).toEqual([visit('DROP_OFF'), others.visit]);
    expect(withParcel(work, aParcel('DELIVERED')).visits).toEqual([others.visit]);
    for (const status of ['DELIVERED', 'DELIVERING'] as const)
      expect(withParcel(work, aParcel(status, '33'))).toEqual(work);
  });

  test('one that is gone does not come back, and a list that was never read stays unread', () => {
    const work = { parcels: [others.parcel], visits: [others.visit] };
    expect(asSeen({ ...NOTHING, parcels: work }, done({ kind: 'parcelPickUp', orderId })).parcels).toBe(work);
    expect(asSeen(NOTHING, done({ kind: 'parcelPickUp', orderId })).parcels).toBeUndefined();
  });

  test('a step that does not fit to where it is changes nothing', () => {
    const work = workOf('AWAIT_PICKUP', 'PICK_UP', 'DROP_OFF');
    const action: Action = { kind: 'parcelDeliver', orderId, proof: PHOTO };
    expect(asSeen({ ...NOTHING, parcels: work }, done(action)).parcels).toBe(work);
  });
});

test('whoever goes offline is, at once, and keeps the order and the parcels', () => {
  const known: Known = { ...NOTHING, order: anOrder(), parcels: { parcels: [aParcel('DELIVERING')], visits: [] } };
  expect(asSeen(known, done({ kind: 'goOffline' }))).toEqual({ ...known, onlineSince: null });
});

test('whoever does something stays online', () => {
  expect(asSeen({ ...NOTHING, order: anOrder() }, done(pickUp)).onlineSince).toBe(NOTHING.onlineSince);
});

test('a call for help changes nothing else', () => {
  expect(asSeen(NOTHING, done({ kind: 'emergency' }))).toBe(NOTHING);
});

test('however much of it the server has applied, the driver sees the same', () => {
  const whole = [arrive, pickUp, dropOff('22'), dropOff('23')];
  const picture = (order: DriverOrder | null) => [order?.status, doneSteps(order)];
  const end = picture(orderSeen(anOrder(), ...whole));
  fc.assert(
    fc.property(fc.nat(whole.length), (applied) => {
      const server = orderSeen(anOrder(), ...whole.slice(0, applied));
      expect(picture(orderSeen(server, ...whole))).toEqual(end);
    }),
  );
});
