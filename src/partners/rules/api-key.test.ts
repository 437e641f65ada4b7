import { expect, test } from 'vitest';
import type { ApiKeyId, PartnerId } from '../../foundation/ids.ts';
import {
  type ApiKey,
  addressGroup,
  decideKeyUse,
  decideMarket,
  decidePlatform,
  decideTerms,
  environmentOfKey,
  isAddressAllowed,
  type MarketList,
  plainAddress,
  publicKeyPrefix,
  secretPrefix,
} from './api-key.ts';

const KEY: ApiKey = {
  id: '1000000000000000001' as ApiKeyId,
  partner: { id: '1000000000000000002' as PartnerId, name: 'Noodle House' },
  publicKey: 'pk_test_abc',
  markets: ['HK', 'MY'],
  platforms: ['ON_DEMAND', 'PLUS'],
  sourceAddresses: [],
  limitFactor: 1,
  status: 'active',
  clockAheadMs: 0,
  fault: undefined,
  revision: 1,
};
const MARKETS: MarketList = [
  { market: 'HK', plus: true },
  { market: 'MY', plus: false },
  { market: 'SG', plus: true },
];

test('keys and secrets are prefixed by their environment', () => {
  expect(publicKeyPrefix('sandbox')).toBe('pk_test_');
  expect(secretPrefix('sandbox')).toBe('sk_test_');
  expect(publicKeyPrefix('production')).toBe('pk_prod_');
  expect(secretPrefix('production')).toBe('sk_prod_');
});

test('a key tells its environment by its prefix', () => {
  expect(environmentOfKey('pk_test_abc')).toBe('sandbox');
  expect(environmentOfKey('pk_prod_abc')).toBe('production');
});

test.each(['pk_live_abc', 'pk_testabc', 'PK_TEST_abc', 'sk_test_abc', 'x_pk_test_abc', ''])(
  'the key "%s" tells no environment',
  (publicKey) => {
    expect(environmentOfKey(publicKey)).toBeUndefined();
  },
);

test('an active key may be used from anywhere where it names no addresses', () => {
  expect(decideKeyUse(KEY, '198.51.100.1')).toEqual({ accepted: KEY });
});

test('a suspended key may not be used', () => {
  const decision = decideKeyUse({ ...KEY, status: 'suspended' }, '198.51.100.1');
  expect(decision).toMatchObject({ refused: 'ERR_FORBIDDEN', sentence: expect.stringContaining('suspended') });
});

test('a key that names addresses may be used from these only', () => {
  const key = { ...KEY, sourceAddresses: ['203.0.113.7'] };
  expect(decideKeyUse(key, '203.0.113.7')).toEqual({ accepted: key });
  expect(decideKeyUse(key, '203.0.113.8')).toEqual({
    refused: 'ERR_FORBIDDEN',
    sentence: 'This API key may not be used from the address 203.0.113.8.',
  });
});

test('a suspended key is told so, also from a foreign address', () => {
  const key: ApiKey = { ...KEY, status: 'suspended', sourceAddresses: ['203.0.113.7'] };
  expect(decideKeyUse(key, '203.0.113.8')).toMatchObject({ sentence: expect.stringContaining('suspended') });
});

