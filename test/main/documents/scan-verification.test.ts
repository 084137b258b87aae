// Scan verification: which scanned codes prove that a label is on the right parcel.
import { describe, expect, it } from 'vitest';
import { createScanVerification } from '../../../src-main/documents/scan-verification';
import { labelsOfWidths, labelWith } from '../../fixtures/coded-labels';
import { openDesk } from '../../fixtures/desk';

const now = () => new Date('2026-11-21T10:00:00Z');
function openScanDesk() {
	const opened = openDesk({ now });
	return { ...opened, scanVerification: createScanVerification(opened.database, opened.documents, now) };
}

it('accepts a label once and reports a second scan', async () => {
	const { scanVerification, journal, book } = openScanDesk();
	const { id } = await book(await labelWith(['09520000000001I']), { trackingNumber: '09520000000001I' });
	// With the symbology identifier that scanners send.
	expect(scanVerification.scan(id, ']C009520000000001I')).toEqual({
		kind: 'right',
		isVerified: true,
		scanned: 1,
		pages: 1,
	});
	expect(journal.summary(id).verifiedAt).toBe(now().toISOString());
	expect(scanVerification.scan(id, '0952 0000 0000 01i')).toMatchObject({ kind: 'scannedBefore' });
});

it('counts the pieces of a shipment, each by its own code', async () => {
	const { scanVerification, book } = openScanDesk();
	const label = await labelWith(['TRACK0001234', 'PIECE00001'], ['TRACK0001234', 'PIECE00002']);
	const { id } = await book(label, { trackingNumber: 'TRACK0001234' });
	expect(scanVerification.scan(id, 'PIECE00002')).toEqual({ kind: 'right', isVerified: false, scanned: 1, pages: 2 });
	expect(scanVerification.scan(id, 'PIECE00002')).toMatchObject({ kind: 'scannedBefore' });
	// The code is on both pieces.
	expect(scanVerification.scan(id, 'TRACK0001234')).toEqual({ kind: 'wholeShipment' });
	expect(scanVerification.scan(id, 'PIECE00001')).toMatchObject({ kind: 'right', isVerified: true });
});

it('counts each scan of pieces that share one code, and labels in a printer language by their own codes', async () => {
	const { scanVerification, book } = openScanDesk();
	const { id } = await book(await labelWith(['TRACK0001234'], ['TRACK0001234']), { trackingNumber: 'TRACK0001234' });
	expect(scanVerification.scan(id, 'TRACK0001234')).toMatchObject({ kind: 'right', isVerified: false });
	expect(scanVerification.scan(id, 'TRACK0001234')).toMatchObject({ kind: 'right', isVerified: true });
	const zpl = ['PIECE00011', 'PIECE00012'].map((code) => `^XA^FO20,20^BCN,100^FD${code}^FS^XZ`).join('');
	const { id: zplId } = await book(Buffer.from(zpl), { trackingNumber: 'TRACK0009999' });
	expect(scanVerification.scan(zplId, 'PIECE00012')).toMatchObject({ kind: 'right', isVerified: false, pages: 2 });
	expect(scanVerification.scan(zplId, 'PIECE00012')).toMatchObject({ kind: 'scannedBefore' });
});

it('reports the label of another parcel, and identifies that parcel', async () => {
	const { scanVerification, journal, book } = openScanDesk();
	const { id } = await book(await labelWith(['TRACK0000001']), { trackingNumber: 'TRACK0000001' });
	const { id: other } = await book(await labelWith(['TRACK0000002', 'PIECE00009']), {
		trackingNumber: 'TRACK 0000002',
	});
	const wrong = { kind: 'wrong', otherShipmentId: other, otherRecipient: journal.summary(other).recipient };
	expect(scanVerification.scan(id, 'TRACK0000002')).toEqual(wrong);
	expect(scanVerification.scan(id, 'PIECE00009')).toEqual(wrong);
	expect(scanVerification.scan(id, 'NOBODY00001')).toEqual({
		kind: 'wrong',
		otherShipmentId: null,
		otherRecipient: '',
	});
	expect(journal.summary(id).verifiedAt).toBeNull();
});

