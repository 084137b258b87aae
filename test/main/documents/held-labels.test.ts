// Labels that may belong to another shipment: held when they are received, printed only after the user has accepted them, and never
// a proof that the parcel has the right label.
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { ShipmentDraft } from '../../../src-contract/model/shipment-draft';
import { holdForeignLabels } from '../../../src-main/documents/label-ownership';
import type { NewDocument } from '../../../src-main/documents/new-document';
import { createScanVerification } from '../../../src-main/documents/scan-verification';
import { labelWith } from '../../fixtures/coded-labels';
import { exampleDraft } from '../../fixtures/shipment-draft';
import { openShippingDesk } from '../../fixtures/shipping-desk';

const now = () => new Date('2026-11-21T10:00:00Z');
const OWN = '3SEXMP00000011';
const BEFORE = '3SEXMP00000022';

interface Answer {
	trackingNumber: string;
	labels: Uint8Array[];
}

/** A desk whose service gives these answers, one after the other. */
function openHeldDesk(answers: Answer[]) {
	let count = 0;
	const desk = openShippingDesk(
		{
			async createShipment() {
				const answer = answers[count];
				count += 1;
				if (!answer) throw new Error('there is no further answer');
				const { trackingNumber, labels } = answer;
				const shipment = {
					id: count,
					status: 'created_at_carrier',
					carrier: 'C',
					product: 'P',
					price: 9.5,
					trackingNumber,
					trackingUrl: '',
				};
				return { kind: 'booked', message: '', shipment, documents: labels, warnings: [] };
			},
		},
		{ now },
	);
	return { ...desk, scanVerification: createScanVerification(desk.database, desk.documents, now) };
}
const pieces = (count: number): ShipmentDraft => ({
	...exampleDraft,
	parcels: exampleDraft.parcels.map((parcel) => ({ ...parcel, count })),
});

describe('a received label', () => {
	it('with a code of its shipment is printed', async () => {
		const { shipments, jobs } = openHeldDesk([{ trackingNumber: OWN, labels: [await labelWith([OWN])] }]);
		const detail = await shipments.create(exampleDraft, 1, true);
		expect(detail.documents).toMatchObject([{ kind: 'label', isHeld: false, message: '' }]);
		expect(jobs.latestJobs(10)).toHaveLength(1);
	});

	it('of the shipment before is held, and its code verifies nothing', async () => {
		const label = await labelWith([BEFORE]);
		const { shipments, jobs, deskPrinting, scanVerification } = openHeldDesk([
			{ trackingNumber: BEFORE, labels: [label] },
			{ trackingNumber: OWN, labels: [label] },
		]);
		await shipments.create(exampleDraft, 1, true);
		const { id, documents } = await shipments.create(exampleDraft, 1, true);
		const documentId = documents[0]?.id ?? 0;
		expect(documents).toMatchObject([
			{ isHeld: true, message: 'Its bar code is that of another shipment, to Muster GmbH.' },
		]);
		expect(jobs.latestJobs(10)).toHaveLength(1);
		expect(() => deskPrinting.print(documentId)).toThrow(/must be checked and was not printed/);
		expect(scanVerification.scan(id, BEFORE)).toMatchObject({ kind: 'wrong', otherShipmentId: 1 });
		// The code still finds the shipment that it belongs to, and only that one.
		expect(scanVerification.ownersByCode(BEFORE)).toMatchObject([{ id: 1 }]);
		deskPrinting.printHeld(documentId);
		expect(jobs.latestJobs(10)).toHaveLength(2);
		expect(shipments.detail(id).documents).toMatchObject([{ isHeld: false, message: '' }]);
	});

	it('with an unknown code is held, and with that of the shipment is right when it is scanned', async () => {
		const { shipments, jobs, scanVerification } = openHeldDesk([
			{ trackingNumber: OWN, labels: [await labelWith(['3SEXMP00000033'])] },
		]);
		const { id, documents } = await shipments.create(exampleDraft, 1, true);
		expect(documents).toMatchObject([{ isHeld: true, message: expect.stringContaining('3SEXMP00000033') }]);
		expect(jobs.latestJobs(10)).toEqual([]);
		expect(scanVerification.scan(id, '3SEXMP00000033')).toMatchObject({ kind: 'wrong' });
		expect(scanVerification.scan(id, OWN)).toMatchObject({ kind: 'right' });
	});

	it.each([1, 2])(
		'of %i pieces is held when only its first page is of the shipment, and its second of the one before',
		async (count) => {
			const { shipments } = openHeldDesk([
				{ trackingNumber: BEFORE, labels: [await labelWith([BEFORE])] },
				{ trackingNumber: OWN, labels: [await labelWith([OWN], [BEFORE])] },
			]);
			await shipments.create(exampleDraft, 1, true);
			expect((await shipments.create(pieces(count), 1, true)).documents).toMatchObject([{ isHeld: true }]);
		},
	);

	it('of a second piece may have a number of its own', async () => {
		const labels = [await labelWith([OWN], ['3SEXMP00000012'])];
		const { shipments } = openHeldDesk([
			{ trackingNumber: OWN, labels },
			{ trackingNumber: OWN, labels },
		]);
		expect((await shipments.create(pieces(2), 1, true)).documents).toMatchObject([{ isHeld: false }]);
	});

	it('without a bar code is held, unless its text contains the tracking number', async () => {
		const withText = async (text: string) => {
			const document = await PDFDocument.create();
			document.addPage([288, 432]).drawText(text, { size: 12, x: 20, y: 200 });
			return document.save();
		};
		const { shipments } = openHeldDesk([
			{ trackingNumber: OWN, labels: [await withText('Express parcel')] },
			{ trackingNumber: BEFORE, labels: [await withText('3SEXMP 0000 0022')] },
		]);
		expect((await shipments.create(exampleDraft, 1, true)).documents).toMatchObject([
			{ isHeld: true, message: `No bar code with the tracking number ${OWN} is on it.` },
		]);
		expect((await shipments.create(exampleDraft, 1, true)).documents).toMatchObject([{ isHeld: false }]);
	});
});

