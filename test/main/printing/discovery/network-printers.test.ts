// Network printers: conversion of DNS-SD announcements, detection of known printers, and the multicast search.
import { type Answer, encode } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import type { Device } from '../../../../src-contract/model/device-kinds';
import { printerSchema } from '../../../../src-contract/model/print';
import { createDrivers } from '../../../../src-main/printing/devices/registry';
import type { SystemPrinter } from '../../../../src-main/printing/devices/shared/driver';
import { type Announcement, createRecordCollection } from '../../../../src-main/printing/discovery/dns-sd-records';
import { searchPrinters } from '../../../../src-main/printing/discovery/dns-sd-search';
import {
	findNewPrinters,
	isSameDevice,
	toFoundPrinter,
} from '../../../../src-main/printing/discovery/network-printers';
import { createPrinters } from '../../../../src-main/printing/printers';
import { openDesk } from '../../../fixtures/desk';
import { HANG_LIMIT_MS } from '../../../fixtures/hang-limit';
import { type AnnouncedPrinter, LOOPBACK, recordsOf, startMdnsResponder } from '../../../fixtures/mdns-responder';

const announced = (
	changes: Partial<Announcement> = {},
	txt: Record<string, string> = { rp: 'ipp/print' },
): Announcement => ({
	service: 'ipp',
	instance: 'Shelf printer',
	host: 'shelf.local',
	address: '192.0.2.7',
	port: 631,
	txt: new Map(Object.entries(txt)),
	...changes,
});
const raw = (txt: Record<string, string>) => announced({ service: 'pdl-datastream', port: 9100 }, txt);
const queue = (deviceUri: string, name = 'shelf'): SystemPrinter => ({
	name,
	description: '',
	isDefault: false,
	deviceUri,
});
const known = (queues: SystemPrinter[] = [], devices: Device[] = [], ownAddresses: string[] = []) => ({
	queues,
	devices,
	ownAddresses: new Set(ownAddresses),
});

describe('the printer of an announcement', () => {
	it('of IPP has the announced address, port and resource path', () => {
		expect(toFoundPrinter(announced())).toEqual({
			name: 'Shelf printer',
			description: 'ipp://192.0.2.7:631/ipp/print',
			device: { driver: 'ipp', url: 'ipp://192.0.2.7:631/ipp/print' },
			isDefault: false,
		});
		const secure = announced({ service: 'ipps', port: 443 }, { rp: '/printers/Label%20printer' });
		expect(toFoundPrinter(secure)?.device).toEqual({
			driver: 'ipp',
			url: 'ipps://192.0.2.7:443/printers/Label%20printer',
		});
	});

	it.each([
		['zpl', { pdl: 'application/vnd.zebra-zpl' }],
		['zpl', { ty: 'ZTC ZD421-203dpi ZPL' }],
		['zpl', { usb_cmd: 'EPL,ZPLII' }],
		['epl', { product: '(LP2844 EPL2)' }],
		['tspl', { ty: 'Label printer', usb_cmd: 'TSPL2' }],
		['escpos', { ty: 'Receipt printer', pdl: 'ESC/POS' }],
		['escpos', { usb_cmd: 'ESCPOS' }],
	])('has the language %s if the TXT record states it: %j', (driver, txt) => {
		expect(toFoundPrinter(raw(txt))?.device).toMatchObject({ driver, connection: 'tcp://192.0.2.7:9100' });
	});

	it.each([
		{},
		{ pdl: 'application/postscript,application/vnd.hp-PCL' },
		{ ty: 'EPSON EPL-6200L' },
		{ product: '(EPL-N2500)' },
		{ usb_cmd: 'EZPL' },
		{ ty: 'TM-T88VI' },
	])('does not exist if the TXT record states no known language: %j', (txt) => {
		expect(toFoundPrinter(raw(txt as Record<string, string>))).toBeUndefined();
	});

	it('does not exist if its address, port or path is invalid in a profile', () => {
		expect(toFoundPrinter(announced())).toBeDefined();
		for (const refused of [
			announced({ port: 0 }),
			announced({ port: 65536 }),
			announced({}, {}),
			announced({}, { rp: 'a path' }),
			announced({}, { rp: 'print\r\nHost: other.example.com' }),
			announced({}, { rp: 'a'.repeat(128) }),
		])
			expect(toFoundPrinter(refused)).toBeUndefined();
	});

	it('has a name of one line with at most 60 characters, without control and direction characters', () => {
		const name = (instance: string) => toFoundPrinter(announced({ instance }))?.name;
		expect(name('Label\u0000\u001b[2J\r\n\u202eretnirp\u2066  A')).toBe('Label [2J retnirp A');
		expect(name('<b>Étiquettes</b> 标签')).toBe('<b>Étiquettes</b> 标签');
		expect(name('\u200b\u0007')).toBe('192.0.2.7');
		expect(name('x'.repeat(5_000))).toBe('x'.repeat(60));
		const emoji = name('🖨'.repeat(40)) ?? '';
		expect(emoji).toBe('🖨'.repeat(30));
		const longName = toFoundPrinter(announced({ instance: `${'x'.repeat(59)}🖨` }));
		expect(longName?.name).toBe('x'.repeat(59));
		expect(printerSchema.safeParse({ id: '1', stock: '4x6', ...longName }).success).toBe(true);
	});
});

