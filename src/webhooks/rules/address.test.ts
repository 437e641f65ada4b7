import { describe, expect, test } from 'vitest';
import { type AddressPolicy, mayConnect } from './address.ts';

const PRODUCTION: AddressPolicy = { environment: 'production', allow: [] };
const SANDBOX: AddressPolicy = { environment: 'sandbox', allow: [] };
const HOST = 'hooks.example.com';

const INWARD = [
  ['this network', '0.0.0.0'],
  ['private, 10', '10.0.0.1'],
  ['private, 172.16, its first', '172.16.0.0'],
  ['private, 172.16, its last', '172.31.255.255'],
  ['private, 192.168', '192.168.1.1'],
  ['link-local', '169.254.0.1'],
  ['metadata', '169.254.169.254'],
  ['metadata of another provider', '100.100.100.200'],
  ['metadata of a third', '192.0.0.192'],
  ['the inner address of a fourth', '168.63.129.16'],
  ['carrier-grade', '100.64.0.1'],
  ['benchmarks', '198.18.0.1'],
  ['documentation', '203.0.113.7'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 unspecified', '::'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 link-local with a zone', 'fe80::1%eth0'],
  ['IPv6 unique local', 'fc00::1'],
  ['IPv6 metadata', 'fd00:ec2::254'],
  ['IPv6 site-local', 'fec0::1'],
  ['IPv4-mapped IPv6', '::ffff:10.0.0.1'],
  ['IPv4-mapped IPv6 in hexadecimal', '::ffff:a9fe:a9fe'],
  ['IPv4-compatible IPv6', '::10.0.0.1'],
  ['NAT64', '64:ff9b::10.0.0.1'],
  ['local NAT64', '64:ff9b:1::10.0.0.1'],
  ['6to4', '2002:0a00:0001::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['IPv6 documentation', '2001:db8::1'],
  ['IPv6 multicast', 'ff02::1'],
] as const;
const LOOPBACK = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'];
const PUBLIC = ['8.8.8.8', '172.15.255.255', '172.32.0.0', '168.63.129.17', '::ffff:8.8.8.8', '2606:4700::1111'];

describe.each([
  ['production', PRODUCTION],
  ['the sandbox', SANDBOX],
] as const)('in %s', (_, policy) => {
  test.each(INWARD)('%s (%s) is refused', (_kind, address) => {
    expect(mayConnect(address, HOST, policy)).toBe(false);
  });
  test.each(PUBLIC)('%s is public', (address) => {
    expect(mayConnect(address, HOST, policy)).toBe(true);
  });
  test.each(['', 'localhost', '1.2.3.4.5', 'not an address', '8.8.8.8:80'])('"%s" is no address', (text) => {
    expect(mayConnect(text, HOST, policy)).toBe(false);
  });
});

test.each(LOOPBACK)('loopback (%s) is for the sandbox only', (address) => {
  expect(mayConnect(address, HOST, SANDBOX)).toBe(true);
  expect(mayConnect(address, HOST, PRODUCTION)).toBe(false);
});

test('an allowed host may lead anywhere, in any case and with a final dot; another one may not', () => {
  const policy = { ...PRODUCTION, allow: ['Hooks.Internal'] };
  for (const host of ['hooks.internal', 'HOOKS.internal.', 'Hooks.Internal']) {
    expect(mayConnect('10.0.0.1', host, policy)).toBe(true);
  }
  for (const host of ['x.hooks.internal', 'hooks.internal.evil', 'hooks']) {
    expect(mayConnect('10.0.0.1', host, policy)).toBe(false);
  }
});

test('an allowed range takes in its first and last address, not their neighbours, also when mapped to IPv6', () => {
  const policy = { ...PRODUCTION, allow: ['10.1.0.0/16', 'fd00:1::/64', '192.168.0.9', 'fd00:2::9'] };
  const allowed = ['10.1.0.0', '10.1.255.255', '::ffff:10.1.0.1', 'fd00:1::', 'fd00:1::ffff'];
  for (const address of [...allowed, '192.168.0.9', 'fd00:2::9']) {
    expect(mayConnect(address, HOST, policy), address).toBe(true);
  }
  for (const address of ['10.0.255.255', '10.2.0.0', 'fd00:1:0:1::', '192.168.0.8', 'fd00:2::8', 'fd00:2::1:9']) {
    expect(mayConnect(address, HOST, policy), address).toBe(false);
  }
});
