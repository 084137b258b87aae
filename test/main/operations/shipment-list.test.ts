// The list of shipments on its screen: its order, the sums of its days, and what is known of the labels.
import { beforeAll, describe, expect, it } from 'vitest';
import type { ShipmentFilter, ShipmentSort } from '../../../src-contract/model/shipment';
import { openDesk } from '../../fixtures/desk';
import { exampleDraft, recipient, testRequestTarget } from '../../fixtures/shipment-draft';
import { anyShipment } from '../../fixtures/shipping-desk';

let clock = new Date('2026-11-10T09:00:00Z');
let desk: ReturnType<typeof openDesk>;

/** @param price null: the service returned none; undefined: the service rejected the shipment */
function addShipment(companyName: string, at: Date, price?: number | null): number {
	clock = at;
	const draft = { ...exampleDraft, to: { ...recipient, companyName }, reference: `R-${companyName}` };
	const { id } = desk.journal.recordIntent(draft, 1, testRequestTarget);
	if (price === undefined) desk.journal.recordRejection(id, 'no');
	else {
		const booking = { id, status: 's', carrier: 'Postalis', product: 'P', trackingNumber: `T${id}`, trackingUrl: '' };
		desk.journal.recordBooking(id, { ...booking, price: price ?? undefined }, '', []);
	}
	return id;
}
/** A time at the desk, on a day of November 2026. */
const at = (day: number, hours: number, minutes = 0) => new Date(2026, 10, day, hours, minutes);

const newestFirst: ShipmentSort = { by: 'created', isDescending: true };
const names = (filter: Partial<ShipmentFilter>, sort = newestFirst, offset = 0, limit = 10) =>
	desk.journal.listRows({ ...anyShipment, ...filter }, sort, offset, limit).map(({ recipient: name }) => name);
const days = async (filter: Partial<ShipmentFilter>) => await desk.journal.listDays({ ...anyShipment, ...filter });

beforeAll(() => {
	desk = openDesk({ now: () => clock });
	addShipment('beta', at(10, 0, 5), 4.1);
	addShipment('Gamma', at(10, 23, 55), 8.2);
	addShipment('Alpha', at(12, 12), null);
	addShipment('delta', at(12, 13));
	// Created last, but dated earlier: the clock was set back.
	addShipment('Epsilon', at(10, 12), 6);
});

describe('the rows of the list', () => {
	it.each<[ShipmentSort, string[]]>([
		[newestFirst, ['delta', 'Alpha', 'Gamma', 'Epsilon', 'beta']],
		[{ by: 'created', isDescending: false }, ['beta', 'Epsilon', 'Gamma', 'Alpha', 'delta']],
		[{ by: 'recipient', isDescending: false }, ['Alpha', 'beta', 'delta', 'Epsilon', 'Gamma']],
		[{ by: 'reference', isDescending: true }, ['Gamma', 'Epsilon', 'delta', 'beta', 'Alpha']],
		[{ by: 'price', isDescending: true }, ['Gamma', 'Epsilon', 'beta', 'delta', 'Alpha']],
		// A price that is not known is not the lowest price.
		[{ by: 'price', isDescending: false }, ['beta', 'Epsilon', 'Gamma', 'Alpha', 'delta']],
	])('are sorted by %o', (sort, expected) => {
		expect(names({}, sort)).toEqual(expected);
	});

	it.each<[Partial<ShipmentFilter>, string[]]>([
		[{}, ['Alpha', 'Gamma']],
		[{ state: 'booked' }, ['Gamma', 'Epsilon']],
		[{ text: 'berlin' }, ['Alpha', 'Gamma']],
		[{ text: '%%' }, []],
		[{ from: at(10, 12).toISOString(), until: at(12, 0).toISOString() }, ['Epsilon']],
		[{ text: 'berlin', until: at(12, 0).toISOString() }, ['Epsilon', 'beta']],
	])('start at an offset, with the filter %o', (filter, expected) => {
		expect(names(filter, newestFirst, 1, 2)).toEqual(expected);
	});
});

describe('the days of the list', () => {
	it('are days at the desk, newest first, with number, cost and unknown prices', async () => {
		expect(await days({})).toEqual([
			{ day: '2026-11-12', shipments: 2, spendEur: 0, unpriced: 1 },
			{ day: '2026-11-10', shipments: 3, spendEur: 18.3, unpriced: 0 },
		]);
	});

	it.each<[Partial<ShipmentFilter>, [string, number, number][]]>([
		[{ state: 'rejected' }, [['2026-11-12', 1, 0]]],
		[
			{ carrier: 'Postalis', countryCode: 'DE' },
			[
				['2026-11-12', 1, 0],
				['2026-11-10', 3, 18.3],
			],
		],
		[{ text: 'gam' }, [['2026-11-10', 1, 8.2]]],
		[
			{ text: 'berlin', state: 'booked' },
			[
				['2026-11-12', 1, 0],
				['2026-11-10', 3, 18.3],
			],
		],
		[{ text: '%%' }, []],
		[{ from: at(10, 12).toISOString(), until: at(11, 0).toISOString() }, [['2026-11-10', 2, 14.2]]],
		[{ from: at(13, 0).toISOString() }, []],
	])('are those of the filter %o', async (filter, expected) => {
		expect((await days(filter)).map(({ day, shipments, spendEur }) => [day, shipments, spendEur])).toEqual(expected);
	});
});

describe('the labels of a listed shipment', () => {
	/** Adds labels, each with the states of its print jobs. */
	function addLabels(id: number, ...labels: string[][]): void {
		const printerId = desk.database.get<{ id: string }>('SELECT id FROM printer')?.id ?? '';
		for (const states of labels) {
			const documentId = desk.database.run(
				"INSERT INTO document (shipment_id, kind, pages, bytes, created_at) VALUES (?, 'label', 1, x'00', '')",
				id,
			);
			for (const state of states)
				desk.database.run(
					"INSERT INTO print_job (document_id, printer_id, state, created_at, updated_at) VALUES (?, ?, ?, '', '')",
					documentId,
					printerId,
					state,
				);
		}
	}

	it.each<[string, string[][], 'sent' | 'failed' | null]>([
		['no label', [], null],
		['a label that was not sent', [[]], null],
		['a waiting label', [['waiting']], null],
		['a sent label', [['sent']], 'sent'],
		['a label that was sent at the second attempt', [['failed', 'sent']], 'sent'],
		['a label that may have printed', [['doubtful']], 'failed'],
		['two labels, one of them failed', [['sent'], ['failed']], 'failed'],
		['two labels, one of them waiting', [['sent'], ['waiting']], null],
	])('are known for %s', (name, labels, expected) => {
		const id = addShipment(name, at(20, 12), 1);
		addLabels(id, ...labels);
		expect(desk.journal.labelPrint(id)).toBe(expected);
		expect(desk.journal.listRows({ ...anyShipment, text: `T${id}` }, newestFirst, 0, 1)).toMatchObject([
			{ id, labelPrint: expected },
		]);
	});
});
