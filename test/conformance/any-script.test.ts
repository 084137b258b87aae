// Names and addresses in every script for which the service has a font: printed on labels and invoices, and mailed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { destinationAddress, shipmentRequest } from '../fixtures/requests';
import { type ScriptAddress, scriptAddresses } from '../fixtures/script-addresses';
import { readSymbols, textOfPdf } from '../fixtures/symbols';
import { onEachDatabase } from './on-each-database';

/** Direction marks, which pdftotext adds around right-to-left text. */
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e]/g;
const wordsOf = (text: string): string[] =>
	text
		.normalize('NFC')
		.split(/[\s,\u060c]+/)
		.filter(Boolean);
const linesOf = (text: string): string[][] => text.replace(DIRECTION_MARKS, ' ').split('\n').map(wordsOf);

const isRightToLeft = ({ script }: ScriptAddress) => script === 'Arabic' || script === 'Hebrew';

/** Whether all words of the text are on one line. Their order is not checked in right-to-left lines, where pdftotext changes it. */
function isPrinted(lines: readonly string[][], text: string, row: ScriptAddress): boolean {
	if (!isRightToLeft(row)) {
		const words = wordsOf(text).join(' ');
		return lines.some((line) => line.join(' ').includes(words));
	}
	// pdftotext separates a hyphen from Hebrew letters.
	const parts = wordsOf(text).flatMap((word) => word.split('-'));
	return lines.some((line) => parts.every((part) => line.some((word) => word.split('-').includes(part))));
}

/** The decoded bodies of all parts of a mail. */
function decodeMail(mail: string): string {
	const bodies = mail.split(/^--.*$/m).map((part) => {
		const body = part.slice(part.indexOf('\r\n\r\n'));
		if (/^Content-Transfer-Encoding: base64/im.test(part)) return Buffer.from(body, 'base64');
		const unfolded = body.replace(/=\r\n/g, '');
		return Buffer.from(
			unfolded.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
			'latin1',
		);
	});
	return bodies.map((body) => body.toString('utf8')).join('\n');
}

/** One word, because a longer reference is wrapped on the label. */
const referenceOf = ({ goods }: ScriptAddress) => goods.split(' ')[0];

const requestTo = (row: ScriptAddress) => {
	const { script: _script, goods, ...address } = row;
	return {
		...shipmentRequest,
		destinationAddress: { ...destinationAddress, ...address, vatNumber: 'X-1' },
		contentItems: [{ ...shipmentRequest.contentItems[0], description: goods }],
		reference: referenceOf(row),
		reasonForExport: 'commercial',
		incoterms: 'DAP',
	};
};