it('does not close a parcel by a code that is also on other labels, such as that of a depot, or by a date', async () => {
	const { scanVerification, journal, book } = openScanDesk();
	const codes = ['DEPOT12345'];
	const { id } = await book(await labelWith(['TRACK0000001', ...codes]), { trackingNumber: 'TRACK0000001' });
	await book(await labelWith(['TRACK0000002', ...codes]), { trackingNumber: 'TRACK0000002' });
	expect(scanVerification.scan(id, 'DEPOT12345')).toEqual({ kind: 'ambiguous' });
	expect(scanVerification.scan(id, '2026-11-21')).toMatchObject({ kind: 'wrong', otherShipmentId: null });
	expect(journal.summary(id).verifiedAt).toBeNull();
	await book(await labelWith(['TRACK0000003', ...codes]), { trackingNumber: 'TRACK0000003' });
	const { id: otherDepotId } = await book(await labelWith(['TRACK0000004']), { trackingNumber: 'TRACK0000004' });
	expect(scanVerification.scan(otherDepotId, 'DEPOT12345')).toEqual({
		kind: 'wrong',
		otherShipmentId: null,
		otherRecipient: '',
	});
});

describe('scan verification by the codes that carriers print', () => {
	const GS = '\x1d';
	it('accepts the FedEx code of 34 digits by the number in its last 12 digits, and the PDF417', async () => {
		const { scanVerification, book } = openScanDesk();
		const record = `[)>\x1e01${GS}0210115${GS}840${GS}05${GS}7582807772250430${GS}FDE${GS}EXAMPLE ST${GS}EXAMPLETOWN\x1e\x04`;
		const label = await labelWith(['1001135383612446743262758280777225', `{${record}`]);
		for (const scan of ['1001135383612446743262758280777225', ']C01001135383612446743262758280777225', record]) {
			const { id } = await book(label, { trackingNumber: '758280777225' });
			expect(scanVerification.scan(id, scan)).toEqual({ kind: 'right', isVerified: true, scanned: 1, pages: 1 });
			// The same digits at another position are not a number.
			expect(scanVerification.scan(id, '1001135383612758280777225446743262')).toMatchObject({ kind: 'wrong' });
		}
	});

	it('accepts the USPS code of ZIP code and number in all scanner formats, but not the ZIP code alone', async () => {
		const number = '9205590304060338687545';
		const { scanVerification, book } = openScanDesk();
		const label = await labelWith([`(420)90210(92)${number.slice(2)}`, '42090210']);
		for (const scan of [`]C142090210${GS}${number}`, `42090210${number}`, `(420) 90210 <GS>${number}`, number]) {
			const { id } = await book(label, { trackingNumber: number });
			expect(scanVerification.scan(id, '42090210')).toEqual({ kind: 'routing' });
			expect(scanVerification.scan(id, scan)).toMatchObject({ kind: 'right', isVerified: true });
		}
	});

	it('accepts an SSCC and a DHL licence plate that is only on the label, but no routing code', async () => {
		const { scanVerification, book } = openScanDesk();
		const paket = await book(await labelWith(['(00)340434352804536484', '40327610115+99000933090015']), {
			trackingNumber: '340434352804536484',
		});
		expect(scanVerification.scan(paket.id, ']C040327610115+99000933090015')).toEqual({ kind: 'routing' });
		expect(scanVerification.scan(paket.id, '(00) 3 4043435 280453648 4')).toMatchObject({
			kind: 'right',
			isVerified: true,
		});
		const express = await book(await labelWith(['2LDE10115+42000001', 'JJD014696486601465611']), {
			trackingNumber: '3692881625',
		});
		expect(scanVerification.scan(express.id, '2LDE10115+42000001')).toEqual({ kind: 'routing' });
		expect(scanVerification.scan(express.id, 'JJD014667960314786201')).toMatchObject({ kind: 'wrong' });
		expect(scanVerification.scan(express.id, '(J) JD01 4696 4866 0146 5611')).toMatchObject({
			kind: 'right',
			isVerified: true,
		});
	});

	it('accepts a record with a number of its label, but none with only an address', async () => {
		const { scanVerification, book } = openScanDesk();
		const record = 'ADE 276DE 101159016704571ZX5592KQ2377459417510101 and further fields';
		const address = 'A|Example Trading Ltd|Erika Example|34 Specimen Street|10115|Exampletown';
		const { id } = await book(await labelWith([`[${record}`, `[${address}`, 'ZX5592KQ']), {
			trackingNumber: '237745941751',
		});
		expect(scanVerification.scan(id, address)).toEqual({ kind: 'routing' });
		expect(scanVerification.scan(id, `]d1${record}`)).toMatchObject({ kind: 'right', isVerified: true });
	});

	it('accepts a UPS MaxiCode that was not read on the label, and the number of any piece', async () => {
		const { scanVerification, book } = openScanDesk();
		const label = await labelWith(['420902100001', '1ZX6X6100370935842'], ['420902100001', '1ZX6X6100351786370']);
		const { id } = await book(label, { trackingNumber: '1ZX6X6100370935842' });
		const maxicode = (end: string) =>
			`[)>\x1e01${GS}96902100001${GS}840${GS}003${GS}1Z${end}${GS}UPSN${GS}X6X610${GS}005${GS}34 SPECIMEN ST\x1e\x04`;
		expect(scanVerification.scan(id, '420902100001')).toEqual({ kind: 'routing' });
		expect(maxicode('51786370').length).toBeGreaterThan(48);
		expect(scanVerification.scan(id, maxicode('03709999'))).toMatchObject({ kind: 'wrong' });
		expect(scanVerification.scan(id, maxicode('03517863'))).toMatchObject({ kind: 'wrong' });
		expect(scanVerification.scan(id, maxicode('51786370'))).toMatchObject({ kind: 'right', scanned: 1 });
		expect(scanVerification.scan(id, maxicode('70935842'))).toMatchObject({
			kind: 'right',
			isVerified: true,
			scanned: 2,
		});
	});

	it('identifies the other parcel whose code was scanned, and treats a code of the papers as a routing code', async () => {
		const { scanVerification, database, documents, book, journal } = openScanDesk();
		const { id } = await book(await labelWith(['1001135383612446743262758280777225']), {
			trackingNumber: '758280777225',
		});
		const { id: other } = await book(await labelWith(['42090210', 'CP693172877FR'], ['EXAMPLE99']), {
			trackingNumber: '714465848239',
		});
		const wrong = { kind: 'wrong', otherShipmentId: other, otherRecipient: journal.summary(other).recipient };
		// This code is not on the other label, but its last 12 digits are the number of the other parcel.
		expect(scanVerification.scan(id, '9622001900133611443596714465848239')).toEqual(wrong);
		const [, paper] = documents.labelPages(other);
		expect(paper?.codes).toEqual(['EXAMPLE99']);
		const { id: third, documentIds } = await book(await labelWith(['CX988722481ES']), {
			trackingNumber: '714465848230',
		});
		database.run("UPDATE document SET kind = 'customs' WHERE id = ?", documentIds[0] ?? 0);
		expect(scanVerification.scan(third, 'CX988722481ES')).toEqual({ kind: 'routing' });
	});

	it('accepts only the tracking number when no code of the label can be read', async () => {
		const { scanVerification, documents, book } = openScanDesk();
		const { id } = await book(await labelWith([]), { trackingNumber: '758280777225' });
		expect(documents.labelPages(id)).toEqual([expect.objectContaining({ codes: [] })]);
		expect(scanVerification.scan(id, '42090210')).toEqual({ kind: 'routing' });
		expect(scanVerification.scan(id, '758280777226')).toMatchObject({ kind: 'wrong' });
		expect(scanVerification.scan(id, '7582 8077 7225')).toMatchObject({ kind: 'right', isVerified: true });
	});

	it('accepts none of 1,000 random codes', async () => {
		const { scanVerification, book } = openScanDesk();
		const { id } = await book(await labelWith(['1001135383612446743262758280777225']), {
			trackingNumber: '758280777225',
		});
		let state = 1;
		const random = (below: number) => {
			state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
			return Math.floor((state / 2 ** 32) * below);
		};
		const LENGTHS = [8, 10, 12, 13, 14, 18, 20, 22, 28, 30, 34];
		const PREFIXES = ['', '', '00', '420', '96', '1001', '1Z', 'JJD', '%'];
		const codes = Array.from({ length: 1000 }, () => {
			const length = LENGTHS[random(LENGTHS.length)] as number;
			const digits = Array.from({ length }, () => random(10)).join('');
			return ((PREFIXES[random(PREFIXES.length)] as string) + digits).slice(0, length);
		});
		expect(new Set(codes).size).toBeGreaterThan(990);
		const verdicts = codes.map((code) => scanVerification.scan(id, code).kind);
		expect(verdicts.filter((kind) => kind === 'wrong').length).toBeGreaterThan(990);
		expect(verdicts.filter((kind) => !['wrong', 'routing'].includes(kind))).toEqual([]);
	});
});

