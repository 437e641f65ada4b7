import ipaddr from 'ipaddr.js';
import type { Environment } from '../../infrastructure/config/environment.ts';

export type AddressPolicy = {
  readonly environment: Environment;
  /** Host names, addresses and ranges that are allowed wherever they lead. */
  readonly allow: readonly string[];
};

type Address = ReturnType<typeof ipaddr.parse>;

/** Ranges of the public internet in which a provider answers its own machines only. */
const PROVIDERS_OWN = ['168.63.129.16/32'];
const PUBLIC_IPV6 = '2000::/3';

/** Whether something may be sent to this address, under whatever name it was found. */
export function mayConnect(address: string, host: string, { environment, allow }: AddressPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const plain = ipaddr.process(address);
  if (allow.some((entry) => sameHost(entry, host) || isWithin(plain, entry))) return true;
  if (environment === 'sandbox' && plain.range() === 'loopback') return true;
  return isPublic(plain);
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || PROVIDERS_OWN.some((range) => isWithin(address, range))) return false;
  return address.kind() === 'ipv4' || isWithin(address, PUBLIC_IPV6);
}

function isWithin(address: Address, entry: string): boolean {
  const [network = '', bits] = entry.split('/');
  if (!ipaddr.isValid(network)) return false;
  const range = ipaddr.parse(network);
  return (
    range.kind() === address.kind() &&
    address.match(range as never, Number(bits ?? (range.kind() === 'ipv4' ? 32 : 128)))
  );
}

function sameHost(entry: string, host: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/\.$/, '');
  return plain(entry) === plain(host);
}
