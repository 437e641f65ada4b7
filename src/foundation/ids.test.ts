import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FIRST_ID_STATE,
  formatId,
  hintAtDigits,
  type IdState,
  idFloorAt,
  isId,
  isPrintedNumber,
  LARGEST_ID,
  NODE_COUNT,
  nextIdState,
  shownId,
  smallestIdAt,
} from './ids.ts';

const NOW = Date.UTC(2026, 5, 1);
const LAST_SEQUENCE = 4_095;
// 10^18 is the first number of 19 digits, and 41 bits of milliseconds end in 2084.
const FIRST_MILLISECOND = Date.UTC(2015, 0, 1) + Math.ceil(10 ** 18 / 2 ** 22);
const LAST_MILLISECOND = Date.UTC(2015, 0, 1) + 2 ** 41 - 1;

const anyState = fc.record({
  millisecond: fc.integer({ min: FIRST_MILLISECOND, max: LAST_MILLISECOND - 1 }),
  sequence: fc.integer({ min: 0, max: LAST_SEQUENCE }),
});
const anyNode = fc.integer({ min: 0, max: NODE_COUNT - 1 });

test('the first id of a new millisecond starts its sequence', () => {
  expect(nextIdState(FIRST_ID_STATE, NOW)).toEqual({ millisecond: NOW, sequence: 0 });
  expect(nextIdState({ millisecond: NOW - 1, sequence: 77 }, NOW)).toEqual({ millisecond: NOW, sequence: 0 });
});

test('ids of the same millisecond are counted up', () => {
  expect(nextIdState({ millisecond: NOW, sequence: 0 }, NOW)).toEqual({ millisecond: NOW, sequence: 1 });
});

test('the sequence is used up to its last number, then the next millisecond is borrowed', () => {
  const last = { millisecond: NOW, sequence: LAST_SEQUENCE };
  expect(nextIdState({ millisecond: NOW, sequence: LAST_SEQUENCE - 1 }, NOW)).toEqual(last);
  expect(nextIdState(last, NOW)).toEqual({ millisecond: NOW + 1, sequence: 0 });
});

test('a clock that steps back does not take the ids with it', () => {
  expect(nextIdState({ millisecond: NOW, sequence: 3 }, NOW - 5_000)).toEqual({ millisecond: NOW, sequence: 4 });
});

test('whatever the clock does, the next id of a node is larger than its last one', () => {
  fc.assert(
    fc.property(
      anyState,
      anyNode,
      fc.array(fc.integer({ min: FIRST_MILLISECOND, max: LAST_MILLISECOND - 100 }), { maxLength: 50 }),
      (start, node, clock) => {
        let state: IdState = { ...start, millisecond: Math.min(start.millisecond, LAST_MILLISECOND - 100) };
        for (const now of clock) {
          const next = nextIdState(state, now);
          expect(BigInt(formatId(next, node))).toBeGreaterThan(BigInt(formatId(state, node)));
          state = next;
        }
      },
    ),
  );
});

test('ten thousand ids asked for in one millisecond are all different and rise', () => {
  let state: IdState = FIRST_ID_STATE;
  const ids = Array.from({ length: 10_000 }, () => {
    state = nextIdState(state, NOW);
    return formatId(state, 1);
  });
  expect(new Set(ids).size).toBe(10_000);
  expect([...ids].sort()).toEqual(ids);
});

test('no two nodes or states share an id, and all ids are ids', () => {
  fc.assert(
    fc.property(anyState, anyNode, anyState, anyNode, (state, node, otherState, otherNode) => {
      const [id, other] = [formatId(state, node), formatId(otherState, otherNode)];
      const same =
        state.millisecond === otherState.millisecond && state.sequence === otherState.sequence && node === otherNode;
      expect(id === other).toBe(same);
      expect(isId(id)).toBe(true);
    }),
  );
});

test('nodes that differ by one have different ids in the same state', () => {
  const state = { millisecond: NOW, sequence: LAST_SEQUENCE };
  expect(BigInt(formatId(state, 1)) - BigInt(formatId(state, 0))).toBe(4_096n);
});

test('a later millisecond has the larger id whatever the node and the sequence', () => {
  const earlier = formatId({ millisecond: NOW, sequence: LAST_SEQUENCE }, NODE_COUNT - 1);
  expect(BigInt(formatId({ millisecond: NOW + 1, sequence: 0 }, 0)) - BigInt(earlier)).toBe(1n);
});

