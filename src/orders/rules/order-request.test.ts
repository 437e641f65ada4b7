import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dropOff, PICK_UP } from '../../../test/support/an-order.ts';
import type { Stop } from '../../quotations/index.ts';
import {
  contactsOfStops,
  findRequestFaults,
  hashOfRequest,
  type OrderRequest,
  type PhoneFault,
} from './order-request.ts';

const phoneFault: PhoneFault = (phone) => (phone.startsWith('+852') ? undefined : 'must be a number of Hong Kong');
const asQuoted = ({ stopId, coordinates, address }: typeof PICK_UP) => ({ stopId, coordinates, address }) as Stop;
const [FIRST, SECOND, THIRD] = [PICK_UP, dropOff(1), dropOff(2)] as const;
const STOPS = [FIRST, SECOND, THIRD].map(asQuoted);

type Contact = OrderRequest['sender'];
const ada = { name: 'Ada', phone: '+85251111111' };
const ben = { name: 'Ben', phone: '+85252222222', remarks: 'Ring twice' };
const cai = { name: 'Cai', phone: '+85253333333' };
const at = (stopId: string | number | null, contact: Contact): Contact => ({ stopId, ...contact });
const match = (sender: Contact, ...recipients: readonly Contact[]) => contactsOfStops(STOPS, { sender, recipients });
function namesOf(sender: Contact, ...recipients: readonly Contact[]) {
  const result = match(sender, ...recipients);
  return 'stops' in result ? result.stops.map(({ stopId, name }) => [stopId, name]) : result.faults;
}
const MATCHED = [
  [FIRST.stopId, 'Ada'],
  [SECOND.stopId, 'Ben'],
  [THIRD.stopId, 'Cai'],
];

