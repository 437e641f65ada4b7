import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterEvents,
  aQuotation,
  aShipment,
  CARRIER,
  parcelIn,
  RECIPIENT_STOP,
  SENDER_STOP,
} from '../../../test/support/a-parcel.ts';
import { NOON } from '../../../test/support/an-order.ts';
import { MINUTE_MS, SECOND_MS } from '../../foundation/time.ts';
import type { Parcel } from './parcel.ts';
import { isEnd, PARCEL_EVENTS, PARCEL_STATUSES, type ParcelStatus } from './parcel-transitions.ts';
import { parcelView, quotationView, recordView } from './parcel-view.ts';

const links = {
  share: (token: string) => `https://x.test/track/${token}`,
  label: (key: string, partnerId: string) => `https://x.test/files/${key}?${partnerId}`,
};
const AROUND = { cityName: 'Hong Kong', driver: { id: CARRIER, name: 'Dora' } };
const item = {
  quantity: '3',
  weight: '2.5',
  categories: ['BOOKS'],
  handlingInstructions: ['FRAGILE'],
  more: { kept: true },
};
const metadata = { shelf: 'A7' };
const SHARE = 'https://x.test/track/dGhpcy1pcy1hLXRva2Vu_Q';

test('a quotation in the words of the contract, its price empty', () => {
  expect(quotationView(aQuotation())).toEqual({
    quotationId: '1000000000000000003',
    scheduleAt: '2026-11-17T04:00:00.00Z',
    deliveryBy: '2026-11-17T08:00:00.00Z',
    deliveryStage: 'LAST_MILE',
    expiresAt: '2026-11-17T04:00:00.00Z',
    serviceType: 'PLUS',
    stops: aQuotation().document.stops,
    priceBreakdown: null,
    locationID: 'HK HKG',
  });
  const { document } = aQuotation();
  expect(quotationView(aQuotation({ document: { ...document, item } })).item).toEqual(item);
});

test('the time until which a quotation can be used is rounded down, so that obeying it works', () => {
  expect(quotationView(aQuotation({ expiresAt: NOON + SECOND_MS - 1 })).expiresAt).toBe('2026-11-16T04:00:00.00Z');
  expect(quotationView(aQuotation({ expiresAt: NOON + SECOND_MS })).expiresAt).toBe('2026-11-16T04:00:01.00Z');
});

test('an order names whoever has it, or had it last', () => {
  for (const status of ['AWAIT_PICKUP', 'DELIVERING', 'DELIVERED'] as const)
    expect(parcelView(parcelIn(status), links).driverId).toBe(CARRIER);
});

test('an order in the words of the contract', () => {
  const shipment = aShipment({ item, metadata, channelPartner: 'shop' });
  const { remarks, ...senderStop } = SENDER_STOP;
  expect(parcelView(parcelIn('AWAIT_DRIVER', { shipment }), links)).toEqual({
    orderId: '1000000000000000001',
    quotationId: '1000000000000000003',
    scheduleAt: '2026-11-17T04:00:00.00Z',
    deliveryBy: '2026-11-17T08:00:00.00Z',
    serviceType: 'PLUS',
    driverId: '',
    shareLink: SHARE,
    status: 'IN_PROGRESS',
    distance: { value: '5321', unit: 'm' },
    item,
    clientRef: 'BOX-1',
    priceBreakdown: null,
    stops: [senderStop, RECIPIENT_STOP],
    deliveryLogs: [{ status: 'AWAITS_DRIVER', updatedAt: '2026-11-16T04:00:00.00Z' }],
    metadata,
    partner: 'shop',
    label: null,
  });
});

test('what was not given is left out', () => {
  const view = parcelView(parcelIn('AWAIT_DRIVER'), links);
  for (const field of ['item', 'metadata', 'partner']) expect(view).not.toHaveProperty(field);
});

test.each(PARCEL_STATUSES)('the status of what is %s', (status) => {
  const parcel = parcelIn(status);
  expect(parcelView(parcel, links).status).toBe(isEnd(status) ? status : 'IN_PROGRESS');
  const record = recordView(parcel, links, AROUND);
  expect([record.status, record.isCancelled]).toEqual([status, status === 'CANCELED']);
});

