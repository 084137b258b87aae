// Search, filters and pages of the list of shipments.
import { beforeAll, describe, expect, it } from 'vitest';
import type { ShipmentFilter } from '../../../src-contract/model/shipment';
import { createJournal } from '../../../src-main/operations/journal';
import { openDesk } from '../../fixtures/desk';
import { exampleDraft, recipient, testRequestTarget } from '../../fixtures/shipment-draft';
import { anyShipment } from '../../fixtures/shipping-desk';

const booking = { id: 7, status: 's', product: 'P', price: 1, trackingUrl: '' };
let clock = new Date('2026-11-10T09:00:00Z');
let desk: ReturnType<typeof openDesk>;

function addShipment(
	companyName: string,
	countryCode: string,
	at: string,
	carrier?: string,
	trackingNumber = '',
): number {
	const contactPerson = companyName === 'Gamma' ? 'Studio 12-B' : recipient.contactPerson;
	clock = new Date(at);
	const { journal } = desk;
	const to = { ...recipient, companyName, contactPerson, countryCode };
	const { id } = journal.recordIntent(
		{ ...exampleDraft, to, reference: companyName === 'Beta' ? 'ORD-Beta SO-1234' : `ORD-${companyName}` },
		1,
		testRequestTarget,
	);
	if (carrier) journal.recordBooking(id, { ...booking, id, carrier, trackingNumber }, '', []);
	else journal.recordRejection(id, 'no');
	return id;
}
const recipientsFound = (filter: Partial<ShipmentFilter>) =>
	desk.journal
		.list({ ...anyShipment, ...filter }, undefined, 50)
		.map(({ recipient: name }) => name)
		.sort();

beforeAll(() => {
	desk = openDesk({ now: () => clock });
	addShipment('Älpha', 'DE', '2026-11-10T09:00:00Z', 'Overland Parcel', '00340434161094021501');
	addShipment('Beta', 'FR', '2026-11-12T09:00:00Z', 'Postalis', 'RX000000017NL');
	addShipment('Gamma', 'DE', '2026-11-14T23:30:00Z', 'Postalis', 'RX000000025NL');
	// Created last, but dated earlier: the clock was set back.
	addShipment('Delta', 'CH', '2026-11-11T09:00:00Z');
});

describe('the list of shipments', () => {
	it.each<[string, Partial<ShipmentFilter>, string[]]>([
		['all', {}, ['Beta', 'Delta', 'Gamma', 'Älpha']],
		['a word without its accents', { text: 'alph' }, ['Älpha']],
		['two word beginnings', { text: 'ber gam' }, ['Gamma']],
		['a full tracking number with spaces', { text: '0034 0434 1610 9402 1501' }, ['Älpha']],
		['the end of a tracking number', { text: '21501' }, ['Älpha']],
		['a tracking number with letters, in groups', { text: 'RX00 0000 017N L' }, ['Beta']],
		['the last groups of a tracking number', { text: '4021 501' }, ['Älpha']],
		['a reference', { text: 'ord-beta' }, ['Beta']],
		['the beginning of a reference', { text: 'so-12' }, ['Beta']],
		['a name with a hyphenated number', { text: '12-b stu' }, ['Gamma']],
		['nothing for punctuation alone', { text: '%%' }, []],
		['a state', { state: 'rejected' }, ['Delta']],
		['a carrier', { carrier: 'Postalis' }, ['Beta', 'Gamma']],
		['a country and a carrier', { countryCode: 'DE', carrier: 'Postalis' }, ['Gamma']],
		['a day', { from: '2026-11-12T00:00:00.000Z', until: '2026-11-13T00:00:00.000Z' }, ['Beta']],
		['days from a date on', { from: '2026-11-12T00:00:00.000Z' }, ['Beta', 'Gamma']],
		['days until a date, although the clock was set back', { until: '2026-11-12T00:00:00.000Z' }, ['Delta', 'Älpha']],
		['a day and a word', { from: '2026-11-11T00:00:00.000Z', text: 'be', state: 'booked' }, ['Beta', 'Gamma']],
		['nothing on a day without shipments', { from: '2027-01-01T00:00:00.000Z' }, []],
	])('finds %s', (_name, filter, names) => {
		expect(recipientsFound(filter)).toEqual(names);
	});

	it('continues page by page', () => {
		const { journal } = desk;
		const first = journal.list(anyShipment, undefined, 3);
		const rest = journal.list(anyShipment, first.at(-1)?.id, 3);
		expect([...first, ...rest].map(({ id }) => id)).toEqual([4, 3, 2, 1]);
	});

	it('returns the carriers and countries to filter by', () => {
		expect(desk.journal.facets()).toEqual({
			carriers: ['Overland Parcel', 'Postalis'],
			countries: ['CH', 'DE', 'FR'],
		});
	});

	it('finds shipments that an earlier version stored without an index entry', () => {
		const { database } = desk;
		database.write('DELETE FROM shipment_index WHERE rowid = 2');
		database.run('INSERT INTO shipment_unindexed (shipment_id) VALUES (2)');
		expect(recipientsFound({ text: 'beta' })).toEqual([]);
		createJournal(database, desk.documents, () => clock).recoverInterrupted();
		expect(recipientsFound({ text: 'beta' })).toEqual(['Beta']);
		expect(database.all('SELECT * FROM shipment_unindexed')).toEqual([]);
	});
});
