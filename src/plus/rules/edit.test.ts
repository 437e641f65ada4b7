import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  aShipment,
  DELIVER_BY,
  PICK_UP_AT,
  parcelIn,
  RECIPIENT_STOP,
  SENDER_STOP,
} from '../../../test/support/a-parcel.ts';
import { NOON } from '../../../test/support/an-order.ts';
import { orThrow } from '../../foundation/decision.ts';
import { formatInstant, HOUR_MS, MINUTE_MS } from '../../foundation/time.ts';
import { decideEdit, decideEditable, type ParcelEdit } from './edit.ts';
import type { Parcel, ParcelStop } from './parcel.ts';
import { isEnd, PARCEL_STATUSES } from './parcel-transitions.ts';

const at = NOON + HOUR_MS;
const item = { quantity: '2', weight: '3' };
const metadata = { shelf: 'A7' };
const parcel = parcelIn('AWAIT_PICKUP', {
  shipment: aShipment({ item, metadata, isDeadlineGiven: true, channelPartner: 'shop' }),
});

const withoutId = ({ stopId, ...stop }: ParcelStop) => stop;
function anEdit(changes: Partial<ParcelEdit> = {}): ParcelEdit {
  return {
    times: { scheduleAt: PICK_UP_AT, deliverBy: DELIVER_BY, isDeadlineGiven: true },
    locode: 'HK HKG',
    stops: [withoutId(SENDER_STOP), withoutId(RECIPIENT_STOP)],
    distanceMeters: 5_321,
    item: undefined,
    metadata: undefined,
    ...changes,
  };
}
const edited = (changes: Partial<ParcelEdit>, before: Parcel = parcel) =>
  orThrow(decideEdit(before, anEdit(changes), at, 'partner'));
const changesOf = (changes: Partial<ParcelEdit>) => edited(changes).edits.at(-1)?.changes;

test.each(PARCEL_STATUSES.filter((status) => !isEnd(status)))('in %s it can be edited, and stays there', (status) => {
  const before = parcelIn(status);
  expect(decideEditable(before)).toEqual({ accepted: before });
  const after = edited({ metadata: { new: 1 } }, before);
  expect([after.status, after.endedAt, after.driverId]).toEqual([status, undefined, before.driverId]);
});

test.each(PARCEL_STATUSES.filter(isEnd))('what is %s cannot be edited, also where nothing would change', (status) => {
  const refusal = {
    refused: 'ERR_INVALID_ORDER_STATUS',
    sentence: `Order 1000000000000000001 is ${status} and cannot be changed any more.`,
  };
  expect(decideEditable(parcelIn(status))).toEqual(refusal);
  for (const changes of [{}, { metadata: { new: 1 } }])
    expect(decideEdit(parcelIn(status), anEdit(changes), at, 'partner')).toEqual(refusal);
});

