// Printers that announce themselves on the network, as printers to be set up (pure).
import type { Device } from '../../../src-contract/model/device-kinds';
import { type FoundPrinter, printerSchema } from '../../../src-contract/model/print';
import { DEVICES } from '../devices/registry';
import type { SystemPrinter } from '../devices/shared/driver';
import type { Announcement } from './dns-sd-records';

/** Of the name of a profile (`printerSchema`). */
const MAX_NAME_CHARS = 60;
const MAX_LISTED = 50;

/** TXT keys that name a printer's languages: formats, command set (IEEE 1284), model and product. */
const LANGUAGE_KEYS = ['pdl', 'usb_cmd', 'ty', 'product'];

/** Without control, formatting and unassigned characters, which could hide or reverse what is shown. */
const plainText = (text: string): string =>
	text
		.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
		.trim()
		.slice(0, MAX_NAME_CHARS)
		.replace(/[\ud800-\udbff]$/, '')
		.trim();

const trimSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '');
const resourcePath = ({ txt }: Announcement): string => trimSlashes(txt.get('rp') ?? '');

function deviceOf(announcement: Announcement): unknown {
	const { service, address, port, txt } = announcement;
	if (service !== 'pdl-datastream') {
		const path = resourcePath(announcement);
		// Without a resource path it is not known where jobs go.
		if (!/^[\w.~%+@:,;=!$'()*/-]{1,127}$/.test(path)) return undefined;
		return { driver: 'ipp', url: `${service}://${address}:${port}/${path}` };
	}
	const said = LANGUAGE_KEYS.map((key) => txt.get(key) ?? '').join('\n');
	const driver = Object.entries(DEVICES).find(([, { announcedAs }]) => announcedAs?.test(said))?.[0];
	// To guess would be to print a label as pages of commands.
	return driver && { driver, connection: `tcp://${address}:${port}` };
}

/** Where a device's documents go, as a URI; empty for a folder. */
function uriOf(device: Device): string {
	if ('url' in device) return device.url;
	return 'connection' in device ? device.connection : '';
}

/** @returns undefined when no driver can be told how to print there: it is then set up by its address */
export function foundPrinterOf(announcement: Announcement): FoundPrinter | undefined {
	const { data: device } = printerSchema.shape.device.safeParse(deviceOf(announcement));
	if (!device) return undefined;
	const name = plainText(announcement.instance) || announcement.address;
	return { name, description: uriOf(device), device, isDefault: false };
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
const asQueueName = (text: string): string => text.replace(/[^a-z\d]+/gi, '_').toLowerCase();

/**
 * Whether a device URI of CUPS, or the address of a profile, leads to the printer that announces itself. A print server has
 * several printers at one address: they differ by port or path.
 */
export function isSameDevice(uri: string, announcement: Announcement): boolean {
	const { service, instance, host, address, port } = announcement;
	const [, scheme = '', authority = '', path = ''] = /^([a-z]+):\/\/([^/?#]*)([^?#]*)/.exec(uri.toLowerCase()) ?? [];
	if (scheme === 'dnssd') return decoded(authority).startsWith(`${instance.toLowerCase()}._`);
	// cups-browsed names its queues after the instance.
	if (scheme === 'implicitclass') return asQueueName(decoded(authority)) === asQueueName(instance);
	const [, uriHost = '', uriPort] = /^(?:.*@)?(.*?)(?::(\d+))?$/.exec(authority) ?? [];
	if (uriHost !== host && uriHost !== address) return false;
	if (service === 'pdl-datastream') return !/^(socket|tcp)$/.test(scheme) || Number(uriPort ?? 9100) === port;
	return !/^(ipps?|https?)$/.test(scheme) || trimSlashes(path) === resourcePath(announcement).toLowerCase();
}

export interface KnownPrinters {
	/** Queues of the system. */
	queues: readonly SystemPrinter[];
	/** Devices of the profiles at this desk. */
	devices: readonly Device[];
	/** Addresses of this machine, whose CUPS may announce its own queues. */
	ownAddresses: ReadonlySet<string>;
}

const isOwnQueue = (announcement: Announcement, { queues, ownAddresses }: KnownPrinters): boolean =>
	ownAddresses.has(announcement.address) &&
	queues.some(({ name }) => decoded(resourcePath(announcement)) === `printers/${name}`);

/** The printers of the network that are neither a queue of the system nor a profile, each once, by name. */
export function findNewPrinters(announcements: readonly Announcement[], known: KnownPrinters): FoundPrinter[] {
	const uris = [...known.queues.map(({ deviceUri = '' }) => deviceUri), ...known.devices.map(uriOf)];
	// A printer has one instance name in all its service types. Its own language states every dot; of IPP, the encrypted one.
	const byDevice = new Map<string, FoundPrinter>();
	for (const service of ['pdl-datastream', 'ipps', 'ipp'] as const) {
		for (const announcement of announcements) {
			if (announcement.service !== service || isOwnQueue(announcement, known)) continue;
			if (uris.some((uri) => isSameDevice(uri, announcement))) continue;
			const key = `${announcement.address} ${announcement.instance.toLowerCase()}`;
			const found = foundPrinterOf(announcement);
			if (found && !byDevice.has(key)) byDevice.set(key, found);
		}
	}
	return [...byDevice.values()].sort((a, b) => a.name.localeCompare(b.name)).slice(0, MAX_LISTED);
}