onEachDatabase('names and addresses in any script', (service) => {
	async function book(request: object): Promise<{ pdf: Uint8Array; trackingNumber: string }> {
		const { body } = await service().post('shipments', request);
		expect(body).toMatchObject({ errors: [] });
		return { pdf: new Uint8Array(Buffer.from(body.data.labels, 'base64')), trackingNumber: body.data.trackingNumber };
	}

	it.each(scriptAddresses)(
		'are printed, and the codes stay Latin: $script, $countryCode, $contactPerson',
		async (row) => {
			const { pdf, trackingNumber } = await book(requestTo(row));
			const pages = textOfPdf(pdf).split('\f');
			const label = linesOf(pages[0] ?? '');
			const reference = referenceOf(row) ?? '';
			for (const text of [row.companyName, row.contactPerson, row.addressLine1, row.zipcode, row.city, reference])
				expect(isPrinted(label, text, row), `${text} in\n${pages[0]}`).toBe(true);
			// No other characters of the script are printed than were sent, except the mark before a Japanese postcode.
			const sent = `〒${JSON.stringify(row)}`.normalize('NFC');
			const printed = [...(pages[0] ?? '').normalize('NFC')].filter((character) => character > '\u052f');
			const charactersOfScript = printed.filter((character) => !/[\u2000-\u206f]/.test(character));
			expect(charactersOfScript.length).toBeGreaterThan(10);
			expect(charactersOfScript.filter((character) => !sent.includes(character))).toEqual([]);
			const invoice = linesOf(pages.slice(2).join('\n'));
			for (const text of [row.contactPerson, row.addressLine1, row.city, row.goods])
				expect(isPrinted(invoice, text, row), `${text} in\n${pages.slice(2)}`).toBe(true);
			const symbols = (await readSymbols(pdf, 0, 203)).map(({ text }) => text);
			expect(symbols).toContain(trackingNumber);
			expect(symbols.some((text) => /^(\(00\)|00)\d{18}$/.test(text))).toBe(true);
			const matrix = symbols.find((text) => text.includes('|1/2'));
			expect(matrix).toMatch(/^[\x20-\x7e]+$/);
			expect(matrix).toContain(`${row.countryCode}-${row.zipcode.replaceAll('-', '')}-`);
		},
	);

	it('print the digits of a postcode in Latin in the routing code', async () => {
		const row = scriptAddresses.find(({ countryCode }) => countryCode === 'EG') as ScriptAddress;
		const { pdf } = await book(requestTo({ ...row, zipcode: '\u0661\u0661\u0665\u0661\u0661' }));
		expect((await readSymbols(pdf, 0, 203)).some(({ text }) => text.startsWith('EG-11511-'))).toBe(true);
	});

	it('are printed without characters that nobody sees', async () => {
		const contactPerson = 'Max\u200b Mus\u202eter\u2066';
		const { pdf } = await book({ ...shipmentRequest, destinationAddress: { ...destinationAddress, contactPerson } });
		expect(textOfPdf(pdf)).toContain('Max Muster');
	});

	it('are mailed without characters that nobody sees', async () => {
		const mailFrom = async (companyName: string) => {
			const request = { ...shipmentRequest, pickupAddress: { ...shipmentRequest.pickupAddress, companyName } };
			const { trackingNumber } = await book(request);
			await service().pass(7);
			return decodeMail(readFileSync(path.join(service().dataDir, 'mail', `${trackingNumber}.eml`), 'latin1'));
		};
		expect(await mailFrom('Exam\u200bple\u202e BV')).toContain('Example BV');
		for (const { companyName, script } of scriptAddresses.filter((row) => row.companyName))
			expect(await mailFrom(companyName), script).toContain(companyName);
	});

	it('are rejected when nothing of them is visible, or no font contains a character', async () => {
		const reject = async (contactPerson: string) => {
			const request = { ...shipmentRequest, destinationAddress: { ...destinationAddress, contactPerson } };
			const { status, body } = await service().post('shipments', request);
			return { status, fields: body.fields };
		};
		const field = { path: 'destinationAddress.contactPerson', code: 'not_printable' };
		expect(await reject('\u200b\u2060')).toMatchObject({ status: 422, fields: [field] });
		const answer = await reject('Max \u{1f4e6}');
		expect(answer).toMatchObject({ status: 422, fields: [field] });
		expect(answer.fields[0].message).toContain('Thai');
	});

	it('are printed from a request that is slow to draw, while other requests are answered', async () => {
		const descriptions = ['\u0915\u0916\u0917', '\u0645\u062d\u0645\u062f', '\u05d01a'].flatMap((unit) =>
			Array.from({ length: 20 }, (_, index) => unit.repeat(60).slice(0, 180) + index),
		);
		let answeredCount = 0;
		let isBooked = false;
		const askWhileDrawn = async () => {
			while (!isBooked) {
				await (await fetch(`${service().url}/health`)).text();
				answeredCount += 1;
			}
		};
		const asking = askWhileDrawn();
		const booked = book({
			...shipmentRequest,
			parcels: [{ ...shipmentRequest.parcels[0], weight: '0.5', count: 40 }],
			destinationAddress: { ...destinationAddress, countryCode: 'CH', zipcode: '8001', city: 'Zürich' },
			contentItems: descriptions.map((description) => ({
				...shipmentRequest.contentItems[0],
				quantity: 1,
				price: '0.50',
				description,
			})),
			reasonForExport: 'commercial',
			incoterms: 'DAP',
		});
		await booked.finally(() => {
			isBooked = true;
		});
		await asking;
		const text = textOfPdf((await booked).pdf);
		expect(text).toContain('40 of 40');
		expect(text).toContain('60 items');
		expect(answeredCount).toBeGreaterThan(3);
	});
});
