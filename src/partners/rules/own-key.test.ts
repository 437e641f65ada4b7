import { describe, expect, test } from 'vitest';
import type { ApiKeyId } from '../../foundation/ids.ts';
import { decideOwnNewKey, decideOwnStatus, decideOwnTerms, type OwnKey, reachOf } from './own-key.ts';

const key = (change: Partial<OwnKey> = {}): OwnKey => ({
  id: '1' as ApiKeyId,
  publicKey: 'pk_test_1',
  markets: ['HK'],
  platforms: ['ON_DEMAND'],
  sourceAddresses: [],
  limitFactor: 1,
  status: 'active',
  suspendedBy: undefined,
  revision: 1,
  createdAt: 0,
  lastUsedAt: undefined,
  ...change,
});
const closed = (suspendedBy: 'operator' | 'partner') => key({ status: 'suspended', suspendedBy });

describe('what a partner can give to its keys', () => {
  test('is what its living ones have together', () => {
    const keys = [key({ markets: ['SG', 'HK'], platforms: ['PLUS'] }), key({ markets: ['TW', 'HK'] })];
    expect(reachOf(keys)).toEqual({ markets: ['HK', 'SG', 'TW'], platforms: ['ON_DEMAND', 'PLUS'] });
    expect(reachOf([key(), key({ status: 'revoked', markets: ['SG'] })]).markets).toEqual(['HK']);
  });

  test('where none lives, is what the last one had', () => {
    const gone = (markets: string[]) => key({ status: 'revoked', markets });
    expect(reachOf([gone(['SG']), gone(['HK'])]).markets).toEqual(['SG']);
    expect(reachOf([])).toEqual({ markets: [], platforms: [] });
  });

  test('terms within that are taken, each once, and what is not asked for stays out', () => {
    const keys = [key({ markets: ['HK', 'SG'] })];
    expect(decideOwnTerms(keys, { markets: ['SG', 'SG'], sourceAddresses: ['1.2.3.4', '1.2.3.4'] })).toEqual({
      accepted: { markets: ['SG'], sourceAddresses: ['1.2.3.4'] },
    });
    expect(decideOwnTerms(keys, { platforms: ['ON_DEMAND', 'ON_DEMAND'] })).toEqual({
      accepted: { platforms: ['ON_DEMAND'] },
    });
    expect(decideOwnTerms(keys, {})).toEqual({ accepted: {} });
  });

  test('terms beyond that, or none at all, are refused at their field', () => {
    const keys = [key({ markets: ['HK', 'SG'] })];
    expect(decideOwnTerms(keys, { markets: ['HK', 'TW'] })).toEqual({
      refused: 'ERR_INVALID_FIELD',
      sentence: 'Your keys are for HK, SG. Ask partner support for TW.',
      pointer: '/data/markets',
    });
    expect(decideOwnTerms(keys, { markets: ['TW', 'TH'], platforms: ['PLUS'] })).toHaveProperty(
      'sentence',
      'Your keys are for HK, SG. Ask partner support for TW, TH.',
    );
    expect(decideOwnTerms(keys, { platforms: ['PLUS'] })).toHaveProperty('pointer', '/data/platforms');
    for (const [field, name] of [
      ['markets', 'market'],
      ['platforms', 'platform'],
    ] as const)
      expect(decideOwnTerms(keys, { [field]: [] })).toEqual({
        refused: 'ERR_INVALID_FIELD',
        sentence: `A key needs at least one ${name}.`,
        pointer: `/data/${field}`,
      });
  });
});

test('two keys live at most, and revoked ones do not count', () => {
  expect(decideOwnNewKey([key(), key({ status: 'revoked' })])).toEqual({ accepted: true });
  expect(decideOwnNewKey([key(), closed('partner')])).toEqual({
    refused: 'ERR_TOO_MANY_KEYS',
    sentence: 'You have two keys already. Revoke one first.',
  });
});

test('what the operator has suspended is not got around: no new key, not opened, not revoked', () => {
  expect(decideOwnNewKey([closed('operator')])).toEqual({
    refused: 'ERR_FORBIDDEN',
    sentence: 'A key of yours was suspended by the operator. Ask partner support.',
  });
  expect(decideOwnNewKey([key({ status: 'revoked' }), closed('operator')])).toHaveProperty('refused', 'ERR_FORBIDDEN');
  for (const wanted of ['active', 'suspended', 'revoked'] as const)
    expect(decideOwnStatus(closed('operator'), wanted)).toEqual({
      refused: 'ERR_FORBIDDEN',
      sentence: 'This key was suspended by the operator. Ask partner support to open it again.',
    });
});

test('a partner suspends, opens again and revokes its own, but a revoked one stays so', () => {
  expect(decideOwnStatus(key(), 'suspended')).toEqual({ accepted: 'suspended' });
  expect(decideOwnStatus(closed('partner'), 'active')).toEqual({ accepted: 'active' });
  expect(decideOwnStatus(closed('partner'), 'revoked')).toEqual({ accepted: 'revoked' });
  expect(decideOwnStatus(key({ status: 'revoked' }), 'active')).toEqual({
    refused: 'ERR_NOT_FOUND',
    sentence: 'This key was revoked, and that is for good.',
  });
});