describe('known printers', () => {
	it.each([
		['ipp://192.0.2.7:631/ipp/print', true],
		['ipps://Shelf.local/ipp/print', true],
		['ipp://192.0.2.7/printers/other', false],
		['socket://192.0.2.7:9100', true],
		['lpd://shelf.local/queue', true],
		['dnssd://Shelf%20printer._ipps._tcp.local/?uuid=1', true],
		['dnssd://Shelf%20printer%202._ipps._tcp.local/?uuid=1', false],
		['implicitclass://Shelf_printer/', true],
		['ipp://192.0.2.8/ipp/print', false],
		['usb://Zebra/ZD421', false],
		['file:///dev/null', false],
		['', false],
	])('%s is the announced printer: %s', (uri, isSame) => {
		expect(isSameDevice(uri, announced())).toBe(isSame);
		expect(findNewPrinters([announced()], known([queue(uri)]))).toHaveLength(isSame ? 0 : 1);
	});

	it('a print server has a different printer at each port', () => {
		const second = announced({ service: 'pdl-datastream', port: 9101 }, { pdl: 'ZPL' });
		expect(isSameDevice('socket://192.0.2.7', second)).toBe(false);
		expect(isSameDevice('socket://192.0.2.7:9101', second)).toBe(true);
	});

	it('a profile matches a printer by any of its services', () => {
		const zplService = raw({ ty: 'ZPL' });
		const profile = printerSchema.shape.device.parse({ driver: 'zpl', connection: 'tcp://192.0.2.7:9100' });
		expect(findNewPrinters([zplService], known())).toHaveLength(1);
		expect(findNewPrinters([announced(), zplService], known([], [profile]))).toEqual([]);
	});

	it('this computer announces its own queues', () => {
		const shared = announced({ instance: 'Shelf @ desk' }, { rp: 'printers/shelf' });
		const queues = [queue('usb://Zebra/ZD421')];
		expect(findNewPrinters([shared], known(queues, [], ['192.0.2.1']))).toHaveLength(1);
		expect(findNewPrinters([shared], known(queues, [], ['192.0.2.7']))).toEqual([]);
	});

	it('a printer with several services is listed once: with its printer language if stated, otherwise with its encrypted service', () => {
		const both = [announced(), announced({ service: 'ipps' })];
		const urlsOf = (all: Announcement[]) => findNewPrinters(all, known()).map(({ description }) => description);
		expect(urlsOf(both)).toEqual(['ipps://192.0.2.7:631/ipp/print']);
		expect(urlsOf([...both, raw({ pdl: 'ZPL' })])).toEqual(['tcp://192.0.2.7:9100']);
		expect(urlsOf([...both, raw({ pdl: 'application/postscript' })])).toEqual(['ipps://192.0.2.7:631/ipp/print']);
		expect(urlsOf([...both, announced({ instance: 'Another', address: '192.0.2.9' })])).toHaveLength(2);
	});
});