describe('the rule', () => {
	const label = (changes: Partial<NewDocument>): NewDocument => ({
		kind: 'label',
		guess: 'label',
		format: 'pdf',
		pages: changes.codes?.length ?? 1,
		widthMm: 100,
		heightMm: 150,
		codes: [],
		message: '',
		bytes: new Uint8Array(),
		...changes,
	});
	const isHeld = (document: NewDocument, trackingNumber: string, other?: string) =>
		holdForeignLabels([document], { trackingNumber, pieces: 1 }, (code) =>
			code === other ? 'Another GmbH' : undefined,
		)[0]?.isHeld === true;

	it.each<[string, Partial<NewDocument>, string, boolean]>([
		['a routing code and its number', { codes: [['42012345', OWN]] }, OWN, false],
		['only a routing code', { codes: [['42012345']] }, OWN, true],
		['a longer form of its number', { codes: [['420123459400111899223197428490']] }, '9400111899223197428490', false],
		['its number in a printer language', { format: 'zpl', codes: [[OWN]] }, OWN, false],
		['another number in a printer language', { format: 'zpl', codes: [[BEFORE]] }, OWN, true],
		['a graphic in a printer language', { format: 'zpl', codes: [[]] }, OWN, false],
		['pages that were not read', { codes: [[]], unreadPages: [0] }, OWN, false],
		['a copy of the label', { codes: [[OWN], [BEFORE]], pagesWithoutScan: [1] }, OWN, false],
		['no number to compare with', { codes: [[BEFORE]] }, '', false],
		['other kinds of document', { kind: 'invoice', codes: [[BEFORE]] }, OWN, false],
	])('for a label with %s', (_name, changes, trackingNumber, expected) => {
		expect(isHeld(label(changes), trackingNumber)).toBe(expected);
	});

	it('holds more than four label pages for a piece', () => {
		const pages = (count: number) => label({ codes: Array.from({ length: count }, () => [OWN]) });
		expect(isHeld(pages(4), OWN)).toBe(false);
		expect(isHeld(pages(200), OWN)).toBe(true);
	});

	it('holds a label with its own number and that of another shipment', () => {
		expect(isHeld(label({ codes: [[OWN, BEFORE]] }), OWN, BEFORE)).toBe(true);
	});
});
