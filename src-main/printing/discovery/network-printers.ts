// Converts the announcements of network printers to a list of printers that the user can set up. Pure.
import type { Device } from '../../../src-contract/model/device-kinds';
import { type FoundPrinter, printerSchema } from '../../../src-contract/model/print';
import { DEVICES } from '../devices/registry';
import type { SystemPrinter } from '../devices/shared/driver';
import type { Announcement } from './dns-sd-records';

/** Maximum length of a profile name (`printerSchema`). */
const MAX_NAME_CHARS = 60;
const MAX_LISTED_PRINTERS = 50;

/** Keys of the TXT record whose values may name the printer's language: formats, command set (IEEE 1284), model and product. */
const LANGUAGE_KEYS = ['pdl', 'usb_cmd', 'ty', 'product'];

/**
 * Replaces control, format and unassigned characters, which could hide or reverse the displayed text, with spaces. Shortens the
 * text to `MAX_NAME_CHARS`.
 */
const plainText = (text: string): string =>
	text
		.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
		.trim()
		.slice(0, MAX_NAME_CHARS)
		.replace(/[\ud800-\udbff]$/, '')
		.trim();

const trimSlashes = (path: string): string => path.replace(/^\/+|\/+$/g, '');
const resourcePath = ({ txt }: Announcement): string => trimSlashes(txt.get('rp') ?? '');

/**
 * @returns the device for a printer profile, not yet validated; undefined when no driver matches the announcement, or when its
 * resource path is missing or has unusual characters
 */
function deviceOf(announcement: Announcement): unknown {
	const { service, address, port, txt } = announcement;
	if (service !== 'pdl-datastream') {
		const path = resourcePath(announcement);
		// An IPP job cannot be sent without a resource path.
		if (!/^[\w.~%+@:,;=!$'()*/-]{1,127}$/.test(path)) return undefined;
		return { driver: 'ipp', url: `${service}://${address}:${port}/${path}` };
	}
	const languages = LANGUAGE_KEYS.map((key) => txt.get(key) ?? '').join('\n');
	const driver = Object.entries(DEVICES).find(([, { announcedAs }]) => announcedAs?.test(languages))?.[0];
	// Do not guess the language: a printer with another language would print the commands as text.
	return driver && { driver, connection: `tcp://${address}:${port}` };
}

/** URI of a device; empty for folders and system queues. */
function uriOf(device: Device): string {
	if ('url' in device) return device.url;
	return 'connection' in device ? device.connection : '';
}

/** @returns undefined when `deviceOf` finds no valid device; the user can still set the printer up by its address */
export function toFoundPrinter(announcement: Announcement): FoundPrinter | undefined {
	const { data: device } = printerSchema.shape.device.safeParse(deviceOf(announcement));
	if (!device) return undefined;
	const name = plainText(announcement.instance) || announcement.address;
	return { name, description: uriOf(device), device, isDefault: false };
}

function decodeUri(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
const asQueueName = (text: string): string => text.replace(/[^a-z\d]+/gi, '_').toLowerCase();

/**
 * Whether a URI refers to the announced printer. Several printers of one print server have the same address; they differ by port
 * or path, which are compared if the protocol of the URI is that of the announced service.
 * @param uri the device URI of a CUPS queue, or the URI of a profile's device
 */
export function isSameDevice(uri: string, announcement: Announcement): boolean {
	const { service, instance, host, address, port } = announcement;
	const [, scheme = '', authority = '', path = ''] = /^([a-z]+):\/\/([^/?#]*)([^?#]*)/.exec(uri.toLowerCase()) ?? [];
	if (scheme === 'dnssd') return decodeUri(authority).startsWith(`${instance.toLowerCase()}._`);
	// cups-browsed names its queues after the instance.
	if (scheme === 'implicitclass') return asQueueName(decodeUri(authority)) === asQueueName(instance);
	const [, uriHost = '', uriPort] = /^(?:.*@)?(.*?)(?::(\d+))?$/.exec(authority) ?? [];
	if (uriHost !== host && uriHost !== address) return false;
	if (service === 'pdl-datastream') return !/^(socket|tcp)$/.test(scheme) || Number(uriPort ?? 9100) === port;
	return !/^(ipps?|https?)$/.test(scheme) || trimSlashes(path) === resourcePath(announcement).toLowerCase();
}

/** The printers that this machine or desk already uses. They are not listed as found. */
export interface KnownPrinters {
	/** Queues of the operating system. */
	queues: readonly SystemPrinter[];
	/** Devices of the profiles at this desk. */
	devices: readonly Device[];
	/** Addresses of this machine, whose CUPS server may announce the queues of this machine on the network. */
	ownAddresses: ReadonlySet<string>;
}

/** Whether the CUPS server of this machine announced one of its queues. */
const isOwnQueue = (announcement: Announcement, { queues, ownAddresses }: KnownPrinters): boolean =>
	ownAddresses.has(announcement.address) &&
	queues.some(({ name }) => decodeUri(resourcePath(announcement)) === `printers/${name}`);

/**
 * The announced printers that a driver matches and that are neither a queue of the operating system nor used by a profile: each
 * once, sorted by name, at most `MAX_LISTED_PRINTERS`.
 */
export function findNewPrinters(announcements: readonly Announcement[], known: KnownPrinters): FoundPrinter[] {
	const knownUris = [...known.queues.map(({ deviceUri = '' }) => deviceUri), ...known.devices.map(uriOf)];
	// All services of a printer have the same instance name. List each printer once, with its best service: a printer language,
	// which controls every dot, before encrypted IPP, before IPP.
	const foundByKey = new Map<string, FoundPrinter>();
	for (const service of ['pdl-datastream', 'ipps', 'ipp'] as const) {
		for (const announcement of announcements) {
			if (announcement.service !== service || isOwnQueue(announcement, known)) continue;
			if (knownUris.some((uri) => isSameDevice(uri, announcement))) continue;
			const key = `${announcement.address} ${announcement.instance.toLowerCase()}`;
			const foundPrinter = toFoundPrinter(announcement);
			if (foundPrinter && !foundByKey.has(key)) foundByKey.set(key, foundPrinter);
		}
	}
	return [...foundByKey.values()].sort((a, b) => a.name.localeCompare(b.name)).slice(0, MAX_LISTED_PRINTERS);
}