describe('records', () => {
	const shelf: AnnouncedPrinter = {
		instance: 'Shelf printer',
		type: '_ipp._tcp.local',
		port: 631,
		host: 'Shelf.local',
		address: '192.0.2.7',
		txt: ['txtvers=1', 'RP=ipp/print', 'rp=other', 'Color'],
	};
	const collected = (records: Answer[], isOwnMachine = false) => {
		const all = createRecordCollection();
		all.add(records, isOwnMachine);
		return all;
	};

	it('make an announcement in any order, and the first value is kept', () => {
		const later = recordsOf({ ...shelf, port: 9, address: '192.0.2.66', txt: ['rp=elsewhere'] });
		for (const records of [recordsOf(shelf), recordsOf(shelf).reverse()]) {
			const [announcement] = collected([...records, ...later]).announcements();
			expect(announcement).toMatchObject({
				instance: 'Shelf printer',
				host: 'shelf.local',
				port: 631,
				address: '192.0.2.7',
			});
			expect(announcement?.txt.get('rp')).toBe('ipp/print');
		}
	});

	it('of a printer that leaves, another service or an invalid address make no announcement', () => {
		expect(collected(recordsOf(shelf)).announcements()).toHaveLength(1);
		const leaving = recordsOf(shelf).map((one) => ({ ...one, ttl: 0 }) as Answer);
		expect(collected(leaving).announcements()).toEqual([]);
		expect(collected(recordsOf({ ...shelf, type: '_http._tcp.local' })).announcements()).toEqual([]);
		for (const address of ['0.0.0.0', '224.0.0.251', '255.255.255.255'])
			expect(collected(recordsOf({ ...shelf, address })).announcements()).toEqual([]);
	});

	it('may contain a loopback address only when this machine sent them', () => {
		const local = recordsOf({ ...shelf, address: '127.0.0.1' });
		expect(collected(local, true).announcements()).toHaveLength(1);
		expect(collected(local, false).announcements()).toEqual([]);
	});

	it('of 20,000 printers are limited to 200, of which 50 are listed, and queries stay small', () => {
		const all = createRecordCollection();
		for (let number = 0; number < 20_000; number += 1)
			all.add(recordsOf({ ...shelf, instance: `Printer ${number}`, host: `host${number}.local` }), false);
		expect(all.announcements()).toHaveLength(200);
		expect(findNewPrinters(all.announcements(), known())).toHaveLength(50);
		const missing = createRecordCollection();
		for (let number = 0; number < 20_000; number += 1)
			missing.add(recordsOf({ ...shelf, instance: `P${number}` }).slice(0, 1), false);
		expect(missing.questions()).toHaveLength(20);
		const long = createRecordCollection();
		long.add(recordsOf({ ...shelf, instance: '\ufffd'.repeat(63) }).slice(0, 1), false);
		expect(long.questions()).toHaveLength(3);
	});
});

