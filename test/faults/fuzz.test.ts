// A few hundred hostile inputs for every surface; `npm run faults -- fuzz` runs many more. The fixed seed makes failures repeatable.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { printerSchema } from '../../src-contract/model/print';
import { drawTestLabel } from '../../src-main/printing/layout/test-label';
import { HANG_LIMIT_MS } from '../fixtures/hang-limit';
import { SURFACES } from './fuzz/surfaces';
import { threads } from './fuzz/threads';

const COUNTS: Record<string, number> = {
	calls: 400,
	documents: 120,
	addressFiles: 150,
	orderFiles: 150,
	backups: 150,
	client: 300,
	requests: 1_500,
	announcements: 500,
	router: 1_500,
	answers: 1_500,
};

/** Two pixels. */
const GIF = 'R0lGODlhAgABAIAAAAAAAP///yH5BAAAAAAALAAAAAACAAEAAAICDAoAOw==';

async function documents(): Promise<readonly Uint8Array[]> {
	const device = { driver: 'folder', folder: '/' };
	const printer = printerSchema.parse({ id: 'p', name: 'P', device, stock: '4x6' });
	const zpl = Buffer.from('^XA^FO50,50^BY3^BCN,100^FDTEST0001^FS^XZ');
	return [
		await drawTestLabel(printer, new Date('2026-11-22T10:00:00Z')),
		Buffer.from(GIF, 'base64'),
		new Uint8Array(zpl),
	];
}

it.each(Object.entries(SURFACES))(
	'%s accepts hostile inputs without a failure',
	async (name, { attempt }) => {
		const folder = mkdtempSync(path.join(tmpdir(), 'waybill-fuzz-'));
		const count = COUNTS[name] as number;
		const report = await attempt({ folder, count, seed: 20261122, threads, documents });
		expect(report.failures).toEqual([]);
		expect(report.inputs).toBe(count);
	},
	// Hundreds of inputs a surface: several times as long as an ordinary test.
	5 * HANG_LIMIT_MS,
);