test.each<[Parcel['label'], unknown]>([
  [{ wanted: false }, null],
  [
    { wanted: true, fileKey: undefined },
    { url: null, status: 'GENERATING' },
  ],
  [
    { wanted: true, fileKey: 'labels/x.pdf' },
    { url: 'https://x.test/files/labels/x.pdf?1000000000000000002', status: 'GENERATED' },
  ],
])('the label %j', (label, shown) => {
  const parcel = parcelIn('AWAIT_DRIVER', { label });
  expect(parcelView(parcel, links).label).toEqual(shown);
  expect(recordView(parcel, links, AROUND).label).toEqual(shown);
});

describe('the log', () => {
  test('has an entry for each change of the status, and none for what leaves it', () => {
    const parcel = afterEvents(parcelIn('AWAIT_DRIVER'), [
      'edited',
      'driverAssigned',
      'edited',
      'pickedUp',
      'deliveryFailed',
      'edited',
      'deliveryRetried',
      'delivered',
    ]);
    const minute = (count: number) => `2026-11-16T04:0${count}:00.00Z`;
    expect(parcelView(parcel, links).deliveryLogs).toEqual([
      { status: 'AWAITS_DRIVER', updatedAt: minute(0) },
      { status: 'AWAITS_PICKUP', updatedAt: minute(2) },
      { status: 'DELIVERING', updatedAt: minute(4) },
      { status: 'FAILED', updatedAt: minute(5) },
      { status: 'DELIVERING', updatedAt: minute(7) },
      { status: 'DELIVERED', updatedAt: minute(8) },
    ]);
  });

  test('ends with the status now, whatever has happened, and never says the same twice in a row', () => {
    const spelled = (status: ParcelStatus) =>
      ({ AWAIT_DRIVER: 'AWAITS_DRIVER', AWAIT_PICKUP: 'AWAITS_PICKUP' })[status as string] ?? status;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PARCEL_EVENTS), { maxLength: 40 }), (events) => {
        const parcel = afterEvents(parcelIn('AWAIT_DRIVER'), events);
        const statuses = parcelView(parcel, links).deliveryLogs.map(({ status }) => status);
        expect(statuses[0]).toBe('AWAITS_DRIVER');
        expect(statuses.at(-1)).toBe(spelled(parcel.status));
        expect(statuses.filter((status, index) => status === statuses[index + 1])).toEqual([]);
      }),
    );
  });
});

