import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../test/support/any-text.ts';
import type { Random } from './random.ts';
import { createSecretBox, UnknownMasterKeyError } from './secret-box.ts';

const FIRST_KEY = Buffer.alloc(32, 1);
const SECOND_KEY = Buffer.alloc(32, 2);
const KEY_ID_BYTES = 8;

/** Bytes that never repeat, which is all that a nonce must be. */
function countingRandom(): Random {
  let count = 0;
  return {
    bytes(length) {
      const bytes = Buffer.alloc(length);
      bytes.writeUInt32BE(++count);
      return bytes;
    },
    uuid: () => '00000000-0000-4000-8000-000000000000',
    below: () => 0,
  };
}

const box = createSecretBox({ current: FIRST_KEY }, countingRandom());

test('what was sealed can be opened by its owner', () => {
  fc.assert(
    fc.property(anyText(), anyText(), (secret, owner) => {
      expect(box.open(box.seal(secret, owner), owner)).toBe(secret);
    }),
  );
});

test('a sealed secret does not show', () => {
  expect(box.seal('sk_test_abc', 'key 1').includes('sk_test_abc')).toBe(false);
});

test('the same secret is sealed differently each time', () => {
  expect(box.seal('secret', 'key 1').equals(box.seal('secret', 'key 1'))).toBe(false);
});

test('a secret moved to another owner does not open', () => {
  fc.assert(
    fc.property(anyText(), anyText(), anyText(), (secret, owner, other) => {
      fc.pre(owner !== other);
      const sealed = box.seal(secret, owner);
      expect(() => box.open(sealed, other)).toThrow();
    }),
  );
});

test('a sealed secret with any single bit changed does not open', () => {
  const sealed = box.seal('secret', 'key 1');
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(() => box.open(changed, 'key 1')).toThrow();
  }
});

test('a sealed secret that was cut short or made longer does not open', () => {
  const sealed = box.seal('secret', 'key 1');
  for (let length = 0; length < sealed.length; length++) {
    expect(() => box.open(sealed.subarray(0, length), 'key 1')).toThrow();
  }
  expect(() => box.open(Buffer.concat([sealed, Buffer.from([0])]), 'key 1')).toThrow();
});

test('after a change of the master key, what the one before sealed still opens', () => {
  const rotated = createSecretBox({ current: SECOND_KEY, previous: FIRST_KEY }, countingRandom());
  expect(rotated.open(box.seal('old', 'key 1'), 'key 1')).toBe('old');
});

test('after a change of the master key, secrets are sealed with the new one', () => {
  const rotated = createSecretBox({ current: SECOND_KEY, previous: FIRST_KEY }, countingRandom());
  const sealed = rotated.seal('new', 'key 1');
  expect(createSecretBox({ current: SECOND_KEY }, countingRandom()).open(sealed, 'key 1')).toBe('new');
  expect(() => box.open(sealed, 'key 1')).toThrow(UnknownMasterKeyError);
});

test('a secret begins with the id of the key that sealed it', () => {
  const other = createSecretBox({ current: SECOND_KEY }, countingRandom());
  expect(box.seal('secret', 'key 1').subarray(0, KEY_ID_BYTES)).toEqual(box.currentKeyId);
  expect(box.currentKeyId.equals(other.currentKeyId)).toBe(false);
  expect(FIRST_KEY.includes(box.currentKeyId)).toBe(false);
});

test('the id of a key is the same in every process', () => {
  expect(createSecretBox({ current: FIRST_KEY }, countingRandom()).currentKeyId).toEqual(box.currentKeyId);
});

test('a secret of a key that is not set says which key is missing', () => {
  const stranger = createSecretBox({ current: SECOND_KEY }, countingRandom());
  const sealed = stranger.seal('secret', 'key 1');
  expect(() => box.open(sealed, 'key 1')).toThrow(UnknownMasterKeyError);
  expect(() => box.open(sealed, 'key 1')).toThrow(stranger.currentKeyId.toString('hex'));
});

test('a box can open the keys it was given and no other', () => {
  const rotated = createSecretBox({ current: SECOND_KEY, previous: FIRST_KEY }, countingRandom());
  expect(rotated.canOpen(rotated.currentKeyId)).toBe(true);
  expect(rotated.canOpen(box.currentKeyId)).toBe(true);
  expect(box.canOpen(box.currentKeyId)).toBe(true);
  expect(box.canOpen(rotated.currentKeyId)).toBe(false);
  expect(box.canOpen(Buffer.alloc(KEY_ID_BYTES))).toBe(false);
});

test('a shortened tag opens nothing', () => {
  const sealed = box.seal('', 'me');
  expect(() => box.open(sealed.subarray(0, 24), 'me')).toThrow();
});

test('keys for other purposes differ by purpose and master key, and are the same in every process', () => {
  const rotated = createSecretBox({ current: SECOND_KEY, previous: FIRST_KEY }, countingRandom());
  const [links] = box.keysFor('file links');
  expect(links).toHaveLength(32);
  expect(createSecretBox({ current: FIRST_KEY }, countingRandom()).keysFor('file links')).toEqual([links]);
  expect(box.keysFor('something else')[0].equals(links)).toBe(false);
  expect(rotated.keysFor('file links')[0].equals(links)).toBe(false);
  expect(rotated.keysFor('file links')[1]).toEqual(links);
  expect(links.equals(FIRST_KEY)).toBe(false);
});