describe('contacts and stops', () => {
  test('a stop has its place from the quotation and its contact from the order', () => {
    const result = match(at(FIRST.stopId, ada), at(SECOND.stopId, ben), at(THIRD.stopId, cai));
    expect(result).toEqual({
      stops: [
        { ...asQuoted(FIRST), ...ada, remarks: '' },
        { ...asQuoted(SECOND), ...ben },
        { ...asQuoted(THIRD), ...cai, remarks: '' },
      ],
    });
  });

  test('with stop ids recipients may stand in any order', () => {
    expect(namesOf(at(FIRST.stopId, ada), at(THIRD.stopId, cai), at(SECOND.stopId, ben))).toEqual(MATCHED);
  });

  test('without any stop id contacts are taken by position', () => {
    expect(namesOf(ada, ben, cai)).toEqual(MATCHED);
    expect(namesOf(at(null, ada), at('', ben), cai)).toEqual(MATCHED);
  });

  test('a stop id may be a number', () => {
    const stops = [7, 8].map((stopId, index) => ({
      ...(STOPS[index] as Stop),
      stopId: String(stopId) as Stop['stopId'],
    }));
    const result = contactsOfStops(stops, { sender: at(7, ada), recipients: [at(8, ben)] });
    expect('stops' in result && result.stops.map(({ name }) => name)).toEqual(['Ada', 'Ben']);
  });

  test('remarks may be null', () => {
    const result = match({ ...ada, remarks: null }, ben, cai);
    expect('stops' in result && result.stops.map(({ remarks }) => remarks)).toEqual(['', 'Ring twice', '']);
  });

  const fault = (sentence: string, pointer: string) => ({ code: 'ERR_INVALID_FIELD', sentence, pointer });

  test('the same stop twice is told at the second one', () => {
    expect(namesOf(at(FIRST.stopId, ada), at(SECOND.stopId, ben), at(SECOND.stopId, cai))).toEqual([
      fault(
        `The stopId of recipient 2 is ${SECOND.stopId}, which another contact has already.`,
        '/data/recipients/1/stopId',
      ),
    ]);
  });

  test('a recipient at the pick-up is told', () => {
    expect(namesOf(at(FIRST.stopId, ada), at(FIRST.stopId, ben), at(THIRD.stopId, cai))).toEqual([
      fault(
        `The stopId of recipient 1 is ${FIRST.stopId}, which another contact has already.`,
        '/data/recipients/0/stopId',
      ),
    ]);
  });

  test('a stop of another quotation is told, shortened where it is endless', () => {
    expect(namesOf(at(FIRST.stopId, ada), at('9', ben), at(THIRD.stopId, cai))).toEqual([
      fault('The stopId of recipient 1 is 9, which is not a drop-off of this quotation.', '/data/recipients/0/stopId'),
    ]);
    const [endless] = namesOf(at(FIRST.stopId, ada), at('9'.repeat(9_999), ben), at(THIRD.stopId, cai));
    expect(JSON.stringify(endless).length).toBeLessThan(200);
  });

  test('ids that have lost their last digits as numbers are told so, whichever of the stops was meant', () => {
    const stops = [1, 2, 3].map((end) => ({
      ...asQuoted(FIRST),
      stopId: `157298464177888460${end}` as Stop['stopId'],
    }));
    const result = contactsOfStops(stops, {
      sender: at('1572984641778884600', ada),
      recipients: [at('1572984641778884608', ben), at('1572984641778884603', cai)],
    });
    const lost = 'has lost its last digits, as a number does: keep ids as text.';
    expect('faults' in result && result.faults.map(({ sentence, pointer }) => [sentence, pointer])).toEqual([
      [`The stopId of the sender, 1572984641778884600, ${lost}`, '/data/sender/stopId'],
      [`The stopId of recipient 1, 1572984641778884608, ${lost}`, '/data/recipients/0/stopId'],
    ]);
  });

  test('an id that is missing for one contact only is told', () => {
    const missing = 'is missing. Give it for every stop, or for none.';
    expect(namesOf(at(FIRST.stopId, ada), at(SECOND.stopId, ben), cai)).toEqual([
      fault(`The stopId of recipient 2 ${missing}`, '/data/recipients/1/stopId'),
    ]);
    expect(namesOf(ada, at(SECOND.stopId, ben), at(THIRD.stopId, cai))).toEqual([
      fault(`The stopId of the sender ${missing}`, '/data/sender/stopId'),
    ]);
    expect(namesOf(at(FIRST.stopId, ada), ben, cai)).toEqual([
      fault(`The stopId of recipient 1 ${missing}`, '/data/recipients/0/stopId'),
      fault(`The stopId of recipient 2 ${missing}`, '/data/recipients/1/stopId'),
    ]);
  });

  test('the sender must stand at the first stop', () => {
    expect(namesOf(at(SECOND.stopId, ada), at(FIRST.stopId, ben), at(THIRD.stopId, cai))).toEqual([
      fault(
        `The stopId of the sender must be that of the quotation's first stop, ${FIRST.stopId}; it is ${SECOND.stopId}.`,
        '/data/sender/stopId',
      ),
      fault(
        `The stopId of recipient 1 is ${FIRST.stopId}, which is not a drop-off of this quotation.`,
        '/data/recipients/0/stopId',
      ),
    ]);
  });

  test('too few recipients are told, with ids and without', () => {
    expect(namesOf(at(FIRST.stopId, ada), at(SECOND.stopId, ben))).toEqual([
      fault(`No recipient is named for drop-off 2 (stopId ${THIRD.stopId}).`, '/data/recipients'),
    ]);
    expect(namesOf(at(FIRST.stopId, ada))).toHaveLength(2);
    expect(namesOf(ada, ben)).toEqual([
      fault('The quotation has 2 drop-offs, so 2 recipients are needed; there is 1.', '/data/recipients'),
    ]);
    expect(namesOf(ada)).toEqual([
      fault('The quotation has 2 drop-offs, so 2 recipients are needed; there are 0.', '/data/recipients'),
    ]);
  });

  test('too many recipients are told, with ids and without', () => {
    expect(namesOf(at(FIRST.stopId, ada), at(SECOND.stopId, ben), at(THIRD.stopId, cai), at('9', cai))).toHaveLength(1);
    expect(contactsOfStops(STOPS.slice(0, 2), { sender: ada, recipients: [ben, cai] })).toEqual({
      faults: [fault('The quotation has 1 drop-off, so 1 recipient is needed; there are 2.', '/data/recipients')],
    });
  });

  test('in whatever order recipients stand, every stop gets its own contact', () => {
    const anyCount = fc.integer({ min: 1, max: 15 });
    fc.assert(
      fc.property(anyCount, fc.func(fc.nat()), (count, rank) => {
        const stops = Array.from({ length: count + 1 }, (_, index) => ({
          ...asQuoted(PICK_UP),
          stopId: String(1_000 + index) as Stop['stopId'],
        }));
        const [sender, ...recipients] = stops.map(({ stopId }) => ({ stopId, name: `at ${stopId}`, phone: '+1' }));
        const shuffled = [...recipients].sort((a, b) => rank(a.stopId) - rank(b.stopId));
        const result = contactsOfStops(stops, { sender: sender as Contact, recipients: shuffled });
        expect('stops' in result && result.stops.map(({ name }) => name)).toEqual(
          stops.map(({ stopId }) => `at ${stopId}`),
        );
      }),
    );
  });
});

