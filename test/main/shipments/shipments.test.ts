// Creating shipments on a desk with a fake service: what is saved, reported and printed for each outcome.
import { readdirSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import type { ShipmentOutcome } from '../../../src-main/connections/service-interface';
import { unreadableDocument } from '../../../src-main/documents/new-document';
import { splitDocuments } from '../../../src-main/documents/split';
import { exampleDraft, recipient } from '../../fixtures/shipment-draft';
import { anyShipment, openShippingDesk } from '../../fixtures/shipping-desk';

const now = () => new Date('2026-11-21T10:00:00Z');
const booked: Extract<ShipmentOutcome, { kind: 'booked' }> = {
	kind: 'booked',
	message: 'booked',
	shipment: {
		id: 7,
		status: 's',
		carrier: 'C',
		product: 'P',
		price: 9.5,
		trackingNumber: 'T1',
		trackingUrl: '',
	},
	documents: [],
	warnings: [],
};

async function label(): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const page = document.addPage([288, 432]);
	page.drawRectangle({ x: 10, y: 10, width: 20, height: 20 });
	page.drawText('T1');
	return document.save();
}

const bookedWithLabel = async (): Promise<typeof booked> => ({ ...booked, documents: [await label()] });

function openDesk(
	outcome: ShipmentOutcome,
	onSend: (state: string) => void = () => {},
	split: typeof splitDocuments = splitDocuments,
) {
	let sent = 0;
	const opened = openShippingDesk(
		{
			createShipment: async () => {
				onSend(opened.journal.summary(1).state);
				sent += 1;
				return outcome.kind === 'booked' ? { ...outcome, shipment: { ...outcome.shipment, id: sent } } : outcome;
			},
		},
		{ now, split },
	);
	return opened;
}