const zplLabel = (codes: string[], words = '') =>
	`^XA${[...codes, words].map((text) => `^FO20,20^BCN,100^FD${text}^FS`).join('')}^XZ`;

it('does not count copies in a printer language', async () => {
	const { scanVerification, book } = openScanDesk();
	const zpl = [zplLabel(['1234567890', 'PIECE00001']), zplLabel(['1234567890'], 'WAYBILL DOC')].join('');
	const { id } = await book(Buffer.from(zpl), { trackingNumber: '1234567890' });
	expect(scanVerification.scan(id, 'PIECE00001')).toEqual({ kind: 'right', isVerified: true, scanned: 1, pages: 1 });
});

it('closes a parcel when its last unscanned label is corrected to a paper, and counts labels only', async () => {
	const { scanVerification, journal, documents, book } = openScanDesk();
	const label = await labelsOfWidths([288, ['TRACK0001234']], [260, ['PIECE00002']], [230, ['PIECE00003']]);
	const { id, documentIds } = await book(label, { trackingNumber: 'TRACK0001234' });
	expect(documentIds).toHaveLength(3);
	const [, second = 0, third = 0] = documentIds;
	expect(scanVerification.scan(id, 'PIECE00002')).toEqual({ kind: 'right', isVerified: false, scanned: 1, pages: 3 });
	documents.correctKind(second, 'papers');
	expect(scanVerification.scan(id, 'TRACK0001234')).toEqual({ kind: 'right', isVerified: false, scanned: 1, pages: 2 });
	expect(journal.summary(id).verifiedAt).toBeNull();
	documents.correctKind(third, 'papers');
	expect(journal.summary(id).verifiedAt).toBe(now().toISOString());
});

describe('a label of a voided shipment', () => {
	const openVoided = async () => {
		const desk = openScanDesk();
		const { id } = await desk.book(await labelWith(['TRACK0000001', 'ORDER10045']), { trackingNumber: 'TRACK0000001' });
		desk.journal.markVoided(id, 'wrong address');
		return { ...desk, id };
	};

	it('is found by its own codes', async () => {
		const { scanVerification, id } = await openVoided();
		expect(scanVerification.voidedOwner('TRACK0000001')?.id).toBe(id);
		expect(scanVerification.ownersByCode('TRACK0000001')).toEqual([]);
		expect(scanVerification.voidedOwner('NOBODY00001')).toBeUndefined();
	});

	it('does not verify the label that was booked instead, by a code that both have', async () => {
		const { scanVerification, book } = await openVoided();
		const { id } = await book(await labelWith(['TRACK0000002', 'ORDER10045']), { trackingNumber: 'TRACK0000002' });
		expect(scanVerification.scan(id, 'ORDER10045')).toEqual({ kind: 'ambiguous' });
		expect(scanVerification.voidedOwner('ORDER10045')).toBeUndefined();
		expect(scanVerification.scan(id, 'TRACK0000002')).toMatchObject({ kind: 'right', isVerified: true });
	});
});
