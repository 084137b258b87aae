// Invented address blocks of 30 countries: how many the parser splits correctly, and that no field is wrong while it is sure.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Address } from '../../../src-contract/model/address';
import { parsePastedAddress } from '../../../src-main/address-book/paste-parser';

const FIELDS = [
	'companyName',
	'contactPerson',
	'addressLine1',
	'addressLine2',
	'zipcode',
	'city',
	'region',
	'countryCode',
	'phone',
	'email',
	'vatNumber',
] as const satisfies readonly (keyof Address)[];

interface Block {
	text: string;
	expected: Partial<Record<string, string>>;
	acceptable?: Partial<Record<string, string[]>>;
}
const blocksOf = (name: string): Block[] =>
	JSON.parse(readFileSync(path.resolve('test/fixtures/pasted-addresses', `${name}.json`), 'utf8'));
/** Case, spaces and punctuation do not matter. */
const plain = (text = ''): string =>
	text
		.normalize('NFKC')
		.toLocaleLowerCase('en')
		.replace(/[^\p{L}\p{N}\p{M}]/gu, '');

/** The fields of a block that are wrong, each with its confidence. */
function wrongFieldsOf({ text, expected, acceptable = {} }: Block): string[] {
	const fields = new Map(parsePastedAddress(text, 'DE').map((field) => [field.field, field]));
	return FIELDS.filter((name) => {
		const right = [expected[name], ...(acceptable[name] ?? [])].map(plain);
		return !right.includes(plain(fields.get(name)?.value));
	}).map((name) => `${name} ${fields.get(name)?.confidence ?? 'missing'}: ${fields.get(name)?.value ?? ''} in ${text}`);
}

it.each(['seen', 'held-out', 'strangers', 'framed', 'professions', 'mixed', 'messages', 'copied'])(
	'%s: at least 92 % right, none wrong while sure',
	(name) => {
		const wrong = blocksOf(name).map(wrongFieldsOf);
		expect(wrong.flat().filter((text) => / sure: /.test(text))).toEqual([]);
		const wrongBlocks = wrong.filter((fields) => fields.length > 0);
		expect(1 - wrongBlocks.length / wrong.length, wrongBlocks.flat().join('\n')).toBeGreaterThanOrEqual(0.92);
	},
);

it('reads a Norwegian tax number, a forces post office, and the name of a house', () => {
	const fieldsOf = (text: string) =>
		Object.fromEntries(
			parsePastedAddress(text, 'DE').map(({ field, value, confidence }) => [field, `${value} ${confidence}`]),
		);
	expect(fieldsOf('Kari Nordmann\nStorgata 1\n0155 Oslo\nNorge\nMVA: NO974760673MVA')).toMatchObject({
		vatNumber: 'NO974760673MVA sure',
	});
	expect(fieldsOf('Cpl J Smith\nHMS Sample\nBFPO 57\nUnited Kingdom')).toMatchObject({
		zipcode: 'BFPO 57 sure',
		city: 'BFPO guess',
		contactPerson: 'Cpl J Smith likely',
	});
	expect(fieldsOf('Rose Cottage\nChurch Lane\nWitney OX29 1AA')).toMatchObject({
		contactPerson: 'Rose Cottage guess',
		city: 'Witney likely',
	});
});

it.each([
	['Damrak 1\n1012 LG Amsterdam', { zipcode: '1012 LG', city: 'Amsterdam', countryCode: 'NL' }],
	['Jane Sample\n1 Sample Road\nSt Helier\nJE2 3AB\nChannel Islands', { zipcode: 'JE2 3AB', countryCode: 'JE' }],
	['Sample SA\nVAT EL094019245 EORI GR094019245', { vatNumber: 'EL094019245' }],
	[
		'Sample Ltd\nPO Box 40127 - 00100\nNairobi, Kenya',
		{ zipcode: '00100', city: 'Nairobi', addressLine1: 'PO Box 40127' },
	],
	// The sender, the payer and a post box are not the recipient.
	[
		'Absender:\nMuster GmbH\nHauptstr. 1\n10115 Berlin\nEmpfänger:\nAnna Beispiel\nWeg 2\n20095 Hamburg',
		{ contactPerson: 'Anna Beispiel', addressLine1: 'Weg 2', city: 'Hamburg' },
	],
	[
		'Delivery address:\nSample Ltd\n5 High Street\nLincoln LN2 1LT\nOffice: 020 7946 0958\nBilling address: PO Box 9, York YO1 1AA',
		{ companyName: 'Sample Ltd', city: 'Lincoln', phone: '020 7946 0958' },
	],
	[
		'Bill to: Peter Sample\n12 Ringway\nBristol BS1 1AA\n\nShip to: Jane Sample\n5 High Street\nLeeds LS1 4AP',
		{ contactPerson: 'Jane Sample', addressLine1: '5 High Street', city: 'Leeds' },
	],
	[
		'Billing Address:\nJane Sample\n12 High Street\nLeeds LS1 4AP\n\nShipping Address:\nSame as billing\nPhone: 0113 496 0000',
		{ contactPerson: 'Jane Sample', addressLine1: '12 High Street', phone: '0113 496 0000' },
	],
	[
		'Billing address\nJane Sample\n12 High Street\nLeeds LS1 4AP\n\nShipping: £4.99',
		{ contactPerson: 'Jane Sample', addressLine1: '12 High Street' },
	],
	[
		'Ship to:\nSample Ltd\nHead office\n12 High Street\nLeeds LS1 4AP\n\nFrom:\nOther Ltd\n1 Low Street\nYork YO1 1AA',
		{ companyName: 'Sample Ltd', addressLine1: '12 High Street', addressLine2: 'Head office', city: 'Leeds' },
	],
	['Name: Jane Sample\nCompany: N/A\nAddress 1: 12 High Street\nPostcode: LS1 4AP', { addressLine1: '12 High Street' }],
	[
		'Name\tStreet\tPostcode\tCity\tPhone\nJane Sample\t12 High Street\tLS1 4AP\tLeeds\t',
		{ contactPerson: 'Jane Sample', city: 'Leeds' },
	],
	[
		'Marie Exemple\n5 rue Haute\n69003 Lyon\n\nVous pouvez me joindre au 06 12 34 56 78.',
		{ city: 'Lyon', phone: '06 12 34 56 78' },
	],
	['张小明\n四川省成都市武侯区希望路12号\n610041', { countryCode: 'CN', zipcode: '610041' }],
	['Juan Pérez\nPaseo de la Reforma 222, Juárez\n06600 México\nMéxico', { city: 'México' }],
	['I. A. Smith\n12 High Street\nLeeds LS1 4AP', { contactPerson: 'I. A. Smith' }],
	['anna muster\nhauptstr. 5\n10115 berlin', { contactPerson: 'Anna Muster', city: 'Berlin' }],
])('reads %j', (text, expected) => {
	const fields = Object.fromEntries(parsePastedAddress(text, 'DE').map(({ field, value }) => [field, value]));
	expect(fields).toMatchObject(expected);
});
