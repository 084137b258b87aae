// Sends damaged multicast DNS packets: every printer found in them must have a valid profile and a printable name.
import { encode } from 'dns-packet';
import fc from 'fast-check';
import { printerSchema } from '../../../src-contract/model/print';
import { createRecordCollection } from '../../../src-main/printing/discovery/dns-sd-records';
import { readRecords } from '../../../src-main/printing/discovery/dns-sd-search';
import { findNewPrinters } from '../../../src-main/printing/discovery/network-printers';
import { recordsOf } from '../../fixtures/mdns-responder';
import { HOSTILE_TEXTS, mutated } from './hostile';
import { attemptAll, type SurfaceReport } from './surface';

const SERVICES = ['_ipp._tcp.local', '_ipps._tcp.local', '_pdl-datastream._tcp.local'];
const MAX_LABEL_CHARS = 15;
const MAX_TXT_CHARS = 60;

const printer = fc.record({
	// Shorter than the DNS limit: the encoder writes longer labels in a form that its decoder rejects.
	instance: fc.constantFrom('Shelf printer', ...HOSTILE_TEXTS.map((text) => text.slice(0, MAX_LABEL_CHARS))),
	type: fc.constantFrom(...SERVICES),
	port: fc.constantFrom(0, 631, 9100, 65_535),
	host: fc.constantFrom('shelf.local', 'SHELF.local', 'a', 'other.example.com'),
	address: fc.constantFrom('192.0.2.7', '127.0.0.1', '0.0.0.0', '224.0.0.251'),
	txt: fc
		.tuple(
			fc.constantFrom('rp=', 'pdl=', 'ty=', 'usb_CMD=', '=', ''),
			fc.constantFrom('ipp/print', 'ZPL', 'ESC/POS', ...HOSTILE_TEXTS.map((text) => text.slice(0, MAX_TXT_CHARS))),
		)
		.map(([key, value]) => ['rp=printers/a', 'pdl=EPL2', key + value]),
});
const packets = fc.sample(printer, { numRuns: 300, seed: 1 }).flatMap((item) => {
	const [ptr, ...rest] = recordsOf(item);
	return ptr ? [encode({ type: 'response', answers: [ptr], additionals: rest })] : [];
});

/** @returns the report; `outcomes.printer` counts inputs that contained a printer */
export function fuzzAnnouncements(count: number, seed: number): Promise<SurfaceReport> {
	return attemptAll({
		inputs: fc.array(mutated(packets), { minLength: 1, maxLength: 5 }),
		count,
		seed,
		maxMs: 1_000,
		attempt(input) {
			const records = createRecordCollection();
			for (const packet of input) records.add(readRecords(packet), false);
			encode({ type: 'query', questions: records.questions() });
			const known = { queues: [], devices: [], ownAddresses: new Set<string>() };
			const found = findNewPrinters(records.announcements(), known);
			for (const { name, device, description } of found) {
				printerSchema.parse({ id: 'p', name, device, stock: '4x6' });
				if (/[\p{C}\p{Zl}\p{Zp}]/u.test(name + description)) throw new Error('a name contains unprintable characters');
				// Not 4.127.0.15.
				if (/(^|[^\d.])127\./.test(description)) throw new Error('another machine announced a loopback address');
			}
			return found.length > 0 ? 'printer' : 'nothing';
		},
	});
}
