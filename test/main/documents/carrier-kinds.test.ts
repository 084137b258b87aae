// Classification of the pages in label files like those of carriers. The campaign `npm run faults -- labels` covers all files.
import { expect, it } from 'vitest';
import { readPage } from '../../../src-main/documents/page-facts';
import { kindsOf } from '../../../src-main/documents/page-kind';
import { openPdf } from '../../../src-main/documents/pdfium';
import { splitDocuments } from '../../../src-main/documents/split';
import { type CarrierLabel, makeCarrierLabels } from '../../fixtures/carrier-labels';

const labels = await makeCarrierLabels([
	'fedex international, 4×6 with two AWB copies and an invoice',
	'fedex two pieces, 4×6, each followed by its copy',
	'ups 4×6 with a commercial invoice',
	'usps letter page with the receipt on a page of its own',
	'dhl express two pieces, 105×203, with waybill document and invoice',
	'canada post 4×6 followed by the manifest',
	'royal mail A5 across with the label beside a CN 22',
	'colissimo two pieces, 10×15, with a CN 23',
]);

async function kindsIn({ bytes, trackingNumber }: CarrierLabel): Promise<string[]> {
	const pdf = await openPdf(bytes);
	try {
		const pages = [];
		for (let page = 0; page < pdf.pageCount; page += 1) pages.push(await readPage(pdf, page));
		return kindsOf(pages, trackingNumber, []).map(({ kind }) => kind);
	} finally {
		pdf.close();
	}
}

it('finds every label file of this test', () => expect(labels).toHaveLength(8));

it.each(labels.map((label) => [label.name, label] as const))('%s: each page has its kind', async (_name, label) => {
	expect(label.pages.length).toBeGreaterThan(0);
	expect(await kindsIn(label)).toEqual(label.pages.map(({ kind }) => kind));
});

it('does not crop an invoice whose head has a bar code and the shape of a label', async () => {
	const [file] = await makeCarrierLabels([
		'fedex ground, an invoice with the number as a bar code before the 4×6 label',
	]);
	if (!file) throw new Error('there is no such label file');
	const documents = await splitDocuments(file.bytes, file.trackingNumber, []);
	expect(documents.map(({ kind, pages, heightMm }) => [kind, pages, Math.round(heightMm)])).toEqual([
		['label', 1, 152],
		['invoice', 1, 297],
	]);
});
