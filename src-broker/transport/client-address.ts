// The network address of a caller, for limits per address.
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';

/** Loopback and private networks (RFC 1918, RFC 4193), where the proxy in front of the service runs. */
const proxyNetworks = new BlockList();
for (const [network, prefixBits] of [
	['127.0.0.0', 8],
	['10.0.0.0', 8],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
] as const)
	proxyNetworks.addSubnet(network, prefixBits);
proxyNetworks.addAddress('::1', 'ipv6');
proxyNetworks.addSubnet('fc00::', 7, 'ipv6');

/** IPv4 addresses have this prefix on a socket that accepts IPv6 too. */
const IPV4_PREFIX = /^::ffff:(?=\d+\.)/i;

/** Number of 16-bit groups of an IPv6 address that name its network. A caller usually gets a whole network, and may use any address in it. */
const IPV6_NETWORK_GROUPS = 4;

/** The address, or the /64 network of an IPv6 address: limits per address would not stop a caller who has 2^64 of them. */
function networkOf(address: string): string {
	if (!isIPv6(address)) return address;
	// The URL parser writes every IPv6 address in the same form, without a zone and a dotted end.
	const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
	const [first = [], last = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
	const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
	return `${[...first, ...zeros, ...last].slice(0, IPV6_NETWORK_GROUPS).join(':')}::/64`;
}

/**
 * The network address of the caller, for limits; for IPv6, only the network. Behind a proxy, the caller's address is the last one
 * in X-Forwarded-For, which the proxy added. The header of a request from a public address is ignored, because its sender is not
 * the proxy and could name any address. `createRequestGuard` removes the header if the service has no proxy.
 */
export function getClientAddress({ env }: { env: Partial<HttpBindings> | undefined }): string {
	const address = env?.incoming?.socket.remoteAddress?.replace(IPV4_PREFIX, '') ?? '';
	const forwardedFor = env?.incoming?.headers['x-forwarded-for'];
	if (forwardedFor === undefined || !proxyNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
		return networkOf(address);
	const lastAddress = [forwardedFor].flat().at(-1)?.split(',').at(-1)?.trim().replace(IPV4_PREFIX, '') ?? '';
	return networkOf(isIP(lastAddress) === 0 ? address : lastAddress);
}