test('ids have 19 digits from the first to the last millisecond of their time', () => {
  expect(formatId({ millisecond: FIRST_MILLISECOND, sequence: 0 }, 0)).toHaveLength(19);
  expect(formatId({ millisecond: LAST_MILLISECOND, sequence: LAST_SEQUENCE }, NODE_COUNT - 1)).toBe(
    '9223372036854775807',
  );
});

test('a clock so wrong that an id would not have 19 digits below 2^63 is a broken assumption', () => {
  expect(() => formatId({ millisecond: FIRST_MILLISECOND - 1, sequence: 0 }, 0)).toThrow('19 digits');
  expect(() => formatId({ millisecond: LAST_MILLISECOND + 1, sequence: 0 }, 0)).toThrow('19 digits');
});

test('a node number has ten bits', () => {
  const state = { millisecond: NOW, sequence: 0 };
  expect(NODE_COUNT).toBe(1_024);
  expect(isId(formatId(state, 0))).toBe(true);
  expect(isId(formatId(state, 1_023))).toBe(true);
  expect(() => formatId(state, 1_024)).toThrow('ten bits');
  expect(() => formatId(state, -1)).toThrow('ten bits');
});

test.each(['1000000000000000000', '9223372036854775807'])('%s can be an id', (text) => {
  expect(isId(text)).toBe(true);
});

test.each([
  ['of 18 digits', '999999999999999999'],
  ['of 20 digits', '10000000000000000000'],
  ['of 2^63 and more', '9223372036854775808'],
  ['that starts with zero', '0999999999999999999'],
  ['with a sign', '-100000000000000000'],
  ['with a space', ' 1000000000000000000'],
  ['with a line break', '1000000000000000000\n'],
  ['with a letter', '100000000000000000a'],
  ['in Arabic digits', '١٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠٠'],
  ['that is empty', ''],
])('a text %s is no id', (_, text) => {
  expect(isId(text)).toBe(false);
});

test.each([
  ['1000000000000000001', '1000000000000000001'],
  ["1' or '1'='1", "1' or '1'='1"],
  ['x'.repeat(99), 'x'.repeat(40)],
  ['', '""'],
  [' ', '" "'],
  ['7\n', '"7\n"'],
])('what was given for an id is shown in a sentence: %j as %j', (given, shown) => {
  expect(shownId(given)).toBe(shown);
});

test.each([
  ['1572984641778884609', '1572984641778884600'],
  ['1572984641778884608', '1572984641778884600'],
  ['9007199254740993123', '9007199254740993000'],
])('an id that a number has held is known by its end: %s', (id, held) => {
  expect(JSON.stringify(JSON.parse(id))).toBe(held);
  expect(hintAtDigits(held)).toBe(' If it was a number on its way, its last digits are lost: keep ids as text.');
  expect(hintAtDigits(id)).toBe('');
});

test.each([
  ['1572984641778884600', true],
  ['1572984641778884608', true],
  ['1572984641778884609', false],
  ['1572984641778884601', false],
  ['42', false],
  ['', false],
])('whether "%s" can be what a number has made of an id: %s', (text, can) => {
  expect(isPrintedNumber(text)).toBe(can);
});

test.each(['', 'abc', '42', '1e18', '99999999999999999999'])('of what is no id nothing is said: "%s"', (text) => {
  expect(hintAtDigits(text)).toBe('');
});

test('the floor of a time is the smallest id that could be made then', () => {
  expect(idFloorAt(NOW)).toBe(formatId({ millisecond: NOW, sequence: 0 }, 0));
  expect(idFloorAt(NOW)).toBe(smallestIdAt(NOW));
});

test('any time has a floor: zero before there were ids, and the largest number after them', () => {
  for (const instant of [Date.UTC(1970, 0, 1), Date.UTC(2023, 0, 1) - 1, Number.NEGATIVE_INFINITY])
    expect(idFloorAt(instant)).toBe('0');
  expect(isId(idFloorAt(Date.UTC(2023, 0, 1)))).toBe(true);
  expect(isId(idFloorAt(Date.UTC(2084, 0, 1) - 1))).toBe(true);
  expect(LARGEST_ID).toBe(String(2n ** 63n - 1n));
  for (const instant of [Date.UTC(2084, 0, 1), Date.UTC(9999, 0, 1)]) expect(idFloorAt(instant)).toBe(LARGEST_ID);
});