describe('a search by multicast on the loopback interface', () => {
	const printer = (changes: Partial<AnnouncedPrinter> = {}): AnnouncedPrinter => ({
		instance: 'Shelf printer',
		type: '_ipp._tcp.local',
		port: 8631,
		host: 'shelf.local',
		address: '127.0.0.1',
		txt: ['rp=ipp/print'],
		...changes,
	});
	const search = async (port: number) => {
		const { announcements } = await searchPrinters({ port, interfaces: [LOOPBACK], searchMs: 450 });
		return findNewPrinters(announcements, known()).map(({ description }) => description);
	};

	it('finds printers of all three services', async () => {
		const responder = await startMdnsResponder([
			printer(),
			printer({ instance: 'Secure', type: '_ipps._tcp.local', port: 8632 }),
			printer({ instance: 'Zebra', type: '_pdl-datastream._tcp.local', port: 9100, txt: ['pdl=ZPL'] }),
		]);
		expect(await search(responder.port)).toEqual([
			'ipps://127.0.0.1:8632/ipp/print',
			'ipp://127.0.0.1:8631/ipp/print',
			'tcp://127.0.0.1:9100',
		]);
		await responder.stop();
	});

	it('requests the records that an answer lacks', async () => {
		const responder = await startMdnsResponder([printer()], { answersFully: false });
		expect(await search(responder.port)).toEqual(['ipp://127.0.0.1:8631/ipp/print']);
		expect(responder.questions.filter((question) => !question.startsWith('PTR'))).toEqual([
			'SRV Shelf printer._ipp._tcp.local',
			'TXT Shelf printer._ipp._tcp.local',
			'A shelf.local',
		]);
		await responder.stop();
	});

	it('ignores packets that are not DNS, too large or queries, and ends when it is flooded', async () => {
		const large = encode({
			type: 'response',
			answers: recordsOf(printer({ instance: 'Large', txt: Array(40).fill('x'.repeat(250)) })),
		});
		const bad = [
			Buffer.from('no'),
			Buffer.alloc(500, 0xff),
			Buffer.from([0, 0, 0x84, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0xc0, 12]),
		];
		const responder = await startMdnsResponder([printer()], {
			onQuery: ({ send }) => {
				for (const packet of [...bad, large]) send(packet);
			},
		});
		expect(large.length).toBeGreaterThan(9_000);
		expect(await search(responder.port)).toEqual(['ipp://127.0.0.1:8631/ipp/print']);
		await responder.stop();

		const noise = Buffer.alloc(8_000, 0xff);
		let isFlooding = true;
		const flood = await startMdnsResponder([], {
			onQuery({ send }) {
				const sendMore = () => {
					if (!isFlooding) return;
					send(noise);
					setImmediate(sendMore);
				};
				sendMore();
			},
		});
		// Returns only because of the limit on packets: without it, the search would last longer than the test may.
		const { announcements } = await searchPrinters({
			port: flood.port,
			interfaces: [LOOPBACK],
			searchMs: 2 * HANG_LIMIT_MS,
		});
		isFlooding = false;
		expect(announcements).toEqual([]);
		await flood.stop();
	});
});

it('the desk lists printers that are neither a queue nor a profile, and concurrent calls share one search', async () => {
	const { database } = openDesk();
	let searches = 0;
	const drivers = { ...createDrivers(undefined), systemPrinters: async () => [queue('socket://192.0.2.8')] };
	const printers = createPrinters(database, drivers, [], async () => {
		searches += 1;
		const isQueue = announced({ instance: 'Queue', address: '192.0.2.8' });
		const isProfile = announced({ instance: 'Profile', address: '192.0.2.9' });
		return { announcements: [announced(), isQueue, isProfile], ownAddresses: new Set<string>() };
	});
	expect((await printers.discoverNetwork()).map(({ name }) => name)).toEqual(['Profile', 'Shelf printer']);
	const device = { driver: 'ipp', url: 'ipp://192.0.2.9:631/ipp/print' };
	printers.save(printerSchema.parse({ id: 'p', name: 'P', device, stock: 'A4' }));
	const [first, second] = await Promise.all([printers.discoverNetwork(), printers.discoverNetwork()]);
	expect(first.map(({ name }) => name)).toEqual(['Shelf printer']);
	expect(second).toEqual(first);
	expect(searches).toBe(2);
});
