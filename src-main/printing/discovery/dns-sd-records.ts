// Collects the DNS-SD records of printers (RFC 6763). Any machine on the network can send records, so all sizes are limited.
// Pure.
import type { Answer, Question, TxtData } from 'dns-packet';

/** Service types that the drivers can print to. */
const SERVICES = ['ipp', 'ipps', 'pdl-datastream'] as const;
type Service = (typeof SERVICES)[number];

/** One service of one printer, as announced. The texts are untrusted. */
export interface Announcement {
	service: Service;
	/** Instance name chosen by the printer's owner, such as `Shelf printer`. */
	instance: string;
	/** Host name, such as `shelf.local`, in lower case. */
	host: string;
	/** IPv4 address of the host. */
	address: string;
	port: number;
	/** TXT values by key, keys in lower case. */
	txt: ReadonlyMap<string, string>;
}

export interface NetworkSearch {
	announcements: Announcement[];
	/** Addresses of this machine. */
	ownAddresses: ReadonlySet<string>;
}

const MAX_INSTANCES = 200;
const MAX_HOSTS = 1_000;
const MAX_TXT_KEYS = 40;
/** With names of usual length, a query with this many questions fits into one packet of 1,500 bytes. */
const MAX_QUESTIONS = 20;
/** Longest label of a name (RFC 1035). */
const MAX_LABEL_BYTES = 63;

interface Instance {
	/** Full name of the service instance, used in further questions. */
	name: string;
	service: Service;
	instance: string;
	server?: { host: string; port: number };
	txt?: Map<string, string>;
}

const typeName = (service: Service): string => `_${service}._tcp.local`;

/** @returns undefined for a name that is not an instance of a printer service */
function parseName(name: string): Pick<Instance, 'service' | 'instance'> | undefined {
	const lowerCase = name.toLowerCase();
	const service = SERVICES.find((candidate) => lowerCase.endsWith(`.${typeName(candidate)}`));
	if (!service) return undefined;
	const instance = name.slice(0, -typeName(service).length - 1);
	return instance === '' ? undefined : { service, instance };
}

/** The first value of a key counts (RFC 6763, section 6.4). */
function parseTxt(data: TxtData): Map<string, string> {
	const values = new Map<string, string>();
	for (const pair of (Array.isArray(data) ? data : [data]).slice(0, MAX_TXT_KEYS)) {
		const [, key = '', value = ''] = /^([^=]+)=?(.*)$/s.exec(pair.toString()) ?? [];
		const lowerCase = key.toLowerCase();
		if (lowerCase !== '' && !values.has(lowerCase)) values.set(lowerCase, value);
	}
	return values;
}

/** Unicast IPv4 addresses: not 0.0.0.0/8, multicast or broadcast. */
const isHostAddress = (address: string): boolean => /^([1-9]\d?|1\d\d|2[01]\d|22[0-3])(\.\d{1,3}){3}$/.test(address);
const isLoopback = (address: string): boolean => address.startsWith('127.');

/** Whether a name can be encoded in a question: the codec splits names at dots and does not check the length of labels. */
function canBeAsked(name: string, instance: string): boolean {
	return !/[.\ufffd]/.test(instance) && name.split('.').every((label) => Buffer.byteLength(label) <= MAX_LABEL_BYTES);
}

export function createRecords() {
	const instances = new Map<string, Instance>();
	const addresses = new Map<string, string>();

	function instanceNamed(name: string): Instance | undefined {
		const key = name.toLowerCase();
		const known = instances.get(key);
		if (known || instances.size >= MAX_INSTANCES) return known;
		const parsed = parseName(name);
		if (!parsed) return undefined;
		const added = { name, ...parsed };
		instances.set(key, added);
		return added;
	}

	/** The first value is kept, so that a later packet cannot redirect a known printer to another address. */
	function addRecord(record: Answer, isOwnMachine: boolean): void {
		// A time to live of 0 s means that the printer leaves the network.
		if ('ttl' in record && record.ttl === 0) return;
		if (record.type === 'PTR') {
			instanceNamed(record.data);
		} else if (record.type === 'SRV') {
			const found = instanceNamed(record.name);
			if (found) found.server ??= { host: record.data.target.toLowerCase(), port: record.data.port };
		} else if (record.type === 'TXT') {
			const found = instanceNamed(record.name);
			if (found) found.txt ??= parseTxt(record.data);
		} else if (record.type === 'A') {
			const host = record.name.toLowerCase();
			if (!isHostAddress(record.data) || (isLoopback(record.data) && !isOwnMachine)) return;
			if (!addresses.has(host) && addresses.size < MAX_HOSTS) addresses.set(host, record.data);
		}
	}

	return {
		/** @param isOwnMachine true when this machine sent the records: only then are loopback addresses accepted */
		add(records: readonly Answer[], isOwnMachine: boolean): void {
			for (const record of records) addRecord(record, isOwnMachine);
		},

		/** Questions for all service types, and for the missing records of the instances found so far. */
		questions(): Question[] {
			const questions: Question[] = SERVICES.map((service) => ({ name: typeName(service), type: 'PTR' }));
			for (const { name, instance, server, txt } of instances.values()) {
				if (!canBeAsked(name, instance)) continue;
				if (!server) questions.push({ name, type: 'SRV' });
				if (!txt) questions.push({ name, type: 'TXT' });
				if (server && !addresses.has(server.host) && canBeAsked(server.host, ''))
					questions.push({ name: server.host, type: 'A' });
			}
			return questions.slice(0, MAX_QUESTIONS);
		},

		/** The instances whose records are complete. */
		announcements(): Announcement[] {
			return [...instances.values()].flatMap(({ service, instance, server, txt }) => {
				const address = server && addresses.get(server.host);
				return server && address && txt ? [{ service, instance, ...server, address, txt }] : [];
			});
		},
	};
}
