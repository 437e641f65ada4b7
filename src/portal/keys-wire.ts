import { type Static, Type } from 'typebox';
import { formatInstant } from '../foundation/time.ts';
import { Nullable, OneOf, Text } from '../infrastructure/http/schema.ts';
import { MOST_LIVING_KEYS, type OwnKey, reachOf } from '../partners/index.ts';

const PlatformName = OneOf(['ON_DEMAND', 'PLUS']);
const Status = OneOf(['active', 'suspended', 'revoked']);
const Terms = {
  markets: Type.Array(Type.String({ maxLength: 10 }), { maxItems: 100 }),
  platforms: Type.Array(PlatformName, { maxItems: 2 }),
  sourceAddresses: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 }),
};

export const KeyParams = Type.Object({ apiKey: Type.String({ maxLength: 200 }) });
export const NewKeyData = Type.Partial(Type.Object(Terms));
export const ChangeKeyData = Type.Object({
  ...Type.Partial(Type.Object(Terms)).properties,
  seen: Type.Integer({ description: 'The revision that the person saw' }),
});
export const KeyStatusData = Type.Object({ status: Status, seen: Status });

const KeyWire = Type.Object({
  apiKey: Type.String(),
  status: Status,
  suspendedBy: Nullable<'operator' | 'partner'>('string', 'Of a suspended one'),
  ...Terms,
  limitFactor: Type.Integer({ description: 'What its limits are multiplied by' }),
  revision: Type.Integer(),
  createdAt: Type.String(),
  lastUsedAt: Nullable<string>('string', 'With a right signature'),
});
export const KeysWire = Type.Object({
  keys: Type.Array(KeyWire, { description: 'Newest first, revoked ones too' }),
  mostAlive: Type.Integer(),
  reach: Type.Object({ markets: Terms.markets, platforms: Terms.platforms }),
});
export const NewKeyWire = Type.Object({
  apiKey: Type.String(),
  apiSecret: Text('Shown this once'),
  markets: Terms.markets,
  platforms: Terms.platforms,
});

export function keysToWire(keys: readonly OwnKey[]): Static<typeof KeysWire> {
  return { keys: keys.map(keyToWire), mostAlive: MOST_LIVING_KEYS, reach: reachOf(keys) };
}

function keyToWire({ publicKey, suspendedBy, createdAt, lastUsedAt, id: _, ...key }: OwnKey): Static<typeof KeyWire> {
  return {
    ...key,
    markets: [...key.markets],
    platforms: [...key.platforms],
    sourceAddresses: [...key.sourceAddresses],
    apiKey: publicKey,
    suspendedBy: suspendedBy ?? null,
    createdAt: formatInstant(createdAt),
    lastUsedAt: lastUsedAt === undefined ? null : formatInstant(lastUsedAt),
  };
}