describe('creating a shipment', () => {
	it('says that it is booked before its label has been read, and not when it is rejected', async () => {
		const steps: string[] = [];
		const answers = [
			await bookedWithLabel(),
			{ kind: 'rejected', error: new AppError('input.invalid', 'no') },
		] as const;
		const { shipments } = openShippingDesk(
			{ createShipment: async () => answers[steps.length === 0 ? 0 : 1] },
			{
				now,
				onLabelReceived: () => steps.push('booked'),
				split: async (...document) => {
					const parts = await splitDocuments(...document);
					steps.push('label read');
					return parts;
				},
			},
		);
		await shipments.create(exampleDraft, 7, true);
		await expect(shipments.create(exampleDraft, 7, true)).rejects.toThrow('no');
		expect(steps).toEqual(['booked', 'label read']);
	});

	it('never accepts the answer to another shipment', async () => {
		const { shipments, journal } = openShippingDesk({ createShipment: async () => booked }, { now });
		expect((await shipments.create(exampleDraft, 1, true)).state).toBe('booked');
		expect(await shipments.create(exampleDraft, 1, true)).toMatchObject({
			state: 'unknown',
			message: expect.stringContaining('another shipment from this desk (T1)'),
		});
		expect(journal.count('booked')).toBe(1);
	});

	it('records the warnings that the user confirmed', async () => {
		const { shipments, journal } = openShippingDesk({ createShipment: async () => booked }, { now });
		const confirmedWarnings = ['To: Phone: Not a valid phone number.', 'To: City: Not there.'];
		const message = 'Sent in spite of: To: Phone: Not a valid phone number. To: City: Not there.';
		const { id } = await shipments.create(exampleDraft, 1, true, undefined, { confirmedWarnings });
		expect(journal.history(id)).toContainEqual(expect.objectContaining({ state: 'sending', message }));
		const queued = shipments.queue(exampleDraft, { kind: 'cheapest' }, 20, undefined, confirmedWarnings);
		expect(journal.history(queued.id)).toContainEqual(expect.objectContaining({ state: 'queued', message }));
	});

	it('keeps a shipment that was not sent, and sends the same shipment the next time', async () => {
		let outcome: ShipmentOutcome = {
			kind: 'rejected',
			error: new AppError('partner.unreachable', 'offline', { disposition: 'retry' }),
		};
		const { shipments, journal } = openShippingDesk({ createShipment: async () => outcome }, { now });
		const error = await shipments.create(exampleDraft, 1, true).catch((caught) => caught);
		expect(error).toMatchObject({ code: 'partner.unreachable', shipmentId: 1 });
		expect(journal.summary(1).state).toBe('composed');
		outcome = booked;
		expect(await shipments.create({ ...exampleDraft, reference: 'CHANGED' }, 1, true, 1)).toMatchObject({
			id: 1,
			state: 'booked',
			reference: 'CHANGED',
		});
		expect(journal.list(anyShipment, undefined, 10)).toHaveLength(1);
	});

	it('finds a shipment with the same reference for a day', async () => {
		let time = now();
		const { shipments } = openShippingDesk({ createShipment: async () => booked }, { now: () => time });
		await shipments.create({ ...exampleDraft, reference: 'Order-7' }, 1, true);
		expect(shipments.findRecent(' ORDER-7 ')).toMatchObject({ id: 1, state: 'booked' });
		expect(shipments.findRecent('')).toBeNull();
		expect(shipments.findRecent('ORDER-8')).toBeNull();
		time = new Date(time.getTime() + 25 * 60 * 60 * 1000);
		expect(shipments.findRecent('ORDER-7')).toBeNull();
	});

	it('finds the last pickup of a sender', async () => {
		const { shipments, journal } = openDesk(booked);
		const pickup = { from: '13:00', to: '17:00', instructions: 'Ring' };
		await shipments.create({ ...exampleDraft, schedulePickup: true, pickup }, 1, true);
		await shipments.create(exampleDraft, 1, true);
		expect(journal.findLastPickup(exampleDraft.from)).toEqual({
			requestedAt: now().toISOString(),
			carrier: 'C',
			pickup,
		});
		expect(journal.findLastPickup({ ...exampleDraft.from, zipcode: '9999 ZZ' })).toBeNull();
	});

	it('holds all queued shipments of a restored journal until the user approves them', async () => {
		const { shipments, journal } = openDesk(booked);
		for (const reference of ['A', 'B'])
			shipments.queue({ ...exampleDraft, reference }, { kind: 'cheapest' }, 12, undefined);
		expect(journal.holdAll('Restored from a copy.')).toBe(2);
		expect(journal.list(anyShipment, undefined, 10).map(({ state, message }) => [state, message])).toEqual([
			['held', 'Restored from a copy.'],
			['held', 'Restored from a copy.'],
		]);
		expect(shipments.release(1, 12).state).toBe('queued');
	});

	it('saves the intent before it sends', async () => {
		const statesAtSending: string[] = [];
		const { shipments } = openDesk(booked, (state) => statesAtSending.push(state));
		expect((await shipments.create(exampleDraft, 1, true)).state).toBe('booked');
		expect(statesAtSending).toEqual(['sending']);
	});

	it('sends nothing while a field has an error', async () => {
		const statesAtSending: string[] = [];
		const { shipments, journal } = openDesk(booked, (state) => statesAtSending.push(state));
		const dutiable = { ...exampleDraft, to: { ...recipient, countryCode: 'CH' } };
		await expect(shipments.create(dutiable, 1, true)).rejects.toMatchObject({
			code: 'input.invalid',
			fields: [{ path: 'reasonForExport' }, { path: 'incoterms' }],
		});
		expect(statesAtSending).toEqual([]);
		expect(journal.list(anyShipment, undefined, 10)).toEqual([]);
	});

	it('saves a refusal and throws its reason; a lost answer is saved without an error', async () => {
		const refused = openDesk({
			kind: 'rejected',
			error: new AppError('partner.rejected', 'no', { disposition: 'reject' }),
		});
		await expect(refused.shipments.create(exampleDraft, 1, true)).rejects.toThrow('no');
		expect(refused.journal.list(anyShipment, undefined, 10)[0]?.state).toBe('rejected');
		const lost = openDesk({ kind: 'unknown', message: 'The answer was lost.' });
		expect((await lost.shipments.create(exampleDraft, 1, true)).state).toBe('unknown');
		expect(lost.journal.count('unknown')).toBe(1);
	});

	it.each([
		[booked, 'booked', /IS booked \(C T1\).*Write the number down/],
		[
			{ kind: 'unknown', message: 'The answer was lost.' } as ShipmentOutcome,
			'unknown',
			/may be booked.*Do not send it again/,
		],
	])('shows an unsaved booking as its outcome, with what to do', async (outcome, state, message) => {
		const { shipments, journal } = openDesk(outcome);
		const failWithFullDisk = () => {
			throw new AppError('storage.full', 'The disk is full');
		};
		Object.assign(journal, { recordBooking: failWithFullDisk, recordUnknown: failWithFullDisk });
		expect(await shipments.create(exampleDraft, 1, true)).toMatchObject({
			state,
			isUnsaved: true,
			message: expect.stringMatching(message),
		});
		expect(journal.recoverInterrupted()).toBe(1);
	});

	it('books even when a later step fails', async () => {
		const { shipments, addressBook, errors } = openDesk(booked);
		Object.assign(addressBook, {
			markUsed: async () => {
				throw new Error('disk full');
			},
		});
		expect((await shipments.create(exampleDraft, 1, true)).state).toBe('booked');
		await expect.poll(() => errors).toHaveLength(2);
	});

	it('prints the label on the label printer of the draft, or by the print rules if that printer does not exist', async () => {
		const { shipments, submission, jobs } = openDesk(await bookedWithLabel());
		for (const labelPrinterId of ['papers', 'gone']) {
			await shipments.create({ ...exampleDraft, labelPrinterId }, 1, true);
			await submission.drain();
		}
		expect(jobs.latestJobs(10).map(({ printerId }) => printerId)).toEqual(['folder', 'papers']);
	});

	it('saves a booking and its label when a full disk has space again, and prints the label', async () => {
		const { shipments, submission, journal, documents, jobs } = openDesk(await bookedWithLabel());
		const { recordBooking } = journal;
		let isFull = true;
		Object.assign(journal, {
			recordBooking: (...args: Parameters<typeof recordBooking>) => {
				if (isFull) throw new AppError('storage.full', 'The disk is full');
				recordBooking(...args);
			},
		});
		expect(await shipments.create(exampleDraft, 1, true)).toMatchObject({
			state: 'booked',
			isUnsaved: true,
			trackingNumber: 'T1',
			priceEur: 9.5,
			message: expect.stringMatching(/keep Waybill running/),
		});
		isFull = false;
		await submission.drain();
		expect(shipments.detail(1)).toMatchObject({ state: 'booked', isUnsaved: false, message: 'booked' });
		expect(journal.summary(1)).toMatchObject({ state: 'booked', trackingNumber: 'T1' });
		await expect.poll(() => documents.documentsOfShipment(1).map(({ kind }) => kind)).toEqual(['label']);
		await expect.poll(() => jobs.latestJobs(1)[0]?.state).toBe('sent');
	});

	it('prints the label of an unsaved booking from memory, and not again when it is saved', async () => {
		const { shipments, submission, journal, documents, jobs, folder } = openDesk(await bookedWithLabel());
		const { recordBooking } = journal;
		let isFull = true;
		Object.assign(journal, {
			recordBooking: (...args: Parameters<typeof recordBooking>) => {
				if (isFull) throw new AppError('storage.full', 'The disk is full');
				recordBooking(...args);
			},
		});
		await shipments.create(exampleDraft, 1, true);
		const { destination } = await shipments.printUnsaved(1);
		expect(readdirSync(folder).filter((name) => destination.endsWith(name))).toHaveLength(1);
		const printedCount = readdirSync(folder).length;
		isFull = false;
		await submission.drain();
		await expect.poll(() => documents.documentsOfShipment(1)).toHaveLength(1);
		await expect.poll(() => jobs.latestJobs(10).map(({ state }) => state)).toEqual(['sent']);
		expect(readdirSync(folder)).toHaveLength(printedCount);
		await expect(shipments.printUnsaved(1)).rejects.toMatchObject({ code: 'document.notFound' });
	});

	it('stores received documents unchanged until they are split, and splits them after a kill', async () => {
		const outcome = await bookedWithLabel();
		let isKilled = true;
		const { shipments, ingestion, documents, queue, jobs } = openDesk(
			outcome,
			() => {},
			async (...parameters) => {
				if (isKilled) throw new Error('killed here');
				return splitDocuments(...parameters);
			},
		);
		expect(await shipments.create(exampleDraft, 1, true)).toMatchObject({ state: 'booked', documents: [] });
		expect(documents.pendingIngestions()).toHaveLength(1);
		isKilled = false;
		await ingestion.ingestPending();
		expect(shipments.detail(1).documents).toMatchObject([{ kind: 'label', pages: 1 }]);
		await queue.drain();
		expect(jobs.latestJobs(10)).toHaveLength(1);
		await ingestion.ingestPending();
		expect(jobs.latestJobs(10)).toHaveLength(1);
	});

	it('stores and prints each of several documents in one answer, and reports the warnings', async () => {
		const oneDocument = await bookedWithLabel();
		const twoDocuments = {
			...oneDocument,
			documents: [...oneDocument.documents, ...oneDocument.documents],
			warnings: ['The service also reported: x.'],
		};
		const { shipments, jobs } = openDesk(twoDocuments);
		expect(await shipments.create(exampleDraft, 1, true)).toMatchObject({
			state: 'booked',
			message: 'booked The service also reported: x.',
			documents: [{ kind: 'label' }, { kind: 'label' }],
		});
		await expect.poll(() => jobs.latestJobs(10).map(({ state }) => state)).toEqual(['sent', 'sent']);
	});

	it('prints only the document that became readable when it is read again', async () => {
		let isUnreadable = true;
		const oneDocument = await bookedWithLabel();
		const unreadable = new TextEncoder().encode('hard');
		const { shipments, ingestion, jobs } = openDesk(
			{ ...oneDocument, documents: [...oneDocument.documents, unreadable] },
			() => {},
			async (bytes, ...rest) => {
				if (bytes.length !== unreadable.length) return splitDocuments(bytes, ...rest);
				return isUnreadable ? [unreadableDocument(bytes, 'it took too long')] : splitDocuments(await label(), ...rest);
			},
		);
		const { documents } = await shipments.create(exampleDraft, 1, true);
		expect(documents.map(({ kind }) => kind)).toEqual(['label', 'unreadable']);
		expect(jobs.latestJobs(10)).toHaveLength(1);
		isUnreadable = false;
		await ingestion.reprocess(documents[1]?.id ?? 0);
		expect(shipments.detail(1).documents.map(({ kind }) => kind)).toEqual(['label', 'label']);
		expect(jobs.latestJobs(10)).toHaveLength(2);
	});

	it('stores and queues documents in one commit: a document that cannot be queued is not stored', async () => {
		const { shipments, ingestion, documents, queue, jobs } = openDesk(await bookedWithLabel());
		const add = queue.add;
		Object.assign(queue, {
			add: () => {
				throw new AppError('storage.full', 'The disk is full');
			},
		});
		expect(await shipments.create(exampleDraft, 1, true)).toMatchObject({ state: 'booked', documents: [] });
		expect(documents.pendingIngestions()).toHaveLength(1);
		Object.assign(queue, { add });
		await ingestion.ingestPending();
		expect(jobs.latestJobs(10).map(({ state }) => state)).toEqual(['sent']);
	});

	it('reads a document again that could not be printed', async () => {
		let isUnreadable = true;
		const { shipments, ingestion, jobs } = openDesk(
			await bookedWithLabel(),
			() => {},
			async (bytes, ...rest) =>
				isUnreadable ? [unreadableDocument(bytes, 'it took too long')] : splitDocuments(bytes, ...rest),
		);
		const [document] = (await shipments.create(exampleDraft, 1, true)).documents;
		expect(document).toMatchObject({ kind: 'unreadable' });
		isUnreadable = false;
		await ingestion.reprocess(document?.id ?? 0);
		expect(shipments.detail(1).documents).toMatchObject([{ kind: 'label' }]);
		expect(jobs.latestJobs(10).map(({ state }) => state)).toEqual(['sent']);
	});

	it('stores and prints once when two ingestions run at the same time', async () => {
		let release: () => void = () => {};
		const released = new Promise<void>((resolve) => {
			release = resolve;
		});
		const { shipments, ingestion, documents, queue, jobs } = openDesk(
			await bookedWithLabel(),
			() => {},
			async (...parameters) => {
				await released;
				return splitDocuments(...parameters);
			},
		);
		const booking = shipments.create(exampleDraft, 1, true);
		await expect.poll(() => documents.pendingIngestions().length).toBe(1);
		const again = ingestion.ingestPending();
		release();
		await Promise.all([booking, again]);
		await queue.drain();
		expect(documents.documentsOfShipment(1)).toHaveLength(1);
		expect(jobs.latestJobs(10)).toHaveLength(1);
	});
});
