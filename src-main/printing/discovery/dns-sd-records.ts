// Collects the DNS-SD records of printers (RFC 6763). Any machine on the network can send records, so the number and size of the
// records are limited. Does no input or output.
import type { Answer, Question, TxtData } from 'dns-packet';

/** Service types that the drivers can print to. */
const SERVICES = ['ipp', 'ipps', 'pdl-datastream'] as const;
type Service = (typeof SERVICES)[number];

/** A service of a printer, as announced on the network. A printer may announce several services. The texts are untrusted. */
export interface Announcement {
	service: Service;
	/** Instance name chosen by the printer's owner, such as `Shelf printer`. */
	instance: string;
	/** Host name, such as `shelf.local`, in lower case. */
	host: string;
	/** IPv4 address of the host. */
	address: string;
	port: number;
	/** Values of the TXT record, by key in lower case. */
	txt: ReadonlyMap<string, string>;
}

export interface NetworkSearchResult {
	announcements: Announcement[];
	/** Addresses of this machine. */
	ownAddresses: ReadonlySet<string>;
}

const MAX_SERVICES = 200;
const MAX_HOSTS = 1_000;
const MAX_TXT_KEYS = 40;
/** With names of usual length, a query with this many questions fits into one packet of 1,500 bytes. */
const MAX_QUESTIONS = 20;
/** Maximum length of a label, the part of a name between two dots (RFC 1035). */
const MAX_NAME_LABEL_BYTES = 63;

/** The records of one service of a printer, as far as they have arrived. */
interface ServiceRecords {
	/** Instance name and service type, such as `Shelf printer._ipp._tcp.local`. Used in questions for missing records. */
	fullName: string;
	service: Service;
	instance: string;
	server?: { host: string; port: number };
	txt?: Map<string, string>;
}

const typeName = (service: Service): string => `_${service}._tcp.local`;

/** @returns undefined when the name is not that of a printer service */
function parseFullName(fullName: string): Pick<ServiceRecords, 'service' | 'instance'> | undefined {
	const lowerCaseName = fullName.toLowerCase();
	const service = SERVICES.find((candidate) => lowerCaseName.endsWith(`.${typeName(candidate)}`));
	if (!service) return undefined;
	const instance = fullName.slice(0, -typeName(service).length - 1);
	return instance === '' ? undefined : { service, instance };
}

/** Parses a TXT record. Of several values of a key, the first is used (RFC 6763, section 6.4). */
function parseTxt(data: TxtData): Map<string, string> {
	const values = new Map<string, string>();
	for (const pair of (Array.isArray(data) ? data : [data]).slice(0, MAX_TXT_KEYS)) {
		const [, key = '', value = ''] = /^([^=]+)=?(.*)$/s.exec(pair.toString()) ?? [];
		const lowerCaseKey = key.toLowerCase();
		if (lowerCaseKey !== '' && !values.has(lowerCaseKey)) values.set(lowerCaseKey, value);
	}
	return values;
}

/** Whether an address is an IPv4 address of a single host: its first number is 1 to 223. */
const isHostAddress = (address: string): boolean => /^([1-9]\d?|1\d\d|2[01]\d|22[0-3])(\.\d{1,3}){3}$/.test(address);
const isLoopback = (address: string): boolean => address.startsWith('127.');

/**
 * Whether a name can be encoded in a question. The codec splits a name at each dot, so an instance name with a dot cannot be
 * encoded; neither can a name with U+FFFD, which replaces undecodable bytes. The length of labels is checked here, because the
 * codec does not check it.
 * @param instance instance name; empty for a host name
 */
function canBeEncoded(name: string, instance: string): boolean {
	return (
		!/[.\ufffd]/.test(instance) && name.split('.').every((label) => Buffer.byteLength(label) <= MAX_NAME_LABEL_BYTES)
	);
}

export function createRecordCollection() {
	/** By full name in lower case. */
	const services = new Map<string, ServiceRecords>();
	const addressesByHost = new Map<string, string>();

	/** Finds or adds a service. @returns undefined when the name is invalid or `MAX_SERVICES` others are known */
	function findOrAddService(fullName: string): ServiceRecords | undefined {
		const key = fullName.toLowerCase();
		const existing = services.get(key);
		if (existing || services.size >= MAX_SERVICES) return existing;
		const parsed = parseFullName(fullName);
		if (!parsed) return undefined;
		const added = { fullName, ...parsed };
		services.set(key, added);
		return added;
	}

	/** Of several records of one type, only the first is used, so that no later packet can redirect a known printer. */
	function addRecord(record: Answer, isFromOwnMachine: boolean): void {
		// A time to live of 0 s means that the printer leaves the network.
		if ('ttl' in record && record.ttl === 0) return;
		if (record.type === 'PTR') {
			findOrAddService(record.data);
		} else if (record.type === 'SRV') {
			const service = findOrAddService(record.name);
			if (service) service.server ??= { host: record.data.target.toLowerCase(), port: record.data.port };
		} else if (record.type === 'TXT') {
			const service = findOrAddService(record.name);
			if (service) service.txt ??= parseTxt(record.data);
		} else if (record.type === 'A') {
			const host = record.name.toLowerCase();
			if (!isHostAddress(record.data) || (isLoopback(record.data) && !isFromOwnMachine)) return;
			if (!addressesByHost.has(host) && addressesByHost.size < MAX_HOSTS) addressesByHost.set(host, record.data);
		}
	}

	return {
		/** @param isFromOwnMachine whether this machine sent the records; only then are loopback addresses accepted */
		add(records: readonly Answer[], isFromOwnMachine: boolean): void {
			for (const record of records) addRecord(record, isFromOwnMachine);
		},

		/** At most `MAX_QUESTIONS` questions: for all service types, and for the missing records of the services found so far. */
		questions(): Question[] {
			const questions: Question[] = SERVICES.map((service) => ({ name: typeName(service), type: 'PTR' }));
			for (const { fullName, instance, server, txt } of services.values()) {
				if (!canBeEncoded(fullName, instance)) continue;
				if (!server) questions.push({ name: fullName, type: 'SRV' });
				if (!txt) questions.push({ name: fullName, type: 'TXT' });
				if (server && !addressesByHost.has(server.host) && canBeEncoded(server.host, ''))
					questions.push({ name: server.host, type: 'A' });
			}
			return questions.slice(0, MAX_QUESTIONS);
		},

		/** The services whose records are complete. */
		announcements(): Announcement[] {
			return [...services.values()].flatMap(({ service, instance, server, txt }) => {
				const address = server && addressesByHost.get(server.host);
				return server && address && txt ? [{ service, instance, ...server, address, txt }] : [];
			});
		},
	};
}
