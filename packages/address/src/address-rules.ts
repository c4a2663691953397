/**
 * Network addresses that a git remote or a hook may have. The resolved address is checked at connect time, so that a name that
 * resolves differently the second time (DNS rebinding) cannot bypass the check.
 */
import { BlockList, isIP } from 'node:net';

const list = (rows: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]): BlockList => {
  const block = new BlockList();
  for (const [net, prefix, family] of rows) block.addSubnet(net, prefix, family);
  return block;
};

const LOOPBACK = list([
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
]);

/** IPv6 whose last 32 bits are an IPv4 address to which a gateway may lead: NAT64 and what came before it. */
const CARRIERS = ['64:ff9b::', '64:ff9b:1::', '::ffff:0:', '::'];
const carried = (net: string, prefix: number) =>
  CARRIERS.map((carrier) => [`${carrier}${net}`, 96 + prefix, 'ipv6'] as const);

/** Metadata services that hand out the machine's credentials. Never allowed, whatever is configured. */
const METADATA = list([
  ['169.254.0.0', 16, 'ipv4'],
  ...carried('169.254.0.0', 16),
  ['2002:a9fe::', 32, 'ipv6'],
  ['100.100.100.200', 32, 'ipv4'],
  ...carried('100.100.100.200', 32),
  ['2002:6464:64c8::', 48, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fd00:ec2::254', 128, 'ipv6'],
  ['fd20:ce::254', 128, 'ipv6'],
]);

/** All that IANA's registries of special addresses do not call globally reachable, and ways to IPv4 through a gateway. */
const PRIVATE = list([
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ...carried('0.0.0.0', 0),
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]);

/** IPv4 inside IPv6 (`::ffff:10.0.0.1`) is treated as the IPv4 address. */
function holds(block: BlockList, address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return block.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

export const isLoopbackAddress = (address: string): boolean => holds(LOOPBACK, address);

export interface Trust {
  trusted: boolean;
  loopback: boolean;
}

/**
 * Whether a connection to this address is allowed. `trusted`: the configuration names the host. `loopback`: the caller
 * itself named this machine, and may; a public name that resolves to it is rejected.
 */
export function mayConnect(address: string, host: Trust): boolean {
  if (isIP(address) === 0 || holds(METADATA, address)) return false;
  if (host.trusted) return true;
  return isLoopbackAddress(address) ? host.loopback : !holds(PRIVATE, address);
}