describe('the faults of a request', () => {
  const request = { quotationId: '1586470163640590336', sender: ada, recipients: [ben, cai] };
  const faultsOf = (changes: object) => findRequestFaults({ ...request, ...changes }, phoneFault);

  test('a sound request has none', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ metadata: null, partner: null })).toEqual([]);
  });

  test('names and phones of all contacts are judged, and the contact is named', () => {
    const faults = faultsOf({
      sender: { name: ' ', phone: '1' },
      recipients: [ben, { name: '', phone: '+6512345678' }],
    });
    expect(faults).toEqual([
      {
        code: 'ERR_INVALID_FIELD',
        sentence: 'The name of the sender must not be empty.',
        pointer: '/data/sender/name',
      },
      {
        code: 'ERR_INVALID_PHONE_NUMBER',
        sentence: 'The phone of the sender must be a number of Hong Kong.',
        pointer: '/data/sender/phone',
      },
      {
        code: 'ERR_INVALID_FIELD',
        sentence: 'The name of recipient 2 must not be empty.',
        pointer: '/data/recipients/1/name',
      },
      {
        code: 'ERR_INVALID_PHONE_NUMBER',
        sentence: 'The phone of recipient 2 must be a number of Hong Kong.',
        pointer: '/data/recipients/1/phone',
      },
    ]);
  });

  test.each([
    ['', 'The quotationId is empty.'],
    ['1', 'There is no quotation 1.'],
    [7, 'There is no quotation 7.'],
    ['9223372036854775808', 'There is no quotation 9223372036854775808.'],
    ['x'.repeat(9_999), `There is no quotation ${'x'.repeat(40)}.`],
  ])('a quotationId that cannot be one is told beside the others: %j', (quotationId, sentence) => {
    const own = { code: 'ERR_INVALID_QUOTATION_ID', sentence, pointer: '/data/quotationId' };
    expect(faultsOf({ quotationId })).toEqual([own]);
    const [phone, ...further] = faultsOf({ quotationId, sender: { ...ada, phone: '1' } });
    expect([phone?.pointer, further]).toEqual(['/data/sender/phone', [own]]);
  });

  test.each([undefined, null, {}])('a quotationId whose form the schema refuses is passed over: %j', (quotationId) => {
    expect(faultsOf({ quotationId })).toEqual([]);
  });

  test('whatever comes as a body, it is judged without breaking', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (data, part) => {
        findRequestFaults(data, phoneFault);
        for (const field of ['sender', 'recipients', 'metadata']) findRequestFaults({ [field]: part }, phoneFault);
      }),
    );
  });

  const sized = (bytes: number) => ({ note: 'x'.repeat(bytes - '{"note":""}'.length) });

  test('metadata of exactly 16 KiB is kept, one byte more is not', () => {
    expect(JSON.stringify(sized(16_384))).toHaveLength(16_384);
    expect(faultsOf({ metadata: sized(16_384) })).toEqual([]);
    expect(faultsOf({ metadata: sized(16_385) })).toEqual([
      {
        code: 'ERR_INVALID_FIELD',
        sentence: 'The metadata must not be larger than 16 KiB as JSON; it has 16385 bytes.',
        pointer: '/data/metadata',
      },
    ]);
  });

  test('bytes are counted, not characters', () => {
    expect(faultsOf({ metadata: { note: '香'.repeat(5_457) } })).toEqual([]);
    expect(faultsOf({ metadata: { note: '香'.repeat(5_458) } })).toHaveLength(1);
  });

  const nested = (levels: number, inner: unknown = 1): unknown =>
    levels === 0 ? inner : levels % 2 === 0 ? { a: nested(levels - 1, inner) } : [nested(levels - 1, inner)];

  test('metadata of 5 levels is kept, of 6 is not, objects and lists alike', () => {
    expect(faultsOf({ metadata: { a: { b: { c: { d: { e: 1 } } } } } })).toEqual([]);
    expect(faultsOf({ metadata: { a: nested(4) } })).toEqual([]);
    expect(faultsOf({ metadata: { a: 1, b: nested(5), c: 2 } })).toEqual([
      {
        code: 'ERR_INVALID_FIELD',
        sentence: 'The metadata must not be nested deeper than 5 levels.',
        pointer: '/data/metadata',
      },
    ]);
    expect(faultsOf({ metadata: { a: { b: { c: { d: { e: {} } } } } } })).toHaveLength(1);
    expect(faultsOf({ metadata: { a: nested(60) } })).toHaveLength(1);
  });

  test('many keys are fine as long as they fit', () => {
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, key) => [`key-${key}`, key]));
    expect(faultsOf({ metadata: keys(200) })).toEqual([]);
    expect(faultsOf({ metadata: keys(2_000) })).toHaveLength(1);
  });
});

