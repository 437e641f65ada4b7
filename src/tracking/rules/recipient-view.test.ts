import { expect, test } from 'vitest';
import type { PartnerId } from '../../foundation/ids.ts';
import { HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import { type Delivery, type DropOff, STAGES } from './delivery.ts';
import { viewOf, type Wishes, wayOf } from './recipient-view.ts';

const NOON = Date.UTC(2026, 10, 16, 4);
const AT = { lat: 22.3, lng: 114.1 };
const NOTHING: Wishes = { notes: 0, nearMessages: [], wrongParcels: [] };
const ADA = { name: 'Ada Lovelace', maskedPlate: '** 123*', position: { ...AT, at: NOON } };

function dropOff(number: number, changes: Partial<DropOff> = {}): DropOff {
  const place = {
    stopId: String(number),
    address: `${number} Nathan Road`,
    point: { lat: 22.3 + number / 100, lng: 114.1 },
  };
  return { ...place, phone: '+85256847123', closing: undefined, isOpen: true, ...changes };
}

function aDelivery(changes: Partial<Delivery> = {}): Delivery {
  return {
    variant: 'order',
    id: '1',
    streamId: '1',
    shareToken: 'a token',
    partnerId: '2' as PartnerId,
    market: 'HK',
    locode: 'HK HKG',
    vehicle: 'car',
    stage: 'delivering',
    scheduleAt: undefined,
    steps: [{ kind: 'placed', at: NOON }],
    driverId: '70',
    driverSeenFrom: NOON,
    pickUp: { stopId: '0', address: '1 Queen’s Road', point: AT },
    goodsAt: AT,
    dropOffs: [dropOff(1)],
    clockAheadMs: 0,
    ...changes,
  };
}

const look = (delivery: Delivery, around: Partial<Parameters<typeof viewOf>[1]> = {}, now = NOON) =>
  viewOf(delivery, { driver: ADA, wishes: NOTHING, arrivals: new Map(), ...around }, now);

test('a page shows where the goods come from and go to, how that ended, and how many notes were left', () => {
  const { pickUp, dropOffs, ...facts } = aDelivery({
    steps: [{ kind: 'handedOver', at: NOON + 1, stopId: '1' }],
    dropOffs: [dropOff(1, { closing: { outcome: 'FAILED', at: NOON + 1, reason: 'Nobody there' }, isOpen: false })],
  });
  const wishes = { notes: 3, nearMessages: ['1'], wrongParcels: ['1'] };
  const { phone, isOpen, ...shown } = dropOffs[0] as DropOff;
  expect(look({ pickUp, dropOffs, ...facts }, { wishes })).toEqual({
    stage: 'delivering',
    headline: { say: 'stage', stage: 'delivering' },
    progress: 3,
    steps: [
      { kind: 'handedOver', at: NOON + 1, address: undefined },
      { kind: 'handedOver', at: undefined, address: undefined },
    ],
    driver: { firstName: 'Ada', maskedPlate: '** 123*', point: AT },
    pickUp,
    dropOffs: [
      {
        ...shown,
        expected: undefined,
        can: { note: false, askForMessage: false, report: false },
        wantsMessage: false,
        isReported: true,
      },
    ],
    notes: 3,
  });
});

test('an arrival that is known is the answer, where one stop is open', () => {
  const arrivals = new Map([['1', NOON + 20 * MINUTE_MS]]);
  const expected = { when: 'about', at: NOON + 20 * MINUTE_MS };
  expect(look(aDelivery(), { arrivals }).headline).toEqual({ say: 'expected', expected });
  expect(look(aDelivery()).headline).toEqual({ say: 'stage', stage: 'delivering' });
  const two = aDelivery({ dropOffs: [dropOff(1), dropOff(2)] });
  expect(look(two, { arrivals }).headline).toEqual({ say: 'stage', stage: 'delivering' });
  expect(look(two, { arrivals }).dropOffs.map((stop) => stop.expected)).toEqual([expected, undefined]);
  const oneLeft = aDelivery({ dropOffs: [dropOff(1), dropOff(2, { isOpen: false })] });
  expect(look(oneLeft, { arrivals }).headline).toEqual({ say: 'expected', expected });
});

test('nobody is expected where the stop is closed or the delivery has ended', () => {
  const arrivals = new Map([['1', NOON + 20 * MINUTE_MS]]);
  const closed = look(aDelivery({ dropOffs: [dropOff(1, { isOpen: false }), dropOff(2)] }), { arrivals });
  expect(closed.dropOffs[0]?.expected).toBeUndefined();
  const ended = look(aDelivery({ stage: 'notDelivered' }), { arrivals });
  expect([ended.headline.say, ended.dropOffs[0]?.expected]).toEqual(['stage', undefined]);
});

test('a driver of whom nothing is known is not shown', () => {
  expect(look(aDelivery(), { driver: undefined }).driver).toBeUndefined();
  expect(look(aDelivery(), { driver: { ...ADA, position: undefined } }).driver?.point).toBeUndefined();
});

test('how far it has come, of four: a pick-up that failed has not left the door', () => {
  const stages = ['searching', 'collecting', 'atPickUp', 'pickUpFailed', 'delivering', 'delivered'] as const;
  expect(stages.map((stage) => look(aDelivery({ stage })).progress)).toEqual([1, 2, 2, 2, 3, 4]);
});

test('a message is waited for at the stop that asked for it, until it is closed', () => {
  const waits = (changes: Partial<DropOff>, nearMessages: string[]) =>
    look(aDelivery({ dropOffs: [dropOff(1, changes)] }), { wishes: { ...NOTHING, nearMessages } }).dropOffs[0]
      ?.wantsMessage;
  expect([waits({}, ['1']), waits({}, ['2']), waits({ isOpen: false }, ['1'])]).toEqual([true, false, false]);
});

test('outside the window nothing of the driver is shown, nor what follows from the position', () => {
  const arrivals = new Map([['1', NOON + 20 * MINUTE_MS]]);
  const delivery = aDelivery({ driverSeenFrom: NOON + 1 });
  const outside = look(delivery, { arrivals });
  expect([outside.driver, outside.headline.say, outside.dropOffs[0]?.expected]).toEqual([
    undefined,
    'stage',
    undefined,
  ]);
  const inside = look(delivery, { arrivals }, NOON + 1);
  expect(inside.driver).toEqual({ firstName: 'Ada', maskedPlate: '** 123*', point: AT });
  expect(inside.headline.say).toBe('expected');
});

test('a position that is old is not shown, by the clock of the partner', () => {
  const delivery = aDelivery({ clockAheadMs: HOUR_MS, driverSeenFrom: NOON });
  expect(look(delivery, {}, NOON + HOUR_MS + 10 * MINUTE_MS).driver?.point).toEqual(AT);
  expect(look(delivery, {}, NOON + HOUR_MS + 10 * MINUTE_MS + 1).driver?.point).toBeUndefined();
});

test('what is planned for more than an hour from now is planned', () => {
  const scheduleAt = NOON + 2 * HOUR_MS;
  for (const stage of ['searching', 'collecting'] as const) {
    const delivery = aDelivery({ stage, scheduleAt });
    expect(look(delivery, {}, NOON + HOUR_MS - 1).headline).toEqual({ say: 'planned', at: scheduleAt });
    expect(look(delivery, {}, NOON + HOUR_MS).headline).toEqual({ say: 'stage', stage });
  }
  expect(look(aDelivery({ stage: 'atPickUp', scheduleAt })).headline.say).toBe('stage');
});

test('what was delivered is told with the time of the last stop', () => {
  const closed = (at: number) => ({ closing: { outcome: 'DELIVERED', at }, isOpen: false }) as const;
  const dropOffs = [dropOff(1, closed(NOON + 2)), dropOff(2, closed(NOON + 1))];
  expect(look(aDelivery({ stage: 'delivered', dropOffs })).headline).toEqual({ say: 'deliveredAt', at: NOON + 2 });
});

test('what is still to come stands after what has happened, and nothing comes after an end', () => {
  const ahead = (stage: Delivery['stage']) =>
    look(aDelivery({ stage }))
      .steps.filter(({ at }) => at === undefined)
      .map(({ kind }) => kind);
  expect(ahead('searching')).toEqual(['driverFound', 'pickedUp', 'handedOver']);
  expect(ahead('collecting')).toEqual(['pickedUp', 'handedOver']);
  expect(ahead('atPickUp')).toEqual(['pickedUp', 'handedOver']);
  expect(ahead('delivering')).toEqual(['handedOver']);
  for (const stage of STAGES.slice(4)) expect(ahead(stage)).toEqual([]);
});

test('a step names its place where there are several', () => {
  const steps = [{ kind: 'handedOver', at: NOON, stopId: '2' }] as const;
  const one = aDelivery({ steps, dropOffs: [dropOff(2)] });
  const two = aDelivery({ steps, dropOffs: [dropOff(1), dropOff(2)] });
  expect([look(one).steps[0]?.address, look(two).steps[0]?.address]).toEqual([undefined, '2 Nathan Road']);
});

test('five notes, one message and one report a stop, and nothing of it where nothing can happen any more', () => {
  const canWith = (wishes: Partial<Wishes>, changes: Partial<DropOff> = {}, stage: Delivery['stage'] = 'delivering') =>
    look(aDelivery({ stage, dropOffs: [dropOff(1, changes)] }), { wishes: { ...NOTHING, ...wishes } }).dropOffs[0]?.can;
  expect(canWith({ notes: 4 })).toEqual({ note: true, askForMessage: true, report: true });
  expect(canWith({ notes: 5 })?.note).toBe(false);
  expect(canWith({ nearMessages: ['1'] })?.askForMessage).toBe(false);
  expect(canWith({ nearMessages: ['2'] })?.askForMessage).toBe(true);
  expect(canWith({ wrongParcels: ['1'] })?.report).toBe(false);
  const over = { isOpen: false, closing: { outcome: 'DELIVERED', at: NOON } } as const;
  expect(canWith({}, over)).toEqual({ note: false, askForMessage: false, report: true });
  expect(canWith({}, { isOpen: false }, 'cancelled')).toEqual({ note: false, askForMessage: false, report: false });
  expect(canWith({}, {}, 'notDelivered')).toEqual({ note: true, askForMessage: false, report: true });
});

test('the way goes by the goods until they are picked up, then by the open stops', () => {
  const dropOffs = [dropOff(1, { isOpen: false }), dropOff(2)];
  expect(wayOf(aDelivery({ dropOffs })).map(({ stopId }) => stopId)).toEqual(['2']);
  const before = wayOf(aDelivery({ stage: 'collecting', dropOffs, scheduleAt: NOON, goodsAt: { lat: 1, lng: 2 } }));
  expect(before[0]).toEqual({ point: { lat: 1, lng: 2 }, notBefore: NOON });
  expect(before.slice(1)).toEqual([{ stopId: '2', point: dropOff(2).point }]);
  expect(wayOf(aDelivery({ stage: 'cancelled', dropOffs }))).toEqual([]);
});

test('nobody’s phone is in what is shown', () => {
  expect(JSON.stringify(look(aDelivery()))).not.toContain('+852');
});
