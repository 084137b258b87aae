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

/**
 * The address of the caller. Behind a proxy, that is the last address in X-Forwarded-For, which the proxy added. The header of a
 * caller from a public address is ignored, because such a caller is not the proxy and could name any address.
 */
export function getClientAddress({ env }: { env: Partial<HttpBindings> | undefined }): string {
	const address = env?.incoming?.socket.remoteAddress?.replace(IPV4_PREFIX, '') ?? '';
	const forwardedFor = env?.incoming?.headers['x-forwarded-for'];
	if (forwardedFor === undefined || !proxyNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return address;
	const lastAddress = [forwardedFor].flat().at(-1)?.split(',').at(-1)?.trim() ?? '';
	return isIP(lastAddress) === 0 ? address : lastAddress;
}