test.each<[range: string, inside: string[], outside: string[]]>([
  ['203.0.113.7', ['203.0.113.7', '::ffff:203.0.113.7'], ['203.0.113.6', '203.0.113.8', '::1']],
  ['203.0.113.7/32', ['203.0.113.7'], ['203.0.113.6', '203.0.113.8']],
  ['203.0.113.0/24', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
  ['203.0.113.128/25', ['203.0.113.128', '203.0.113.255'], ['203.0.113.127', '203.0.114.0']],
  ['0.0.0.0/0', ['0.0.0.0', '255.255.255.255'], ['2001:db8::1']],
  ['2001:db8::1', ['2001:db8::1', '2001:0db8:0:0:0:0:0:1'], ['2001:db8::2', '203.0.113.7']],
  ['2001:db8::/64', ['2001:db8::', '2001:db8:0:0:ffff:ffff:ffff:ffff'], ['2001:db8:0:1::', '2001:db7::']],
])('the range %s takes in its first and its last address and not their neighbours', (range, inside, outside) => {
  for (const address of inside) expect(isAddressAllowed([range], address), address).toBe(true);
  for (const address of outside) expect(isAddressAllowed([range], address), address).toBe(false);
});

test('any one of several ranges is enough', () => {
  const ranges = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'];
  for (const address of ['203.0.113.9', '198.51.100.7', '2001:db8:5::1']) {
    expect(isAddressAllowed(ranges, address), address).toBe(true);
  }
  for (const address of ['198.51.100.8', '2001:db9::1']) expect(isAddressAllowed(ranges, address), address).toBe(false);
});

test('what is no address is in no range', () => {
  expect(isAddressAllowed(['0.0.0.0/0'], 'unknown')).toBe(false);
  expect(isAddressAllowed(['0.0.0.0/0'], '')).toBe(false);
});

test('an IPv4 address that came over an IPv6 socket is read as itself', () => {
  expect(plainAddress('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(plainAddress('::FFFF:203.0.113.7')).toBe('203.0.113.7');
});

test('every other address stays as it is', () => {
  for (const address of ['203.0.113.7', '2001:db8::1', '::1', '::ffff:1', '64:ff9b::203.0.113.7']) {
    expect(plainAddress(address)).toBe(address);
  }
});

test('an IPv4 address is a group of its own', () => {
  expect(addressGroup('203.0.113.7')).toBe('203.0.113.7');
  expect(addressGroup('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(addressGroup('203.0.113.8')).not.toBe(addressGroup('203.0.113.7'));
});

test('IPv6 addresses with the same first 64 bits are one group, however they are shortened', () => {
  const same = ['2001:db8:0:0:1:2:3:4', '2001:db8::', '2001:db8::1', '2001:db8:0:0::5', '2001:db8::ffff:0:0:1'];
  for (const address of same) expect(addressGroup(address), address).toBe('2001:db8:0:0::/64');
  expect(addressGroup('::1')).toBe('0:0:0:0::/64');
  expect(addressGroup('2001::1:2:3:4:5')).toBe('2001:0:0:1::/64');
  expect(addressGroup('1:2:3:4:5:6:7::')).toBe('1:2:3:4::/64');
});

test('IPv6 addresses that differ in the 64th bit are two groups', () => {
  expect(addressGroup('2001:db8:0:1::')).not.toBe(addressGroup('2001:db8::'));
});

test('without the header Platform a call is on-demand', () => {
  for (const header of [undefined, '', '  ']) expect(decidePlatform(KEY, header)).toEqual({ accepted: 'ON_DEMAND' });
});

test('the header Platform is read without regard to case and spaces', () => {
  for (const header of ['PLUS', 'plus', ' Plus ']) expect(decidePlatform(KEY, header)).toEqual({ accepted: 'PLUS' });
});

test.each(['ON_DEMAND', 'PLUS+', 'EXPRESS'])('the platform %s is no value of the header', (header) => {
  expect(decidePlatform(KEY, header)).toEqual({
    refused: 'ERR_INVALID_FIELD',
    sentence: `The header Platform must be PLUS or absent, not "${header}".`,
  });
});

test('a key that is not for Plus is refused there and taken without the header', () => {
  const key: ApiKey = { ...KEY, platforms: ['ON_DEMAND'] };
  expect(decidePlatform(key, 'PLUS')).toMatchObject({
    refused: 'ERR_FORBIDDEN',
    sentence: expect.stringContaining('Leave out the header Platform'),
  });
  expect(decidePlatform(key, undefined)).toEqual({ accepted: 'ON_DEMAND' });
});

test('a key for Plus only is refused without the header and taken with it', () => {
  const key: ApiKey = { ...KEY, platforms: ['PLUS'] };
  expect(decidePlatform(key, undefined)).toMatchObject({
    refused: 'ERR_FORBIDDEN',
    sentence: expect.stringContaining('Send the header Platform: PLUS'),
  });
  expect(decidePlatform(key, 'plus')).toEqual({ accepted: 'PLUS' });
});

test.each(['HK', 'hk', 'Hk', 'HK_HKG', 'hk_hkg', 'HK HKG', ' HK ', 'HK\tHKG'])(
  'the market is understood when written "%s"',
  (header) => {
    expect(decideMarket(KEY, header, 'ON_DEMAND', MARKETS)).toEqual({ accepted: 'HK' });
  },
);

test.each(['XX', 'HKG', 'HK-HKG', 'H', '_HK', 'HK,SG'])('"%s" is no market', (header) => {
  expect(decideMarket(KEY, header, 'ON_DEMAND', MARKETS)).toEqual({
    refused: 'ERR_INVALID_MARKET',
    sentence: `The market "${header}" is not served. It must be one of HK, MY.`,
  });
});

test('a header is repeated as it was meant, and no further than 40 characters', () => {
  const onTheWire = (text: string) => Buffer.from(text).toString('latin1');
  const marketIn = (header: string) => {
    const decision = decideMarket(KEY, header, 'ON_DEMAND', MARKETS);
    return 'refused' in decision ? /"(.*)"/s.exec(decision.sentence ?? '')?.[1] : undefined;
  };
  expect(marketIn(onTheWire('香港'))).toBe('香港');
  expect(marketIn('香港')).toBe('香港');
  expect(marketIn('M\xe9xico')).toBe('México');
  expect(marketIn('\xad\x8d\xb4\xe4')).toBe('\xad\ufffd\xb4\xe4');
  expect(marketIn('X'.repeat(41))).toBe('X'.repeat(40));
  expect(marketIn(onTheWire('🇭'.repeat(41)))).toBe('🇭'.repeat(40));
  expect(decidePlatform(KEY, onTheWire('プラス'))).toMatchObject({
    sentence: 'The header Platform must be PLUS or absent, not "プラス".',
  });
});

test('a missing or empty market is refused and the markets are named', () => {
  for (const header of [undefined, '', '   ']) {
    expect(decideMarket(KEY, header, 'ON_DEMAND', MARKETS)).toEqual({
      refused: 'ERR_INVALID_MARKET',
      sentence: 'The header Market is missing. It must be one of HK, MY.',
    });
  }
});

test('a market outside those of the key is refused in the same way, and the key’s own are named', () => {
  expect(decideMarket(KEY, 'SG', 'ON_DEMAND', MARKETS)).toEqual({
    refused: 'ERR_INVALID_MARKET',
    sentence: 'This API key is not for the market SG, only for HK, MY.',
  });
});

test('a market without the scheduled variant is refused for Plus and taken on demand', () => {
  expect(decideMarket(KEY, 'MY', 'ON_DEMAND', MARKETS)).toEqual({ accepted: 'MY' });
  expect(decideMarket(KEY, 'MY', 'PLUS', MARKETS)).toEqual({
    refused: 'ERR_INVALID_MARKET',
    sentence: 'The market "MY" has no scheduled deliveries. It must be HK; for others leave out the header Platform.',
  });
  expect(decideMarket(KEY, 'XX', 'PLUS', MARKETS)).toMatchObject({
    sentence: 'The market "XX" is not served. It must be HK.',
  });
  expect(decideMarket(KEY, 'SG', 'PLUS', MARKETS)).toMatchObject({
    sentence: 'This API key is not for the market SG, only for HK.',
  });
  expect(decideMarket(KEY, 'HK', 'PLUS', MARKETS)).toEqual({ accepted: 'HK' });
});

test('a key that has no market for the call is told of those of others', () => {
  const key = { ...KEY, markets: ['MY'] };
  expect(decideMarket(key, undefined, 'PLUS', MARKETS)).toMatchObject({
    sentence: 'The header Market is missing. It must be one of HK, SG.',
  });
  expect(decideMarket(key, 'HK', 'PLUS', MARKETS)).toMatchObject({
    sentence: 'This API key is not for the market HK, only for MY.',
  });
});

test('a market of the key that is no longer served is refused', () => {
  expect(decideMarket({ ...KEY, markets: ['XX'] }, 'XX', 'ON_DEMAND', MARKETS)).toMatchObject({
    refused: 'ERR_INVALID_MARKET',
  });
});

test('a call that need not name its variant is taken for one that the key is for', () => {
  const headers = { platform: 'nonsense', market: 'hk' };
  const on = (key: ApiKey) => decideTerms(key, headers, 'UNASKED', MARKETS);
  expect(on(KEY)).toEqual({ accepted: { platform: 'ON_DEMAND', market: 'HK' } });
  expect(on({ ...KEY, platforms: ['PLUS'] })).toEqual({ accepted: { platform: 'PLUS', market: 'HK' } });
  expect(decideTerms(KEY, headers, 'ANY', MARKETS)).toMatchObject({ refused: 'ERR_INVALID_FIELD' });
});

test('a path of one variant is not there for calls of the other', () => {
  const on = (platform: string | undefined, variant: 'ON_DEMAND' | 'PLUS' | 'ANY') =>
    decideTerms(KEY, { platform, market: 'HK' }, variant, MARKETS);
  expect(on(undefined, 'ON_DEMAND')).toEqual({ accepted: { platform: 'ON_DEMAND', market: 'HK' } });
  expect(on('PLUS', 'PLUS')).toEqual({ accepted: { platform: 'PLUS', market: 'HK' } });
  expect(on('PLUS', 'ANY')).toEqual({ accepted: { platform: 'PLUS', market: 'HK' } });
  const sentence = 'This call is not for scheduled deliveries. Leave out the header Platform.';
  expect(on('PLUS', 'ON_DEMAND')).toEqual({ refused: 'ERR_NOT_FOUND', sentence });
  expect(on(undefined, 'PLUS')).toEqual({
    refused: 'ERR_NOT_FOUND',
    sentence: 'This call is for scheduled deliveries. Send the header Platform: PLUS.',
  });
});

test('the platform is judged before the market', () => {
  const key: ApiKey = { ...KEY, platforms: ['ON_DEMAND'] };
  expect(decideTerms(key, { platform: 'PLUS', market: 'XX' }, 'ANY', MARKETS)).toMatchObject({
    refused: 'ERR_FORBIDDEN',
  });
  expect(decideTerms(key, { platform: undefined, market: 'XX' }, 'ANY', MARKETS)).toMatchObject({
    refused: 'ERR_INVALID_MARKET',
  });
});
