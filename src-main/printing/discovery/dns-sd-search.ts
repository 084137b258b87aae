// Searches the local network for printers by multicast DNS (RFC 6762) over IPv4. Imported only when the user searches.
import { createSocket, type Socket } from 'node:dgram';
import { BlockList } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Answer, decode, encode } from 'dns-packet';
import { KILOBYTE } from '../../../src-contract/lib/units';
import { createRecordCollection, type NetworkSearchResult } from './dns-sd-records';

const MDNS_PORT = 5353;
const MDNS_GROUP = '224.0.0.251';
const SEARCH_DURATION_MS = 3_000;
/** Number of query rounds. Answers may be lost or incomplete, so each round asks for the records that are still missing. */
const QUERY_ROUNDS = 3;
const MAX_INTERFACES = 16;
/** Maximum packet size (RFC 6762, section 17). */
const MAX_PACKET_BYTES = 9_000;
/** The search stops after it received this many bytes, because decoding takes time: up to 8 ms for 9,000 bytes. */
const MAX_SEARCH_BYTES = 512 * KILOBYTE;
const HEADER_BYTES = 12;
const RESPONSE_BIT = 0x80;

interface Interface {
	address: string;
	/** The address with the length of its network prefix, such as `192.0.2.7/24`. */
	cidr: string;
}

function ownInterfaces(): Interface[] {
	const allAddresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
	return allAddresses.flatMap(({ family, address, cidr }) => (family === 'IPv4' && cidr ? [{ address, cidr }] : []));
}

function bind(port: number): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = createSocket({ type: 'udp4', reuseAddr: true });
		socket.once('error', (error) => {
			socket.close();
			reject(error);
		});
		socket.bind(port, () => {
			socket.removeAllListeners('error');
			resolve(socket);
		});
	});
}

/**
 * Binds to the mDNS port. If another program holds that port exclusively, binds to a free port: printers then answer to that port
 * (RFC 6762, section 6.7).
 */
const openSocket = (port: number): Promise<Socket> => bind(port).catch(() => bind(0));

async function sendQuery(socket: Socket, { address }: Interface, packet: Uint8Array, port: number): Promise<void> {
	await new Promise<void>((resolve) => {
		try {
			socket.setMulticastInterface(address);
			// Errors are ignored: an interface that is down must not prevent queries on the other interfaces.
			socket.send(packet, port, MDNS_GROUP, () => resolve());
		} catch {
			resolve();
		}
	});
}

/** @returns the records of an mDNS response; an empty array for a packet that is too long, damaged or not a response */
export function readRecords(packet: Uint8Array): Answer[] {
	const isResponse = packet.length > HEADER_BYTES && ((packet[2] ?? 0) & RESPONSE_BIT) !== 0;
	if (!isResponse || packet.length > MAX_PACKET_BYTES) return [];
	try {
		const { answers = [], additionals = [] } = decode(Buffer.from(packet.buffer, packet.byteOffset, packet.length));
		return [...answers, ...additionals];
	} catch {
		return [];
	}
}

/**
 * Sends queries on up to `MAX_INTERFACES` network interfaces, and collects the answers for `searchMs` or until
 * `MAX_SEARCH_BYTES` were received.
 * @returns the announced printers, and the addresses of this machine; no printers when there is no network
 */
export async function searchPrinters({
	port = MDNS_PORT,
	interfaces = ownInterfaces(),
	searchMs = SEARCH_DURATION_MS,
} = {}): Promise<NetworkSearchResult> {
	const usedInterfaces = interfaces.slice(0, MAX_INTERFACES);
	const ownAddresses = new Set(interfaces.map(({ address }) => address));
	const localNetworks = new BlockList();
	for (const { cidr } of usedInterfaces) {
		const [address = '', prefixLength] = cidr.split('/');
		localNetworks.addSubnet(address, Number(prefixLength), 'ipv4');
	}
	const records = createRecordCollection();
	const socket = await openSocket(port);
	let receivedBytes = 0;
	let isStopped = false;
	let stop = () => {};
	const stopRequest = new Promise<void>((resolve) => {
		stop = () => {
			isStopped = true;
			resolve();
		};
	});
	socket.on('error', () => stop());
	socket.on('message', (message, { address }) => {
		// Ignore packets from outside the local network (RFC 6762, section 11).
		if (!localNetworks.check(address)) return;
		receivedBytes += message.length;
		if (receivedBytes > MAX_SEARCH_BYTES) stop();
		else records.add(readRecords(message), ownAddresses.has(address));
	});
	for (const { address } of usedInterfaces) {
		try {
			socket.addMembership(MDNS_GROUP, address);
		} catch {
			// The interface does not support multicast, or it has already joined the group with another address.
		}
	}
	const timers: ReturnType<typeof setTimeout>[] = [];
	const waitForRound = () => new Promise<void>((resolve) => timers.push(setTimeout(resolve, searchMs / QUERY_ROUNDS)));
	try {
		for (let round = 0; round < QUERY_ROUNDS && !isStopped; round += 1) {
			const packet = encode({ type: 'query', questions: records.questions() });
			for (const networkInterface of usedInterfaces) await sendQuery(socket, networkInterface, packet, port);
			await Promise.race([waitForRound(), stopRequest]);
		}
	} finally {
		for (const timer of timers) clearTimeout(timer);
		socket.close();
	}
	return { announcements: records.announcements(), ownAddresses };
}