describe('the record of an edit', () => {
  const before = parcelIn('AWAIT_DRIVER', {
    shipment: aShipment({ item, metadata, isDeadlineGiven: true, deliveryStage: 'FIRST_MILE' }),
    tags: ['late shift'],
    edits: [{ at: NOON + MINUTE_MS, by: 'partner', changes: [{ field: 'item', from: null, to: item }] }],
  });
  const parcel = afterEvents(before, ['driverAssigned', 'pickUpFailed', 'pickUpRetried', 'pickedUp', 'deliveryFailed']);

  test('has every field of the decisions’ table', () => {
    const times = {
      pickupAt: '2026-11-17T04:00:00.00Z',
      deliveryBy: '2026-11-17T08:00:00.00Z',
      createdAt: '2026-11-16T04:00:00.00Z',
      updatedAt: '2026-11-16T04:05:00.00Z',
    };
    expect(recordView(parcel, links, AROUND)).toEqual({
      id: '1000000000000000001',
      quotationId: '1000000000000000003',
      clientId: '1000000000000000002',
      deliveryStage: 'FIRST_MILE',
      clientRef: 'BOX-1',
      label: null,
      address: [
        {
          stopId: SENDER_STOP.stopId,
          text: '1 Queen’s Road Central',
          contacts: [{ name: 'Ada', phone: '+85256847123' }],
          remarks: '',
        },
        {
          stopId: RECIPIENT_STOP.stopId,
          text: '750 Nathan Road',
          contacts: [{ name: 'Ben', phone: '+85256847124' }],
          remarks: 'Second door\r\nring twice',
        },
      ],
      extras: { metadata },
      locationId: 'HK HKG',
      parcelNum: 3,
      totalWeight: 2.5,
      notes: [{ categories: ['BOOKS'], handlingInstructions: ['FRAGILE'], weight: '2.5' }],
      ...times,
      status: 'FAILED',
      attributes: { metadata },
      pickupDistrict: 'Hong Kong',
      deliveryDistrict: 'Hong Kong',
      pickupCoordinate: '22.2810,114.1580',
      deliveryCoordinate: '22.3193,114.1694',
      distance: { value: '5321', unit: 'm' },
      isCancelled: false,
      changeLogs: [{ at: '2026-11-16T04:01:00.00Z', by: 'USER', changes: [{ field: 'item', from: null, to: item }] }],
      users: [{ id: CARRIER, name: 'Dora' }],
      userIds: [CARRIER],
      tags: ['late shift'],
      shareLink: SHARE,
      deliveries: [
        {
          id: '1000000000000000001',
          orderId: '1000000000000000001',
          clientId: '1000000000000000002',
          orderRef: '1000000000000000001',
          parcelRef: 'BOX-1',
          ...times,
          hasSla: true,
          isFlagged: true,
          meta: { barcodeFormats: ['QR_CODE', 'CODE_128'], frames: [] },
          formSubmissions: [
            { form: 'FAILED_PICKUP', at: '2026-11-16T04:02:00.00Z', driverId: CARRIER },
            { form: 'PICK_UP', at: '2026-11-16T04:04:00.00Z', driverId: CARRIER },
            { form: 'FAILED_DELIVERY', at: '2026-11-16T04:05:00.00Z', driverId: CARRIER },
          ],
        },
      ],
    });
  });

  test('is empty where there is nothing to tell', () => {
    const record = recordView(parcelIn('AWAIT_DRIVER'), links, { cityName: 'Hong Kong', driver: undefined });
    expect(record).toMatchObject({
      extras: {},
      attributes: {},
      parcelNum: 1,
      totalWeight: 0,
      notes: [],
      changeLogs: [],
      users: [],
      userIds: [],
      tags: [],
      deliveries: [{ hasSla: false, isFlagged: false, formSubmissions: [] }],
    });
  });

  test.each([
    [{ quantity: 4, weight: 1.5 }, 4, 1.5],
    [{ quantity: ' 4 ', weight: '0' }, 4, 0],
    [{ quantity: 'many', weight: 'LESS_THAN_3KG' }, 1, 0],
    [{ quantity: '0x10', weight: '0x10' }, 1, 0],
    [{ quantity: '1e3', weight: '1e3' }, 1, 0],
    [{ quantity: '2.5', weight: '2.5' }, 2.5, 2.5],
    [{ quantity: '1', weight: '3,5' }, 1, 3.5],
    [{ quantity: '', weight: ' ' }, 1, 0],
    [{ quantity: null, weight: [] }, 1, 0],
    [{ quantity: 'Infinity', weight: '1e999' }, 1, 0],
    [{ quantity: Number.POSITIVE_INFINITY, weight: Number.POSITIVE_INFINITY }, 1, 0],
    [{}, 1, 0],
  ])('of the item %j it counts and weighs what is numeric', (given, parcelNum, totalWeight) => {
    const record = recordView(parcelIn('AWAIT_DRIVER', { shipment: aShipment({ item: given }) }), links, AROUND);
    expect([record.parcelNum, record.totalWeight]).toEqual([parcelNum, totalWeight]);
  });

  test('notes of an item that says little', () => {
    const record = recordView(parcelIn('AWAIT_DRIVER', { shipment: aShipment({ item: { shape: 1 } }) }), links, AROUND);
    expect(record.notes).toEqual([{ categories: [], handlingInstructions: [], weight: '' }]);
  });

  test.each([
    [['driverAssigned', 'pickedUp'], false],
    [['driverAssigned', 'pickUpFailed', 'pickUpRetried'], true],
    [['driverAssigned', 'pickedUp', 'deliveryFailed', 'deliveryRetried', 'delivered'], true],
  ] as const)('after %j it is flagged: %s', (events, isFlagged) => {
    const [delivery] = recordView(afterEvents(parcelIn('AWAIT_DRIVER'), events), links, AROUND).deliveries;
    expect(delivery?.isFlagged).toBe(isFlagged);
  });

  test('names who made a change', () => {
    const edits = (['partner', 'support', 'driver'] as const).map((by) => ({ at: NOON, by, changes: [] }));
    const { changeLogs } = recordView(parcelIn('AWAIT_DRIVER', { edits }), links, AROUND);
    expect(changeLogs.map(({ by }) => by)).toEqual(['USER', 'CUSTOMER_SUPPORT', 'DRIVER']);
  });

  test('lists the delivery and the return among the forms', () => {
    const forms = (events: Parameters<typeof afterEvents>[1]) =>
      recordView(afterEvents(parcelIn('DELIVERING'), events), links, AROUND).deliveries[0]?.formSubmissions.map(
        ({ form }) => form,
      );
    expect(forms(['delivered'])).toEqual(['DELIVERY']);
    expect(forms(['deliveryFailed', 'returned'])).toEqual(['FAILED_DELIVERY', 'RETURN']);
  });
});
