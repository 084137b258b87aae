// Voided shipments: what is printed of them, what a scan of their label answers, and what stays.
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { createScanVerification } from '../../../src-main/documents/scan-verification';
import { handleScan } from '../../../src-main/shipments/scan-lookup';
import { openShippingDesk } from '../../fixtures/shipping-desk';

async function labelFile(): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	document.addPage([288, 432]).drawText('Label T9');
	return document.save();
}

async function openVoidedDesk() {
	const voided: string[] = [];
	const desk = openShippingDesk({}, { onVoided: (id, reason) => () => void voided.push(`${id} ${reason}`) });
	const { id, documentIds } = await desk.book(await labelFile());
	const [documentId = 0] = documentIds;
	return { ...desk, id, documentId, voided };
}

describe('a voided shipment', () => {
	it('keeps its label, which is not printed again', async () => {
		const { shipments, deskPrinting, documents, queue, jobs, id, documentId } = await openVoidedDesk();
		const job = jobs.add(documentId, 'papers');
		expect(shipments.markVoid(id, 'parcel').jobs.map(({ state }) => state)).toEqual(['cancelled']);
		expect(() => deskPrinting.print(documentId)).toThrow('its label is not printed');
		const later = queue.add(documentId, 'papers');
		await expect.poll(() => jobs.summary(later.id).state).toBe('failed');
		expect(jobs.summary(later.id).message).toMatch('its label is not printed');
		expect(jobs.summary(job).state).toBe('cancelled');
		expect(documents.documentsOfShipment(id)).toHaveLength(1);
	});

	it('tells the desk once its state is stored, and is voided once', async () => {
		const { shipments, journal, id, voided } = await openVoidedDesk();
		shipments.markVoid(id, 'service');
		expect(voided).toEqual([`${id} service`]);
		expect(() => shipments.markVoid(id, 'other')).toThrow('This shipment is now void. Nothing was changed.');
		expect(journal.history(id).map(({ state }) => state)).toEqual(['composed', 'sending', 'booked', 'voided']);
	});

	it('has a label that says STOP at each scan', async () => {
		const { shipments, journal, database, documents, id } = await openVoidedDesk();
		const scanVerification = createScanVerification(database, documents, () => new Date());
		const services = {
			journal,
			scanVerification,
			items: { findIdByScan: () => undefined },
			packing: { knowsCode: () => false },
		};
		shipments.markVoid(id, 'address');
		expect(handleScan(services, 'T9')).toEqual({ kind: 'voided', shipmentId: id, recipient: 'Muster GmbH' });
		expect(journal.summary(id).verifiedAt).toBeNull();
	});

	it('is not counted in the cost of its day, and its reference is free', async () => {
		const { shipments, journal, id } = await openVoidedDesk();
		const { reference } = journal.summary(id);
		expect(journal.findActiveByReference(reference)?.id).toBe(id);
		shipments.markVoid(id, 'address');
		expect(journal.findActiveByReference(reference)).toBeUndefined();
		const [day] = await journal.listDays({
			text: '',
			state: null,
			carrier: null,
			countryCode: null,
			from: null,
			until: null,
		});
		expect(day).toMatchObject({ shipments: 1, spendEur: 0 });
	});
});
