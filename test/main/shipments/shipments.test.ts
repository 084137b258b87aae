import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import type { ShipmentOutcome } from '../../../src-main/connections/port';
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
	document.addPage([288, 432]).drawRectangle({ x: 10, y: 10, width: 20, height: 20 });
	return document.save();
}

const bookedWithLabel = async (): Promise<typeof booked> => ({ ...booked, documents: [await label()] });

function desk(
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
	it('never takes the answer of one shipment for that of another', async () => {
		const { shipments, journal } = openShippingDesk({ createShipment: async () => booked }, { now });
		expect((await shipments.create(exampleDraft, 1, true)).state).toBe('booked');
		expect(await shipments.create(exampleDraft, 1, true)).toMatchObject({
			state: 'unknown',
			message: expect.stringContaining('another shipment from this desk (T1)'),
		});
		expect(journal.count('booked')).toBe(1);
	});

	it('keeps here what surely was not sent, and sends the same shipment the next time', async () => {
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

	it('writes the intent before it sends', async () => {
		const seen: string[] = [];
		const { shipments } = desk(booked, (state) => seen.push(state));
		expect((await shipments.create(exampleDraft, 1, true)).state).toBe('booked');
		expect(seen).toEqual(['sending']);
	});

	it('sends nothing while a field is at fault', async () => {
		const seen: string[] = [];
		const { shipments, journal } = desk(booked, (state) => seen.push(state));
		const dutiable = { ...exampleDraft, to: { ...recipient, countryCode: 'CH' } };
		await expect(shipments.create(dutiable, 1, true)).rejects.toMatchObject({
			code: 'input.invalid',
			fields: [{ path: 'reasonForExport' }, { path: 'incoterms' }],
		});
		expect(seen).toEqual([]);
		expect(journal.list(anyShipment, undefined, 10)).toEqual([]);
	});

	it('keeps a refusal and passes its reason on; a lost answer is a state, not an error', async () => {
		const refused = desk({
			kind: 'rejected',
			error: new AppError('partner.rejected', 'no', { disposition: 'reject' }),
		});
		await expect(refused.shipments.create(exampleDraft, 1, true)).rejects.toThrow('no');
		expect(refused.journal.list(anyShipment, undefined, 10)[0]?.state).toBe('rejected');
		const lost = desk({ kind: 'unknown', message: 'The answer was lost.' });
		expect((await lost.shipments.create(exampleDraft, 1, true)).state).toBe('unknown');
		expect(lost.journal.count('unknown')).toBe(1);
	});

	it.each([
		[booked, /IS booked \(C T1\).*Write the number down/],
		[{ kind: 'unknown', message: 'The answer was lost.' } as ShipmentOutcome, /may be booked.*Do not send it again/],
	])('never makes a booking that could not be saved look as if it had failed', async (outcome, message) => {
		const { shipments, journal } = desk(outcome);
		const full = () => {
			throw new AppError('storage.full', 'The disk is full');
		};
		Object.assign(journal, { recordBooking: full, recordUnknown: full });
		await expect(shipments.create(exampleDraft, 1, true)).rejects.toThrow(message);
		expect(journal.recoverInterrupted()).toBe(1);
	});

	it('is booked even when what comes after it fails', async () => {
		const { shipments, addressBook, errors } = desk(booked);
		Object.assign(addressBook, {
			markUsed: async () => {
				throw new Error('disk full');
			},
		});
		expect((await shipments.create(exampleDraft, 1, true)).state).toBe('booked');
		await expect.poll(() => errors).toHaveLength(2);
	});

	it("prints the label where the recipient's labels go, as long as there is such a printer", async () => {
		const { shipments, submission, jobs } = desk(await bookedWithLabel());
		for (const labelPrinterId of ['papers', 'gone']) {
			await shipments.create({ ...exampleDraft, labelPrinterId }, 1, true);
			await submission.drain();
		}
		expect(jobs.latest(10).map(({ printerId }) => printerId)).toEqual(['folder', 'papers']);
	});

	it('writes a booking and its label as soon as the disk that was full has room, and prints it', async () => {
		const { shipments, submission, journal, documents, jobs } = desk(await bookedWithLabel());
		const write = journal.recordBooking;
		let isFull = true;
		Object.assign(journal, {
			recordBooking: (...args: Parameters<typeof write>) => {
				if (isFull) throw new AppError('storage.full', 'The disk is full');
				write(...args);
			},
		});
		await expect(shipments.create(exampleDraft, 1, true)).rejects.toThrow(/keep the station running/);
		isFull = false;
		await submission.drain();
		expect(journal.summary(1)).toMatchObject({ state: 'booked', trackingNumber: 'T1' });
		await expect.poll(() => documents.of(1).map(({ kind }) => kind)).toEqual(['label']);
		await expect.poll(() => jobs.latest(1)[0]?.state).toBe('sent');
	});

	it('keeps what it received as it came until it is taken apart, and does that after a kill', async () => {
		const outcome = await bookedWithLabel();
		let isKilled = true;
		const { shipments, ingestion, documents, queue, jobs } = desk(
			outcome,
			() => {},
			async (...question) => {
				if (isKilled) throw new Error('killed here');
				return splitDocuments(...question);
			},
		);
		expect(await shipments.create(exampleDraft, 1, true)).toMatchObject({ state: 'booked', documents: [] });
		expect(documents.pendingIngestions()).toHaveLength(1);
		isKilled = false;
		await ingestion.ingestPending();
		expect(shipments.detail(1).documents).toMatchObject([{ kind: 'label', pages: 1 }]);
		await queue.drain();
		expect(jobs.latest(10)).toHaveLength(1);
		await ingestion.ingestPending();
		expect(jobs.latest(10)).toHaveLength(1);
	});

	it('files and prints each of several documents of one answer, and states what is doubtful', async () => {
		const one = await bookedWithLabel();
		const two = {
			...one,
			documents: [...one.documents, ...one.documents],
			warnings: ['The service also reported: x.'],
		};
		const { shipments, jobs } = desk(two);
		expect(await shipments.create(exampleDraft, 1, true)).toMatchObject({
			state: 'booked',
			message: 'booked The service also reported: x.',
			documents: [{ kind: 'label' }, { kind: 'label' }],
		});
		await expect.poll(() => jobs.latest(10).map(({ state }) => state)).toEqual(['sent', 'sent']);
	});

	it('prints only what it reads now when one of two documents is taken apart once more', async () => {
		let isHard = true;
		const one = await bookedWithLabel();
		const hard = new TextEncoder().encode('hard');
		const { shipments, ingestion, jobs } = desk(
			{ ...one, documents: [...one.documents, hard] },
			() => {},
			async (bytes, ...rest) => {
				if (bytes.length !== hard.length) return splitDocuments(bytes, ...rest);
				return isHard ? [unreadableDocument(bytes, 'it took too long')] : splitDocuments(await label(), ...rest);
			},
		);
		const { documents } = await shipments.create(exampleDraft, 1, true);
		expect(documents.map(({ kind }) => kind)).toEqual(['label', 'unreadable']);
		expect(jobs.latest(10)).toHaveLength(1);
		isHard = false;
		await ingestion.readAgain(documents[1]?.id ?? 0);
		expect(shipments.detail(1).documents.map(({ kind }) => kind)).toEqual(['label', 'label']);
		expect(jobs.latest(10)).toHaveLength(2);
	});

	it('files and queues in one commit: what cannot be queued is not filed either', async () => {
		const { shipments, ingestion, documents, queue, jobs } = desk(await bookedWithLabel());
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
		expect(jobs.latest(10).map(({ state }) => state)).toEqual(['sent']);
	});

	it('takes apart once more what could not be printed', async () => {
		let isHard = true;
		const { shipments, ingestion, jobs } = desk(
			await bookedWithLabel(),
			() => {},
			async (bytes, ...rest) =>
				isHard ? [unreadableDocument(bytes, 'it took too long')] : splitDocuments(bytes, ...rest),
		);
		const [document] = (await shipments.create(exampleDraft, 1, true)).documents;
		expect(document).toMatchObject({ kind: 'unreadable' });
		isHard = false;
		await ingestion.readAgain(document?.id ?? 0);
		expect(shipments.detail(1).documents).toMatchObject([{ kind: 'label' }]);
		expect(jobs.latest(10).map(({ state }) => state)).toEqual(['sent']);
	});

	it('files and prints once when two come to it at the same time', async () => {
		let go: () => void = () => {};
		const isOpen = new Promise<void>((resolve) => {
			go = resolve;
		});
		const { shipments, ingestion, documents, queue, jobs } = desk(
			await bookedWithLabel(),
			() => {},
			async (...question) => {
				await isOpen;
				return splitDocuments(...question);
			},
		);
		const booking = shipments.create(exampleDraft, 1, true);
		await expect.poll(() => documents.pendingIngestions().length).toBe(1);
		const again = ingestion.ingestPending();
		go();
		await Promise.all([booking, again]);
		await queue.drain();
		expect(documents.of(1)).toHaveLength(1);
		expect(jobs.latest(10)).toHaveLength(1);
	});
});
