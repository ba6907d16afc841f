import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';

/** The service may not connect to an address that a caller gave it; the message is for that caller. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

/** The host of an address has no IP address at the moment. */
export class UnresolvedHostError extends Error {
  override readonly name = 'UnresolvedHostError';
}

/** An IP address that passed the check. */
export interface PinnedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Finds the IP addresses of a host name, A and AAAA; rejects when there is none. */
export type Resolve = (host: string) => Promise<readonly { readonly address: string }[]>;

/** What addresses may be connected to. */
export interface AddressPolicy {
  /** Also allows loopback and private addresses; for development and tests. */
  readonly allowPrivate: boolean;
  /** The system's resolver by default. */
  readonly resolve?: Resolve;
}

/** Addresses of URLs are no longer than this; browsers stop there too. */
const URL_LENGTH_MAX = 2048;

const HTTP_PORTS = new Set(['', '80', '443']);

/** Below are services of the system, such as SSH and mail, that take HTTP requests for commands. */
const UNPRIVILEGED_PORT_MIN = 1024;

/** Everything in IPv4 that is not globally reachable (IANA special-purpose registry, RFC 6890), and multicast. */
const SPECIAL_IPV4 = blockList('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]);

/** The addresses in use for the Internet: what lies outside is local, mapped, translated or reserved. */
const GLOBAL_IPV6 = blockList('ipv6', [['2000::', 3]]);

/** Parts of it that are for protocols, documentation, or carry an IPv4 address (6to4, Teredo). */
const SPECIAL_IPV6 = blockList('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]);

/**
 * Reads an address that a caller gave.
 * @throws ForbiddenAddressError unless it is http(s), without credentials and with a port that HTTP uses
 */
export function parseTargetUrl(text: string): URL {
  if (text.length > URL_LENGTH_MAX) throw new ForbiddenAddressError('The address is too long.');
  if (!URL.canParse(text)) throw new ForbiddenAddressError('The address is not a URL.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ForbiddenAddressError('The address must begin with http:// or https://.');
  if (url.username || url.password)
    throw new ForbiddenAddressError('The address must not contain credentials.');
  if (!HTTP_PORTS.has(url.port) && Number(url.port) < UNPRIVILEGED_PORT_MIN)
    throw new ForbiddenAddressError('The port must be 80, 443 or from 1024 on.');
  return url;
}

/** Whether an IP address belongs to the public Internet; false for text that is no IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_IPV4.check(address, 'ipv4');
  if (isIP(address) === 0) return false;
  return GLOBAL_IPV6.check(address, 'ipv6') && !SPECIAL_IPV6.check(address, 'ipv6');
}

/**
 * Resolves the host of a URL; what it returns is what a connection must be pinned to, since the name may mean
 * something else a moment later.
 * @throws ForbiddenAddressError when any of its addresses is not public
 * @throws UnresolvedHostError when it has none
 */
export async function resolveTarget(url: URL, policy: AddressPolicy): Promise<readonly PinnedAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses =
    isIP(host) > 0 ? [{ address: host }] : await resolveName(host, policy.resolve ?? systemResolve);
  return addresses.map(({ address }) => {
    if (!policy.allowPrivate && !isPublicAddress(address))
      throw new ForbiddenAddressError('The address does not lead to the public Internet.');
    return { address, family: isIPv4(address) ? 4 : 6 };
  });
}

async function resolveName(host: string, resolve: Resolve) {
  try {
    const addresses = await resolve(host);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    throw new UnresolvedHostError('The host name cannot be resolved.', { cause: error });
  }
  throw new UnresolvedHostError('The host name has no address.');
}

const systemResolve: Resolve = (host) => lookup(host, { all: true });

function blockList(family: 'ipv4' | 'ipv6', networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}
