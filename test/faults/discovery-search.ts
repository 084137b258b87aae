// Runs the searches of `npm run faults -- discovery` inside its namespaces. Prints the report as JSON.
import { readFileSync } from 'node:fs';
import { printerSchema } from '../../src-contract/model/print';
import { createDrivers } from '../../src-main/printing/devices/registry';
import { searchPrinters } from '../../src-main/printing/discovery/dns-sd-search';
import { findNewPrinters } from '../../src-main/printing/discovery/network-printers';
import type { DiscoveryReport } from './discovery';

/** Printers announced with a supported language. The shelf printer announces two services; only the encrypted one is listed. */
const EXPECTED = ['tcp://127.0.0.1:9100', 'ipps://127.0.0.1:8631/ipp/print'];

async function search(count: number): Promise<DiscoveryReport> {
	const drivers = createDrivers(undefined);
	const browsed = readFileSync(process.env.BROWSED ?? '', 'utf8')
		.split('\n')
		.filter((line) => line.startsWith('='));
	const report: DiscoveryReport = { searches: 0, found: 0, ready: 0, lost: 0, misreported: 0, browsed, listed: [] };
	for (; report.searches < count; report.searches += 1) {
		const { announcements, ownAddresses } = await searchPrinters();
		const found = findNewPrinters(announcements, { queues: [], devices: [], ownAddresses });
		const addresses = found.map(({ description }) => description);
		report.listed = found.map(({ name, description }) => `${name} ${description}`);
		report.found += found.length;
		report.lost += EXPECTED.filter((address) => !addresses.includes(address)).length;
		report.misreported += addresses.filter(
			(address, at) => !EXPECTED.includes(address) || addresses.indexOf(address) !== at,
		).length;
		for (const { name, device } of found.filter((printer) => printer.device.driver === 'ipp')) {
			const printer = printerSchema.parse({ id: 'found', name, device, stock: 'A4' });
			const { condition } = await drivers.of(printer).readStatus(printer);
			report.ready += Number(condition === 'ready');
		}
	}
	return report;
}

console.info(JSON.stringify(await search(Number(process.argv[2]))));