describe('the hash of a request', () => {
  const hash = (value: unknown) => hashOfRequest(value).toString('hex');
  const anyBody = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);

  /** The same with the keys of every object in the opposite order. */
  function reversed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, reversed(inner)]);
    return Object.fromEntries(entries.reverse());
  }

  test('the order of keys and the spacing do not matter', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        expect(hash(reversed(body))).toBe(hash(body));
        expect(hash(JSON.parse(JSON.stringify(reversed(body), null, 2)))).toBe(hash(body));
      }),
    );
  });

  test('two bodies have the same hash only where they say the same', () => {
    fc.assert(
      fc.property(anyBody, anyBody, (one, other) => {
        expect(hash(one) === hash(other)).toBe(isDeepStrictEqual(one, other));
      }),
      { numRuns: 1_000 },
    );
  });

  const small: fc.Arbitrary<unknown> = fc.oneof(
    fc.constantFrom<unknown>({}, [], '', null, 0, 'a', [['a', 1]], { a: 1 }, { a: [] }, { a: {} }, [[]], [{}]),
    fc.array(fc.constantFrom<unknown>({}, [], 'a', 1, ['a', 1], [['a', 1]], { a: 1 }), { maxLength: 2 }),
  );

  test('a list is not taken for an object with the same content', () => {
    expect(hash({ metadata: { tags: {} } })).not.toBe(hash({ metadata: { tags: [] } }));
    expect(hash({ metadata: { a: 1 } })).not.toBe(hash({ metadata: [['a', 1]] }));
    fc.assert(
      fc.property(small, small, (one, other) => {
        expect(hash({ part: one }) === hash({ part: other })).toBe(isDeepStrictEqual(one, other));
      }),
      { numRuns: 1_000 },
    );
  });

  test('any value that is changed, added or taken away changes it', () => {
    const body = {
      quotationId: '1',
      sender: { stopId: '2', name: 'Ada', phone: '+852' },
      recipients: [{ stopId: '3', name: 'Ben', phone: '+853', remarks: '' }],
      metadata: { a: [1, '1', true, null] },
    };
    const others = [
      { ...body, quotationId: '2' },
      { ...body, quotationId: 1 },
      { ...body, sender: { ...body.sender, name: 'ada' } },
      { ...body, recipients: [...body.recipients, ...body.recipients] },
      { ...body, recipients: [] },
      { ...body, metadata: { a: ['1', 1, true, null] } },
      { ...body, metadata: null },
      { ...body, isPODEnabled: false },
    ];
    expect(new Set([body, ...others].map(hash)).size).toBe(others.length + 1);
  });

  test('it has 32 bytes', () => {
    expect(hashOfRequest({})).toHaveLength(32);
  });
});
