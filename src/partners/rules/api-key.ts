import { isUtf8 } from 'node:buffer';
import { BlockList, isIPv6 } from 'node:net';
import { accepted, type Decision, refused } from '../../foundation/decision.ts';
import type { ApiKeyId, PartnerId } from '../../foundation/ids.ts';
import type { Environment } from '../../infrastructure/config/environment.ts';
import type { Platform } from '../../infrastructure/http/partner-api.ts';
import type { CallFault } from './call-fault.ts';
import type { AnyRoute } from './find-route.ts';

export type KeyStatus = 'active' | 'suspended' | 'revoked';

export type ApiKey = {
  readonly id: ApiKeyId;
  readonly partner: { readonly id: PartnerId; readonly name: string };
  /** How far the partner's clock is ahead of ours: only in the sandbox. */
  readonly clockAheadMs: number;
  /** What goes wrong with the partner's calls on purpose: only in the sandbox. */
  readonly fault: CallFault | undefined;
  readonly publicKey: string;
  readonly markets: readonly string[];
  readonly platforms: readonly Platform[];
  /** Addresses or ranges the key may be used from; empty: from anywhere. */
  readonly sourceAddresses: readonly string[];
  readonly limitFactor: number;
  readonly status: KeyStatus;
  readonly revision: number;
};

const PREFIXES: Readonly<Record<Environment, string>> = { sandbox: 'test', production: 'prod' };

export function publicKeyPrefix(environment: Environment): string {
  return `pk_${PREFIXES[environment]}_`;
}

export function secretPrefix(environment: Environment): string {
  return `sk_${PREFIXES[environment]}_`;
}

/** The environment that a key names itself for, whether or not it exists. */
export function environmentOfKey(publicKey: string): Environment | undefined {
  return (['sandbox', 'production'] as const).find((environment) => publicKey.startsWith(publicKeyPrefix(environment)));
}

/** Whether a key whose signature holds may be used at all. */
export function decideKeyStatus(key: ApiKey): Decision<ApiKey> {
  if (key.status !== 'suspended') return accepted(key);
  return refused('ERR_FORBIDDEN', 'This API key is suspended. Ask partner support to open it again.');
}

/** The same, and from this address. */
export function decideKeyUse(key: ApiKey, address: string): Decision<ApiKey> {
  const standing = decideKeyStatus(key);
  if ('refused' in standing) return standing;
  if (!isAddressAllowed(key.sourceAddresses, address)) {
    return refused('ERR_FORBIDDEN', `This API key may not be used from the address ${address}.`);
  }
  return accepted(key);
}

export function isAddressAllowed(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    list.addSubnet(network, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  const plain = plainAddress(address);
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** An IPv4 address that came in over an IPv6 socket, in its own form. */
export function plainAddress(address: string): string {
  return address.toLowerCase().startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/** What one household or office shares: an IPv4 address, or the first 64 bits of an IPv6 one, however it is spelled. */
export function addressGroup(address: string): string {
  const plain = plainAddress(address).split('%')[0] as string;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - start.length - end.length }, () => '0');
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`;
}

const LONGEST_SHOWN = 40;

/** A header comes as bytes, of which each is taken for a character: what is UTF-8 is read as that, and nothing is shown that would control where it is shown. */
function shownHeader(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  const text = bytes.toString('latin1') === header && isUtf8(bytes) ? bytes.toString() : header;
  return [...text.replace(/[\x80-\x9f]/g, '\ufffd')].slice(0, LONGEST_SHOWN).join('');
}

/** `Platform` of a call: absent means on-demand. */
export function decidePlatform(key: ApiKey, header: string | undefined): Decision<Platform> {
  const given = header?.trim() ?? '';
  if (given !== '' && given.toUpperCase() !== 'PLUS') {
    return refused('ERR_INVALID_FIELD', `The header Platform must be PLUS or absent, not "${shownHeader(given)}".`);
  }
  const platform: Platform = given === '' ? 'ON_DEMAND' : 'PLUS';
  if (key.platforms.includes(platform)) return accepted(platform);
  return refused(
    'ERR_FORBIDDEN',
    platform === 'PLUS'
      ? 'This API key is not for scheduled deliveries. Leave out the header Platform, or ask partner support for a Plus key.'
      : 'This API key is for scheduled deliveries only. Send the header Platform: PLUS.',
  );
}

/** Where the call does not say which variant it means. */
function firstPlatform({ platforms }: ApiKey): Platform {
  return platforms.includes('ON_DEMAND') ? 'ON_DEMAND' : 'PLUS';
}

export type MarketList = readonly { readonly market: string; readonly plus: boolean }[];

/** `Market` of a call, in any of the spellings in use: HK, hk, HK_HKG, "HK HKG". */
export function decideMarket(
  key: ApiKey,
  header: string | undefined,
  platform: Platform,
  markets: MarketList,
): Decision<string> {
  const offered = markets.filter(({ plus }) => platform === 'ON_DEMAND' || plus).map(({ market }) => market);
  const open = offered.filter((market) => key.markets.includes(market));
  const choices = open.length > 0 ? open : offered;
  const needed = choices.length === 1 ? `It must be ${choices[0]}` : `It must be one of ${choices.join(', ')}`;
  if (header === undefined || header.trim() === '')
    return refused('ERR_INVALID_MARKET', `The header Market is missing. ${needed}.`);
  const market = header.trim().split(/[_\s]/)[0]?.toUpperCase() ?? '';
  if (!offered.includes(market)) {
    const shown = shownHeader(header);
    return refused(
      'ERR_INVALID_MARKET',
      markets.some((served) => served.market === market)
        ? `The market "${shown}" has no scheduled deliveries. ${needed}; for others leave out the header Platform.`
        : `The market "${shown}" is not served. ${needed}.`,
    );
  }
  if (!key.markets.includes(market)) {
    return refused(
      'ERR_INVALID_MARKET',
      `This API key is not for the market ${market}, only for ${(open.length > 0 ? open : key.markets).join(', ')}.`,
    );
  }
  return accepted(market);
}

/** The headers by which a call says what it is for, as they were sent. */
export type CallHeaders = { readonly platform: string | undefined; readonly market: string | undefined };
export type Terms = { readonly platform: Platform; readonly market: string };

/** Whether the key is for what the headers name, and the path is one of that variant. */
export function decideTerms(
  key: ApiKey,
  headers: CallHeaders,
  variant: AnyRoute['platform'],
  markets: MarketList,
): Decision<Terms> {
  const platform = variant === 'UNASKED' ? accepted(firstPlatform(key)) : decidePlatform(key, headers.platform);
  if ('refused' in platform) return platform;
  const market = decideMarket(key, headers.market, platform.accepted, markets);
  if ('refused' in market) return market;
  const isAsked = variant === 'ON_DEMAND' || variant === 'PLUS';
  if (isAsked && variant !== platform.accepted) {
    return refused(
      'ERR_NOT_FOUND',
      variant === 'PLUS'
        ? 'This call is for scheduled deliveries. Send the header Platform: PLUS.'
        : 'This call is not for scheduled deliveries. Leave out the header Platform.',
    );
  }
  return accepted({ platform: platform.accepted, market: market.accepted });
}