describe('an edit that changes nothing', () => {
  test('leaves no trace', () => {
    expect(edited({})).toBe(parcel);
    expect(edited({ item: { ...item }, metadata: { ...metadata } })).toBe(parcel);
  });

  test('is what every edit is when it comes again', () => {
    const change = fc.record({
      deliverBy: fc.integer({ min: DELIVER_BY, max: DELIVER_BY + HOUR_MS }),
      name: fc.string({ minLength: 1 }),
      item: fc.option(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), { nil: undefined }),
      metadata: fc.option(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), { nil: undefined }),
    });
    fc.assert(
      fc.property(change, ({ deliverBy, name, ...further }) => {
        const wanted = {
          times: { scheduleAt: PICK_UP_AT, deliverBy, isDeadlineGiven: true },
          stops: [{ ...withoutId(SENDER_STOP), name }, withoutId(RECIPIENT_STOP)] as const,
          ...further,
        };
        const once = edited(wanted);
        expect(edited(wanted, once)).toBe(once);
        expect(once.edits.length).toBe(once.history.length - parcel.history.length);
        expect(once.edits.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test('a parcel remembers whether its latest deadline was given or found', () => {
  const times = { scheduleAt: PICK_UP_AT, deliverBy: DELIVER_BY + HOUR_MS };
  for (const isDeadlineGiven of [true, false])
    expect(edited({ times: { ...times, isDeadlineGiven } }).shipment.isDeadlineGiven).toBe(isDeadlineGiven);
});

describe('item and metadata', () => {
  test('stay as they are where they are left out', () => {
    const after = edited({ times: { scheduleAt: PICK_UP_AT, deliverBy: DELIVER_BY + 1_000, isDeadlineGiven: true } });
    expect([after.shipment.item, after.shipment.metadata]).toEqual([item, metadata]);
  });

  test('are replaced as a whole where they are given', () => {
    const after = edited({ item: { weight: '9' }, metadata: {} });
    expect([after.shipment.item, after.shipment.metadata]).toEqual([{ weight: '9' }, {}]);
    expect(after.edits.at(-1)?.changes).toEqual([
      { field: 'item', from: item, to: { weight: '9' } },
      { field: 'metadata', from: metadata, to: {} },
    ]);
  });

  test('may come for the first time', () => {
    const after = edited({ item }, parcelIn('AWAIT_DRIVER'));
    expect(after.edits.at(-1)?.changes).toEqual([{ field: 'item', from: null, to: item }]);
  });
});

test('every field that changed is named, with what was and what is', () => {
  const coordinates = { lat: '22.3910', lng: '113.9770' };
  const moved = { ...withoutId(RECIPIENT_STOP), coordinates, address: 'Tuen Mun', name: 'Cleo', remarks: '' };
  expect(
    changesOf({
      times: { scheduleAt: PICK_UP_AT + MINUTE_MS, deliverBy: DELIVER_BY + MINUTE_MS, isDeadlineGiven: true },
      stops: [{ ...withoutId(SENDER_STOP), phone: '+85256847999' }, moved],
    }),
  ).toEqual([
    { field: 'scheduleAt', from: formatInstant(PICK_UP_AT), to: formatInstant(PICK_UP_AT + MINUTE_MS) },
    { field: 'deliveryBy', from: formatInstant(DELIVER_BY), to: formatInstant(DELIVER_BY + MINUTE_MS) },
    { field: 'stops.0.phone', from: '+85256847123', to: '+85256847999' },
    { field: 'stops.1.coordinates', from: RECIPIENT_STOP.coordinates, to: coordinates },
    { field: 'stops.1.address', from: '750 Nathan Road', to: 'Tuen Mun' },
    { field: 'stops.1.name', from: 'Ben', to: 'Cleo' },
    { field: 'stops.1.remarks', from: RECIPIENT_STOP.remarks, to: '' },
  ]);
});

test('everything that was asked for holds afterwards, and the rest is as it was', () => {
  const times = { scheduleAt: PICK_UP_AT + 1_000, deliverBy: DELIVER_BY + 1_000, isDeadlineGiven: true };
  const stops = [
    { ...withoutId(SENDER_STOP), name: 'Zoe' },
    { ...withoutId(RECIPIENT_STOP), name: 'Yan' },
  ] as const;
  const dropOff = { outcome: 'FAILED', at: NOON, reason: 'Nobody there' } as const;
  const before = { ...parcel, status: 'FAILED', shipment: { ...parcel.shipment, dropOff } } as const;
  const after = edited({ times, stops, distanceMeters: 9 }, before);
  expect(after).toEqual({
    ...before,
    scheduleAt: times.scheduleAt,
    deliverBy: times.deliverBy,
    updatedAt: at,
    shipment: {
      ...before.shipment,
      stops: [
        { ...SENDER_STOP, name: 'Zoe' },
        { ...RECIPIENT_STOP, name: 'Yan' },
      ],
      distanceMeters: 9,
    },
    history: [...before.history, { at, event: 'edited', status: 'FAILED', by: 'partner', driverId: '70' }],
    edits: [{ at, by: 'partner', changes: expect.any(Array) }],
  });
});

test('edits are kept one after another, the newest last, with who made them', () => {
  const first = edited({ item: { weight: '1' } });
  const second = orThrow(decideEdit(first, anEdit({ item: { weight: '2' } }), at + 1, 'support'));
  expect(second.edits.map((edit) => [edit.at, edit.by, edit.changes[0]?.from, edit.changes[0]?.to])).toEqual([
    [at, 'partner', item, { weight: '1' }],
    [at + 1, 'support', { weight: '1' }, { weight: '2' }],
  ]);
});

describe('the plan', () => {
  const later = { scheduleAt: PICK_UP_AT + 1_000, deliverBy: DELIVER_BY, isDeadlineGiven: true };
  const moved = [
    { ...withoutId(SENDER_STOP), coordinates: { lat: '22.3', lng: '114.2' } },
    withoutId(RECIPIENT_STOP),
  ] as const;

  test.each(['AWAIT_PICKUP', 'DELIVERING'] as const)(
    'of a parcel that is %s is wrong once its times or places changed',
    (status) => {
      const before = parcelIn(status);
      expect(edited({ times: later }, before).needsPlan).toBe(true);
      expect(edited({ stops: moved }, before).needsPlan).toBe(true);
      expect(edited({ metadata: { new: 1 } }, before).needsPlan).toBe(false);
      expect(edited({ metadata: { new: 1 } }, { ...before, needsPlan: true }).needsPlan).toBe(true);
    },
  );

  test.each<[what: string, changes: Partial<ParcelEdit>]>([
    [
      'its deadline is later',
      { times: { scheduleAt: PICK_UP_AT, deliverBy: DELIVER_BY + 1_000, isDeadlineGiven: true } },
    ],
    [
      'it goes elsewhere',
      {
        stops: [
          withoutId(SENDER_STOP),
          { ...withoutId(RECIPIENT_STOP), coordinates: { lat: '22.3910', lng: '113.9770' } },
        ],
      },
    ],
  ])('is wrong where only %s', (_, changes) => {
    expect(edited(changes, parcelIn('DELIVERING')).needsPlan).toBe(true);
  });

  test.each(['AWAIT_DRIVER', 'FAILED_PICKUP', 'FAILED', 'RETURNED'] as const)('has no parcel that is %s', (status) => {
    expect(edited({ times: later }, parcelIn(status)).needsPlan).toBe(false);
  });
});

describe('into another city', () => {
  test('a parcel without a driver is moved as it is', () => {
    const after = edited({ locode: 'HK XXX', metadata: { new: 1 } }, parcelIn('AWAIT_DRIVER'));
    expect([after.locode, after.status]).toEqual(['HK XXX', 'AWAIT_DRIVER']);
  });

  test('a parcel that waits for its pick-up loses its driver, who works elsewhere', () => {
    const after = edited({ locode: 'HK XXX', metadata: { new: 1 } }, parcelIn('AWAIT_PICKUP'));
    expect([after.locode, after.status, after.driverId, after.needsPlan]).toEqual([
      'HK XXX',
      'AWAIT_DRIVER',
      undefined,
      false,
    ]);
    expect(after.history.slice(-2)).toEqual([
      { at, event: 'edited', status: 'AWAIT_PICKUP', by: 'partner', driverId: '70' },
      {
        at,
        event: 'driverDroppedOut',
        status: 'AWAIT_DRIVER',
        by: 'support',
        driverId: '70',
        reason: 'The parcel was moved to another city',
      },
    ]);
  });

  test.each(['DELIVERING', 'FAILED_PICKUP', 'FAILED', 'RETURNED'] as const)(
    'a parcel that is %s is not moved',
    (status) => {
      const decision = decideEdit(parcelIn(status), anEdit({ locode: 'HK XXX', metadata: { new: 1 } }), at, 'partner');
      expect(decision).toEqual({
        refused: 'ERR_OUT_OF_SERVICE_AREA',
        sentence: `Order 1000000000000000001 is ${status} in HK HKG; its stops must stay in that city.`,
        pointer: '/data/stops',
      });
    },
  );
});

test('the log keeps what is huge shortened, and the newest two hundred edits', () => {
  const logged = (value: object) => edited({ metadata: { ...value } }).edits.at(-1)?.changes[0];
  const asLongAsAllowed = { text: 'x'.repeat(2_000 - '{"text":""}'.length) };
  expect(logged(asLongAsAllowed)).toEqual({ field: 'metadata', from: metadata, to: asLongAsAllowed });
  expect(String(logged({ text: `${asLongAsAllowed.text}x` })?.to)).toHaveLength(2_001);
  let after = parcel;
  for (let number = 0; number < 203; number++) after = edited({ metadata: { number } }, after);
  expect(after.edits).toHaveLength(200);
  expect(after.edits.at(-1)?.changes[0]?.to).toEqual({ number: 202 });
});
